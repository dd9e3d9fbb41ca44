import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Area = TopoJSON.GeometryCollection<{ name: string }>

/** The countries of Natural Earth at 1:10,000,000, from the package `world-atlas`. */
export const world = read<{ countries: Area }>(import.meta.resolve('world-atlas/countries-10m.json'))

/** The US counties and states of the Census Bureau, from the package `us-atlas`. */
export const unitedStates = read<{ counties: Area; states: Area }>(
  import.meta.resolve('us-atlas/counties-10m.json'),
)

function read<Objects extends Record<string, Area>>(file: string): TopoJSON.Topology<Objects> {
  return JSON.parse(readFileSync(fileURLToPath(file), 'utf8'))
}
