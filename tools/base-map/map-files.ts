import { builtUpZoom, lastLandZoom, lastNameZoom } from '#geography/rules.ts'
import { builtUpLayers } from './built-up.ts'
import { detailedCoastTiles } from './detailed-coast-tiles.ts'
import { geojsonTiles } from './geojson-tiles.ts'
import { worldLand } from './land.ts'
import { createInlandMask, createInlandTile, omitInlandTiles } from './land-mask.ts'
import { createLayers } from './layers.ts'
import { postalTiles } from './postal-codes.ts'
import { encodeTiles, type Layers, type Tile } from './tiles.ts'

export type MapFile = { name: string; content: Uint8Array }

/** All files of the base map: tiles of the land, the detailed coast, borders and labels, urban areas, and ZIP codes. */
export function* mapFiles(): Generator<MapFile> {
  const polygons = worldLand()
  const features = polygons.map((geometry) => ({ type: 'Feature', geometry, properties: {} }) as const)
  const land = geojsonTiles(features, lastLandZoom)
  yield* tileFiles('land', { land: omitInlandTiles(land) }, lastLandZoom)
  yield { name: 'land/inland.mvt', content: createInlandTile() }
  yield { name: 'land/inland.bits', content: createInlandMask(land) }
  for (const tile of detailedCoastTiles(polygons)) yield toMapFile('shore', tile)
  yield* tileFiles('names', createLayers(land), lastNameZoom)
  yield* tileFiles('built', builtUpLayers(builtUpZoom, land), builtUpZoom)
  for (const tile of postalTiles()) yield toMapFile('postal', tile)
}

function* tileFiles(set: string, layers: Layers, lastZoom: number): Generator<MapFile> {
  for (const tile of encodeTiles(layers, lastZoom)) yield toMapFile(set, tile)
}

function toMapFile(set: string, { z, x, y, content }: Tile): MapFile {
  return { name: `${set}/${z}/${x}/${y}.mvt`, content }
}
