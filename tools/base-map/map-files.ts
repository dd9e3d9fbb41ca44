import { lastLandZoom, lastNameZoom } from '#geography/base-map-zooms.ts'
import { nearShores } from './detailed-coast-tiles.ts'
import { shapeTiles } from './geojson-tiles.ts'
import { landOfTheWorld } from './land.ts'
import { inlandTile, inlandTiles, shoresOnly } from './land-mask.ts'
import { layersOnLand } from './layers.ts'
import { postalTiles } from './postal-codes.ts'
import { type Layers, type Tile, tilesOf } from './tiles.ts'

export type MapFile = { name: string; content: Uint8Array }

/** Every file of the base map: the tiles of the land and of its shores close by, of borders and names, and of ZIP codes. */
export function* filesOfTheMap(): Generator<MapFile> {
  const polygons = landOfTheWorld()
  const features = polygons.map((geometry) => ({ type: 'Feature', geometry, properties: {} }) as const)
  const land = shapeTiles(features, lastLandZoom)
  yield* tileFiles('land', { land: shoresOnly(land) }, lastLandZoom)
  yield { name: 'land/inland.mvt', content: inlandTile() }
  yield { name: 'land/inland.bits', content: inlandTiles(land) }
  for (const tile of nearShores(polygons)) yield fileOf('shore', tile)
  yield* tileFiles('names', layersOnLand(land), lastNameZoom)
  for (const tile of postalTiles()) yield fileOf('postal', tile)
}

function* tileFiles(set: string, layers: Layers, lastZoom: number): Generator<MapFile> {
  for (const tile of tilesOf(layers, lastZoom)) yield fileOf(set, tile)
}

function fileOf(set: string, { z, x, y, content }: Tile): MapFile {
  return { name: `${set}/${z}/${x}/${y}.mvt`, content }
}
