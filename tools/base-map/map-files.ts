import { lastLandZoom, lastNameZoom } from '#geography/base-map-zooms.ts'
import { detailedCoastTiles } from './detailed-coast-tiles.ts'
import { geojsonTiles } from './geojson-tiles.ts'
import { worldLand } from './land.ts'
import { createInlandTile, inlandTiles, shoresOnly } from './land-mask.ts'
import { layersOnLand } from './layers.ts'
import { postalTiles } from './postal-codes.ts'
import { encodeTiles, type Layers, type Tile } from './tiles.ts'

export type MapFile = { name: string; content: Uint8Array }

/** Every file of the base map: the tiles of the land and of its shores close by, of borders and names, and of ZIP codes. */
export function* mapFiles(): Generator<MapFile> {
  const polygons = worldLand()
  const features = polygons.map((geometry) => ({ type: 'Feature', geometry, properties: {} }) as const)
  const land = geojsonTiles(features, lastLandZoom)
  yield* tileFiles('land', { land: shoresOnly(land) }, lastLandZoom)
  yield { name: 'land/inland.mvt', content: createInlandTile() }
  yield { name: 'land/inland.bits', content: inlandTiles(land) }
  for (const tile of detailedCoastTiles(polygons)) yield fileOf('shore', tile)
  yield* tileFiles('names', layersOnLand(land), lastNameZoom)
  for (const tile of postalTiles()) yield fileOf('postal', tile)
}

function* tileFiles(set: string, layers: Layers, lastZoom: number): Generator<MapFile> {
  for (const tile of encodeTiles(layers, lastZoom)) yield fileOf(set, tile)
}

function fileOf(set: string, { z, x, y, content }: Tile): MapFile {
  return { name: `${set}/${z}/${x}/${y}.mvt`, content }
}
