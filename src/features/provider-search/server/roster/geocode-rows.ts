import { kilometersBetween } from '#geography/rules.ts'
import type { Database } from '#platform/db/database.ts'
import type { LookupTables, Zip } from './lookup-tables.ts'
import {
  AllPlacesNeeded,
  createPlaceLoader,
  createPlaceLookups,
  type Located,
  type NamedCity,
  type PlaceIndex,
  type Point,
} from './place-index.ts'
import type { LocatedRow, Placement, ProviderRow } from './provider-row.ts'
import { messages } from './roster-messages.ts'

/**
 * The distance in kilometers beyond which a point does not match a ZIP, city or country. Of 51,748 US
 * facilities, the farthest is 63 km from the center of its ZIP.
 */
const farKm = 100
/** The distance in kilometers within which a point can belong to a city or a state. */
const nearKm = 50
/**
 * A point farther than this, in kilometers, from every place in its country is wrong, not just remote, at sea
 * or across a border.
 */
const maxPlausibleKm = 1000
/**
 * A point determines the state only if all places within this distance, in kilometers, are in the same state.
 */
const certainKm = 20

type Geodata = {
  index: PlaceIndex
  findPoint(row: ProviderRow): Located | undefined
  findCities(row: ProviderRow): NamedCity[] | undefined
}
type RowWithPoint = ProviderRow & Point

/**
 * Creates a function that locates rows: at the roster's point if it agrees with the address, else at the center of
 * the ZIP or city. Rejects a row whose point is impossible; adds a warning to a row whose point is doubtful.
 */
export function createRowGeocoder(db: Database, lookups: LookupTables) {
  const placeLookups = createPlaceLookups(db)
  const loadPlaces = createPlaceLoader(db)

  return async (rows: ProviderRow[]): Promise<Placement[]> => {
    const byZip = rows.map((row) => geocodeByZip(row, findZip(row, lookups)))
    const rest = rows.filter((_, at) => !byZip[at])
    if (rest.length === 0) return byZip as Placement[]
    const lookedUp = {
      findPoint: await placeLookups.point(rest.filter(({ latitude }) => latitude === null)),
      findCities: await placeLookups.cities(rest.filter(({ city }) => city)),
    }
    const compared = rest.filter((row) => needsPlaces(row, lookups))
    const locate = (index: PlaceIndex) =>
      rows.map((row, at) => byZip[at] ?? geocodeRow(row, lookups, { ...lookedUp, index }))
    try {
      return locate(await loadPlaces(compared.map(({ countryId }) => countryId)))
    } catch (error) {
      if (!(error instanceof AllPlacesNeeded)) throw error
      return locate(await loadPlaces('all'))
    }
  }
}

const findZip = ({ countryId, zipcode }: ProviderRow, lookups: LookupTables) =>
  countryId === 'US' && zipcode ? lookups.findZip(zipcode) : undefined

/** Whether a row is compared with the places of its country. */
function needsPlaces(row: ProviderRow, lookups: LookupTables): boolean {
  const zip = findZip(row, lookups)
  return hasPoint(row) || Boolean(zip && row.stateId && zip.state !== row.stateId)
}

/**
 * Handles most rows: those with a US ZIP that agrees with the state and, if there is a point, with the point.
 */
function geocodeByZip(row: ProviderRow, zip: Zip | undefined): Placement | undefined {
  if (!zip || row.unknownState || zip.state !== row.stateId) return undefined
  if (!hasPoint(row)) return { row: placeAt(row, zip, 'zip') }
  return kilometersBetween(row, zip) <= farKm ? { row } : undefined
}

function geocodeRow(row: ProviderRow, lookups: LookupTables, geodata: Geodata): Placement {
  const zip = findZip(row, lookups)
  if (zip && row.stateId && zip.state !== row.stateId) {
    const km = geodata.index.nearestInState('US', row.stateId, zip)?.km ?? maxPlausibleKm
    const error = messages.zipOutsideState(row.zipcode ?? '', zip.state, row.stateId)
    if (km > nearKm) return { reason: error }
    return geocodeAt(withWarning(row, error), zip, lookups, geodata)
  }
  if (zip && row.unknownState) {
    const shown = messages.stateOfZip(row.unknownState, row.countryId, zip.state)
    return geocodeAt(withWarning(withState(row, zip.state, lookups), shown), zip, lookups, geodata)
  }
  return geocodeAt(row, zip, lookups, geodata)
}

function geocodeAt(
  row: ProviderRow,
  zip: Zip | undefined,
  lookups: LookupTables,
  geodata: Geodata,
): Placement {
  if (!hasPoint(row)) return zip ? { row: placeAt(row, zip, 'zip') } : geocodeByAddress(row, lookups, geodata)
  const error = findPointError(row, geodata.index)
  if (error) return { reason: error }
  // The gazetteer lists overseas territories under their own country codes, not with the country's cities and
  // states.
  const isOverseas = geodata.index.nearestIn(row.countryId, row)?.country !== row.countryId
  const own = isOverseas ? row : reconcileWithAddress(row, zip, geodata)
  if (!own.unknownState) return { row: own }
  return { row: withResolvedState(own, findStatesOfPoint(own, geodata, isOverseas), lookups) }
}

function reconcileWithAddress(row: RowWithPoint, zip: Zip | undefined, geodata: Geodata): LocatedRow {
  const agreed = zip ? reconcileWithZip(row, zip, geodata) : reconcileWithCity(row, geodata)
  return agreed.locatedBy === 'roster' ? withStateWarning(agreed, geodata.index) : agreed
}

/** Explains why the point cannot be in the country; undefined if it can. */
function findPointError(row: RowWithPoint, index: PlaceIndex): string | undefined {
  const km = index.nearestIn(row.countryId, row)?.km
  if (km === undefined || km <= farKm) return undefined
  const other = index.nearest(row)
  if (km <= maxPlausibleKm && (!other || other.km > nearKm)) return undefined
  const isInCountry = (point: Point) =>
    Math.abs(point.latitude) <= 90 && (index.nearestIn(row.countryId, point)?.km ?? maxPlausibleKm) <= farKm
  const { latitude, longitude } = row
  const isSwapped = isInCountry({ latitude: longitude, longitude: latitude })
  const isMirrored = [
    { latitude, longitude: -longitude },
    { latitude: -latitude, longitude },
  ].some(isInCountry)
  return messages.pointOutsideCountry(row, row.countryName, km, { isSwapped, isMirrored })
}

/**
 * Keeps the row at its point, or moves it to the ZIP if the two are too far apart and the city does not
 * confirm the point.
 */
function reconcileWithZip(row: RowWithPoint, zip: Zip, geodata: Geodata): LocatedRow {
  const km = kilometersBetween(row, zip)
  if (km <= farKm) return row
  const nearest = nearestCity(row, geodata)
  if (nearest && nearest.km <= nearKm)
    return withWarning(row, messages.zipFarFromPoint(row.zipcode ?? '', km))
  return placeAt(withWarning(row, messages.pointFarFromZip(row.zipcode ?? '', km)), zip, 'zip')
}

/**
 * Handles a point without a known ZIP. If it is too far from the city, a US row with a state moves to the
 * city; any other row stays at its point, because cities share names.
 */
function reconcileWithCity(row: RowWithPoint, geodata: Geodata): LocatedRow {
  const nearest = nearestCity(row, geodata)
  if (!nearest || nearest.km <= farKm) return row
  const isCertain = row.countryId === 'US' && row.stateId !== null
  const warning = messages.pointFarFromCity(row.city ?? '', nearest.km, isCertain)
  return isCertain ? placeAt(withWarning(row, warning), nearest.city, 'city') : withWarning(row, warning)
}

/** The city with the row's city name that is nearest to the point, within the row's state if it has one. */
function nearestCity(row: RowWithPoint, geodata: Geodata) {
  const cities = (geodata.findCities(row) ?? []).filter(({ state }) => !row.stateId || state === row.stateId)
  const measured = cities.map((city) => ({ city, km: kilometersBetween(row, city) }))
  return measured.sort((a, b) => a.km - b.km)[0]
}

function withStateWarning(row: LocatedRow, index: PlaceIndex): LocatedRow {
  const { stateId, stateShown, countryId } = row
  if (!stateId || row.warnings.length > 0) return row
  if (index.nearestIn(countryId, row)?.state === stateId) return row
  const km = index.nearestInState(countryId, stateId, row)?.km ?? 0
  return km > nearKm ? withWarning(row, messages.pointFarFromState(stateShown ?? '', km)) : row
}

/**
 * Candidates for an unknown state: the states around the point. If there are none, the states that have the city; if
 * there are several, the city's state if it is unique and among them.
 */
function findStatesOfPoint(row: LocatedRow, geodata: Geodata, isOverseas: boolean): string[] {
  const around = [...geodata.index.statesWithin(row.countryId, row, certainKm)]
  if (around.length === 1 || isOverseas) return around
  const ofCity = findStatesOfCity(row, geodata)
  return around.length === 0
    ? ofCity
    : ofCity.filter((state) => around.includes(state) && ofCity.length === 1)
}

/** The states of the country that have a city with the row's city name. */
const findStatesOfCity = (row: ProviderRow, geodata: Geodata) => [
  ...new Set((geodata.findCities(row) ?? []).map(({ state }) => state)),
]

function withResolvedState<Row extends ProviderRow>(row: Row, states: string[], lookups: LookupTables): Row {
  const [only = ''] = states
  const state = states.length === 1 ? lookups.findStateById(only) : undefined
  const named = row.unknownState ?? ''
  if (!state || state.country !== row.countryId)
    return withWarning(row, messages.stateLeftOut(named, row.countryId))
  const placed = withState(row, state.id, lookups)
  return withWarning(placed, messages.stateOfPlace(named, row.countryId, state.name))
}

/** Locates a row without coordinates at its ZIP or city, unless the city could be in several states. */
function geocodeByAddress(row: ProviderRow, lookups: LookupTables, geodata: Geodata): Placement {
  const point = geodata.findPoint(row)
  const states = findStatesOfCity(row, geodata)
  // "Springfield" alone may be in Illinois, Massachusetts or Missouri.
  const isOneOfSeveral = point?.precision === 'city' && !row.stateId && states.length > 1
  if (!point || isOneOfSeveral) return { reason: explainFailure(row, isOneOfSeveral), isUnplaced: true }
  const here = placeAt(row, point, point.precision)
  return { row: row.unknownState ? withResolvedState(here, states, lookups) : here }
}

function explainFailure(row: ProviderRow, isOneOfSeveral: boolean): string {
  if (row.unknownState) return messages.unknownState(row.unknownState, row.countryId)
  if (isOneOfSeveral) return messages.ambiguousCity(row.city ?? '', row.countryName)
  const address = [row.city, row.stateShown, row.zipcode, row.countryName].filter(Boolean).join(', ')
  return messages.notFound(address)
}

const hasPoint = (row: ProviderRow): row is LocatedRow => row.latitude !== null

const placeAt = (
  row: ProviderRow,
  { latitude, longitude }: Point,
  locatedBy: 'zip' | 'city',
): LocatedRow => ({
  ...row,
  latitude,
  longitude,
  locatedBy,
})

const withWarning = <Row extends ProviderRow>(row: Row, warning: string): Row => ({
  ...row,
  warnings: [...row.warnings, warning],
})

function withState<Row extends ProviderRow>(row: Row, id: string, lookups: LookupTables): Row {
  const state = lookups.findStateById(id)
  return state
    ? { ...row, stateId: id, stateShown: row.countryId === 'US' ? id : state.name, unknownState: null }
    : row
}
