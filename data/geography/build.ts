/**
 * Makes this folder's files from the raw ones: `node data/geography/build.ts FOLDER`, where FOLDER holds
 * `us_zips.csv` (zip, city, state, county, lat, lng) and `world_cities_1000.csv` (GeoNames' places).
 * The same raw files give the same bytes. The names in `*-names.csv` are written by hand and stay.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

type Row = Record<string, string>

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder with the raw files: node data/geography/build.ts FOLDER')

/** GeoNames lists these as countries; the United States' post and this product as states. */
const territories = new Set(['AS', 'GU', 'MP', 'PR', 'VI'])
/** Countries with ZIPs of their own by treaty. */
const associated = new Set(['FM', 'MH', 'PW'])

const zips = rowsIn(join(folder, 'us_zips.csv')).map(postalCode)
const places = rowsIn(join(folder, 'world_cities_1000.csv')).map(place)
const states = new Map(places.filter(({ stateId }) => stateId).map((row) => [row.stateId, row]))

write('postal-codes', 'id,city,county,country_id,state_id,latitude,longitude', zips)
write(
  'cities',
  'id,name,country_id,state_id,population,latitude,longitude',
  places.map(cityColumns).sort(byId),
)
write('states', 'id,country_id,name', [...states.values()].map(stateColumns).sort(byId))
write('countries', 'id,name', countryColumns().sort(byId))

function rowsIn(file: string): Row[] {
  return parse(readFileSync(file), { columns: true, bom: true })
}

function postalCode({ zip = '', city = '', state = '', county = '', lat = '', lng = '' }: Row) {
  if (associated.has(state)) return [zip, city, county, state, '', lat, lng]
  const [name, stateId] = state ? [city, state] : [city.slice(0, 3), militaryState(zip)]
  return [zip, name, county, 'US', stateId, lat, lng]
}

/** The armed forces' ZIPs (United States Postal Service, Publication 28, section 225). */
function militaryState(zip: string) {
  if (zip.startsWith('340')) return 'AA'
  return zip.startsWith('09') ? 'AE' : 'AP'
}

function place({
  id = '',
  name = '',
  country = '',
  admin1 = '',
  admin1_name = '',
  population = '',
  lat = '',
  lng = '',
}: Row) {
  const where = { id, name, population, lat, lng, stateName: admin1_name }
  if (territories.has(country)) return { ...where, countryId: 'US', stateId: country }
  if (!admin1 || admin1 === '00') return { ...where, countryId: country, stateId: '' }
  return { ...where, countryId: country, stateId: country === 'US' ? admin1 : `${country}-${admin1}` }
}

function cityColumns({ id, name, countryId, stateId, population, lat, lng }: ReturnType<typeof place>) {
  return [id, name, countryId, stateId, population, lat, lng]
}

/** A name that is missing here, or a territory's municipality's, is given in `state-names.csv`. */
function stateColumns({ stateId, countryId, stateName }: ReturnType<typeof place>) {
  return [stateId, countryId, territories.has(stateId) ? '' : stateName]
}

/** The names of Unicode's CLDR, but short where that one says more than a country's name. */
function countryColumns() {
  const long = new Intl.DisplayNames('en', { type: 'region' })
  const short = new Intl.DisplayNames('en', { type: 'region', style: 'short' })
  const names = { of: (id: string) => (['HK', 'MM', 'MO', 'PS'].includes(id) ? short : long).of(id) }
  return [...new Set(places.map(({ countryId }) => countryId))].map((id) => [id, names.of(id) ?? id])
}

function byId([a = '']: string[], [b = '']: string[]) {
  return a < b ? -1 : 1
}

function write(name: string, header: string, rows: string[][]) {
  const text = [header, ...rows.map((row) => row.map(quoted).join(','))].join('\n')
  writeFileSync(new URL(`${name}.csv.gz`, import.meta.url), gzipSync(`${text}\n`, { level: 9 }))
}

function quoted(value: string) {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
