/**
 * Makes `shores.br`, the coast of the base map: `node data/geography/coast/build.ts FILE`, where FILE is
 * `binned_GSHHS_f.nc` of Debian's package `gmt-gshhg-full` 2.3.7 and the package `netcdf-bin` is installed.
 * Full detail where people live, less where nobody does. The same file gives the same bytes.
 */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { encodeShores, type Shore } from '../../../tools/base-map/coast-format.ts'
import { closeOverPole, ringArea, unrollLongitudes } from '../../../tools/base-map/rings.ts'
import { type Neighbourhood, neighbourhoods } from './neighbourhood.ts'
import { tidalRivers, without } from './ribbons.ts'
import { type Shoreline, shorelines } from './shorelines.ts'
import { thinned } from './thinned.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the shorelines: node data/geography/coast/build.ts binned_GSHHS_f.nc')

/** How far a line may leave the shore, in km, and the smallest island and lake, in km². */
const detail: Record<Neighbourhood, { leave: number; island: number; lake: number }> = {
  city: { leave: 0.045, island: 0.05, lake: 5 },
  village: { leave: 0.06, island: 0.05, lake: 8 },
  wilderness: { leave: 0.5, island: 2, lake: 60 },
}
/** What has fewer positions once it is drawn is a triangle rather than an island, or a lake. */
const fewest = { island: 5, lake: 9 }

const neighbourhoodOf = neighbourhoods()
const rivers = tidalRivers()
const inside = Map.groupBy(shorelines(file), ({ parent, level }) => (level === 1 ? 'the sea' : parent))
const bytes = encodeShores([...shoresInside('the sea')])
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24 }
writeFileSync(new URL('shores.br', import.meta.url), brotliCompressSync(bytes, { params }))

/** Each land of a water, followed by its own waters, and then by the lands in these. */
function* shoresInside(water: 'the sea' | number): Generator<Shore> {
  for (const land of inside.get(water) ?? []) {
    const [outline] = drawn(land, 'island')
    if (!outline) continue
    yield* piecesOf(outline)
    const lakes = (inside.get(land.id) ?? []).map((lake) => ({ lake, shores: drawn(lake, 'lake') }))
    for (const { shores } of lakes) for (const ring of shores) yield { isWater: true, ring }
    for (const { lake, shores } of lakes) if (shores.length > 0) yield* shoresInside(lake.id)
  }
}

/** The land that the tidal rivers leave, its largest piece last: the lakes that follow lie in that one. */
function piecesOf(outline: GeoJSON.Position[]): Shore[] {
  return without(rivers, outline)
    .filter(([shore = []]) => shore.length >= fewest.island && ringArea(shore) >= detail.city.island / 2)
    .toSorted(([one = []], [other = []]) => one.length - other.length)
    .map(([ring = []]) => ({ isWater: false, ring }))
}

/** The shore as the map has it, if it has it, on that turn of longitude that has most between -180° and 180°. */
function drawn({ ring }: Shoreline, kind: 'island' | 'lake'): GeoJSON.Position[][] {
  const least = Math.min(...[...new Set(ring.map(neighbourhoodOf))].map((near) => detail[near][kind]))
  if (ringArea(closeOverPole(ring)) < least) return []
  const line = thinned(unrollLongitudes(ring), (position) => detail[neighbourhoodOf(position)].leave)
  if (line.length < fewest[kind] || ringArea(closeOverPole(line)) < least / 2) return []
  const [west, east] = line.reduce(
    ([least = 0, most = 0], [lng = 0]) => [Math.min(least, lng), Math.max(most, lng)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  const turn = 360 * Math.round(((west ?? 0) + (east ?? 0)) / 720)
  return [line.map(([lng = 0, lat = 0]) => [lng - turn, lat])]
}
