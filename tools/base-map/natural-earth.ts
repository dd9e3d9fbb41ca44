import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Area = TopoJSON.GeometryCollection<{ name: string }>

/** Natural Earth's countries at 1:10,000,000, through the package `world-atlas`. */
export const world = read<{ countries: Area }>(import.meta.resolve('world-atlas/countries-10m.json'))

/** The counties, states and outline of the United States as the Census Bureau draws them, through `us-atlas`. */
export const unitedStates = read<{ counties: Area; states: Area }>(
  import.meta.resolve('us-atlas/counties-10m.json'),
)

function read<Objects extends Record<string, Area>>(file: string): TopoJSON.Topology<Objects> {
  return JSON.parse(readFileSync(fileURLToPath(file), 'utf8'))
}
