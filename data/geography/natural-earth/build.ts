/**
 * Makes the urban areas, railroads and airports of the base map: `node data/geography/natural-earth/build.ts FOLDER`,
 * where FOLDER has Natural Earth's `ne_50m_urban_areas`, `ne_10m_railroads_north_america` and `ne_10m_airports` as
 * GeoJSON (public domain). The same files give the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { encodeLines, encodeShores } from '../../../tools/base-map/coast-format.ts'
import { thinned } from '../coast/thinned.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder: node data/geography/natural-earth/build.ts FOLDER')

type Properties = { scalerank: number; name?: string; iata_code?: string; type?: string }

/** How far an outline or a line may move, in km; the sources are no more exact. */
const tolerance = () => 0.3

const areas = read<GeoJSON.Polygon>('ne_50m_urban_areas').flatMap(({ geometry }) =>
  geometry.coordinates.map((ring, at) => ({ isWater: at > 0, ring: thinned(ring, tolerance) })),
)
write('urban-areas.br', encodeShores(areas))

const railroads = read<GeoJSON.LineString>('ne_10m_railroads_north_america').map(({ geometry }) => ({
  kind: 0,
  line: thinned(geometry.coordinates, tolerance),
}))
write('railroads.br', encodeLines(railroads))

const airports = read<GeoJSON.Point>('ne_10m_airports')
  .filter(
    ({ properties: { iata_code, type = '' } }) =>
      iata_code && /major|mid/.test(type) && !/military/.test(type),
  )
  .map(({ geometry: { coordinates }, properties: { iata_code = '', scalerank } }) =>
    [iata_code, scalerank, ...coordinates.map((each) => each.toFixed(4))].join(','),
  )
  .sort()
writeFileSync(
  new URL('airports.csv', import.meta.url),
  `${['code,rank,longitude,latitude', ...airports].join('\n')}\n`,
)

function read<Geometry extends GeoJSON.Geometry>(name: string): GeoJSON.Feature<Geometry, Properties>[] {
  return JSON.parse(readFileSync(join(folder ?? '', `${name}.geojson`), 'utf8')).features
}

function write(name: string, bytes: Buffer) {
  writeFileSync(new URL(name, import.meta.url), brotliCompressSync(bytes))
}
