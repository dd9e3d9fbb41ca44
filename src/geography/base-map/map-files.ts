import { inlandTile, inlandTiles, shoresOnly } from './inland.ts'
import { landOfTheWorld } from './land.ts'
import { layersOnLand } from './layers.ts'
import { shapeTiles } from './shape-tiles.ts'
import { type Layers, tilesOf } from './tiles.ts'
import { lastLandZoom, lastNameZoom } from './zooms.ts'

export type MapFile = { name: string; content: Uint8Array }

/** Every file of the base map: the tiles of the land, and those of borders and names. */
export function* filesOfTheMap(): Generator<MapFile> {
  const features = landOfTheWorld().map(
    (geometry) => ({ type: 'Feature', geometry, properties: {} }) as const,
  )
  const land = shapeTiles(features, lastLandZoom)
  yield* tileFiles('land', { land: shoresOnly(land) }, lastLandZoom)
  yield { name: 'land/inland.mvt', content: inlandTile() }
  yield { name: 'land/inland.bits', content: inlandTiles(land) }
  yield* tileFiles('names', layersOnLand(land), lastNameZoom)
}

function* tileFiles(set: string, layers: Layers, lastZoom: number): Generator<MapFile> {
  for (const { z, x, y, content } of tilesOf(layers, lastZoom))
    yield { name: `${set}/${z}/${x}/${y}.mvt`, content }
}
