import { degree, numbersIn } from './netcdf.ts'

type Position = GeoJSON.Position
/** A shore as GSHHG has it: 1 the sea's, 2 a lake's, 3 that of an island in a lake, and so on. */
export type Shoreline = { id: number; parent: number; level: number; ring: Position[] }
/** A shore's way through one square degree, from where it comes in to where it goes out. */
type Stretch = { id: number; level: number; positions: Position[] }

/** The level of Antarctica's shore is that of its ice; the one beneath the ice is left out. */
const [ice, beneathIce] = [5, 6]

/** The shorelines of GSHHG's file for the Generic Mapping Tools, which has them cut at every degree, put together. */
export function shorelines(file: string): Shoreline[] {
  const parents = numbersIn(file, 'Id_of_parent_polygons')
  const stretches = Map.groupBy(stretchesIn(file), ({ id }) => id)
  return [...stretches].flatMap(([id, ways]) => {
    const level = ways[0]?.level === ice ? 1 : (ways[0]?.level ?? 1)
    const rings = joined(ways.map(({ positions }) => positions))
    return rings.map((ring) => ({ id, parent: parents[id] ?? -1, level, ring }))
  })
}

function stretchesIn(file: string): Stretch[] {
  const counts = numbersIn(file, 'N_segments_in_a_bin')
  const kinds = numbersIn(file, 'Embedded_npts_levels_exit_entry_for_a_segment')
  const ids = numbersIn(file, 'Id_of_GSHHS_ID')
  const starts = numbersIn(file, 'Id_of_first_point_in_a_segment')
  const east = numbersIn(file, 'Relative_longitude_from_SW_corner_of_bin')
  const north = numbersIn(file, 'Relative_latitude_from_SW_corner_of_bin')

  const squares = [...counts].flatMap((count, square) => Array<number>(count).fill(square))
  const stretches = squares.map((square, segment): Stretch => {
    const [west, south] = [square % 360, 89 - Math.floor(square / 360)]
    const [kind = 0, start = 0, id = 0] = [kinds[segment], starts[segment], ids[segment]]
    const positions = Array.from({ length: kind >>> 9 }, (_, index) => [
      west + ((east[start + index] ?? 0) & degree) / degree,
      south + ((north[start + index] ?? 0) & degree) / degree,
    ])
    return { id, level: (kind >>> 6) & 7, positions }
  })
  return stretches.filter(({ level }) => level !== beneathIce)
}

/** Rings of stretches, each of which begins where another ends. */
function joined(stretches: Position[][]): Position[][] {
  const waiting = Map.groupBy(stretches, ([first]) => keyOf(first))
  const rings: Position[][] = []
  for (const starts of waiting.values())
    for (let ring = starts.shift(); ring; ring = starts.shift()) {
      rings.push(ring)
      const next = () => waiting.get(keyOf(ring?.at(-1)))?.shift()
      for (let stretch = next(); stretch; stretch = next())
        for (const position of stretch) ring.push(position)
    }
  return rings
}

/** The meridians of 0° and 360° are one. */
function keyOf([lng = 0, lat = 0]: Position = []) {
  return `${Math.round((lng % 360) * degree)} ${Math.round(lat * degree)}`
}
