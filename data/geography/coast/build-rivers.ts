/**
 * Makes `rivers.br`, the rivers of the base map: `node data/geography/coast/build-rivers.ts FILE`, where FILE is
 * `binned_river_f.nc` of Debian's package `gmt-gshhg-full` 2.3.7 and the package `netcdf-bin` is installed.
 * The same file gives the same bytes.
 */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { encodeLines, type Line } from '../../../tools/base-map/coast-format.ts'
import { type Neighbourhood, neighbourhoods } from './neighbourhood.ts'
import { degree, numbersIn } from './netcdf.ts'
import { thinned } from './thinned.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the rivers: node data/geography/coast/build-rivers.ts binned_river_f.nc')

/** The file's levels: broad and major rivers, and lesser ones. Brooks, canals and wadis are left out. */
const kindOfLevel = new Map([
  [0, 0],
  [1, 0],
  [2, 1],
])
/** How far a line may leave the river, in km. */
const leave: Record<Neighbourhood, number> = { city: 0.05, village: 0.1, wilderness: 0.6 }

const neighbourhoodOf = neighbourhoods()
const bytes = encodeLines([...riversIn(file)])
writeFileSync(new URL('rivers.br', import.meta.url), brotliCompressSync(bytes))

function* riversIn(rivers: string): Generator<Line> {
  const counts = numbersIn(rivers, 'N_segments_in_a_bin')
  const lengths = numbersIn(rivers, 'N_points_for_a_segment')
  const levels = numbersIn(rivers, 'Hierarchial_level_of_a_segment')
  const starts = numbersIn(rivers, 'Id_of_first_point_in_a_segment')
  const east = numbersIn(rivers, 'Relative_longitude_from_SW_corner_of_bin')
  const north = numbersIn(rivers, 'Relative_latitude_from_SW_corner_of_bin')
  const squares = [...counts].flatMap((count, square) => Array<number>(count).fill(square))
  for (const [segment, square] of squares.entries()) {
    const kind = kindOfLevel.get(levels[segment] ?? -1)
    if (kind === undefined) continue
    const start = starts[segment] ?? 0
    const [west, south] = [(((square % 360) + 180) % 360) - 180, 89 - Math.floor(square / 360)]
    const line = Array.from({ length: lengths[segment] ?? 0 }, (_, index) => [
      west + ((east[start + index] ?? 0) & degree) / degree,
      south + ((north[start + index] ?? 0) & degree) / degree,
    ])
    yield { kind, line: thinned(line, (position) => leave[neighbourhoodOf(position)]) }
  }
}
