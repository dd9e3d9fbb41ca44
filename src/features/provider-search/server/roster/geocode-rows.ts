import type { Database } from '#platform/server/database.ts'
import type { Reference, Zip } from './lookup-tables.ts'
import { kilometersBetween, type PlaceIndex, type Point, readPlaceIndex } from './place-index.ts'
import { type Located, type NamedCity, placeLookUps } from './place-lookups.ts'
import type { LocatedRow, Placement, ProviderRow } from './provider-row.ts'
import { messages } from './roster-messages.ts'

/** Of 51,748 facilities of the United States, the farthest stands 63 km from the middle of its ZIP. */
const farKm = 100
/** A town that people call theirs. */
const nearKm = 50
/** Beyond this no place of a country is remote, at sea or across a border: the point is wrong. */
const impossibleKm = 1000
/** Within this distance every place has to agree on the state for the point to tell it. */
const certainKm = 20

type Known = {
  index: PlaceIndex
  pointOf(row: ProviderRow): Located | undefined
  citiesOf(row: ProviderRow): NamedCity[] | undefined
}
type Pointed = ProviderRow & Point

/**
 * A function that gives rows their points: the roster's own where it agrees with the address, else the middle of the
 * ZIP or city, marked so. A point that cannot be meant costs the row; what is only doubtful is noted in its `doubts`.
 */
export function placer(db: Database, reference: Reference) {
  const lookUps = placeLookUps(db)
  let index: Promise<PlaceIndex> | undefined

  return async (rows: ProviderRow[]): Promise<Placement[]> => {
    const quick = rows.map((row) => placedByZip(row, zipOf(row, reference)))
    const rest = rows.filter((_, at) => !quick[at])
    if (rest.length === 0) return quick as Placement[]
    index ??= readPlaceIndex(db)
    const known: Known = {
      index: await index,
      pointOf: await lookUps.point(rest.filter(({ latitude }) => latitude === null)),
      citiesOf: await lookUps.cities(rest.filter(({ city }) => city)),
    }
    return rows.map((row, at) => quick[at] ?? placed(row, reference, known))
  }
}

const zipOf = ({ countryId, zipcode }: ProviderRow, reference: Reference) =>
  countryId === 'US' && zipcode ? reference.zipOf(zipcode) : undefined

/** Most rows: a ZIP of the United States that agrees with the state and with the point, if there is one. */
function placedByZip(row: ProviderRow, zip: Zip | undefined): Placement | undefined {
  if (!zip || row.unknownState || zip.state !== row.stateId) return undefined
  if (!hasPoint(row)) return { row: at(row, zip, 'zip') }
  return kilometersBetween(row, zip) <= farKm ? { row } : undefined
}

function placed(row: ProviderRow, reference: Reference, known: Known): Placement {
  const zip = zipOf(row, reference)
  if (zip && row.stateId && zip.state !== row.stateId) {
    const km = known.index.nearestInState('US', row.stateId, zip)?.km ?? impossibleKm
    const fault = messages.zipOutsideState(row.zipcode ?? '', zip.state, row.stateId)
    if (km > nearKm) return { reason: fault }
    return placedAt(doubting(row, fault), zip, reference, known)
  }
  if (zip && row.unknownState) {
    const shown = messages.stateOfZip(row.unknownState, row.countryId, zip.state)
    return placedAt(doubting(inState(row, zip.state, reference), shown), zip, reference, known)
  }
  return placedAt(row, zip, reference, known)
}

function placedAt(row: ProviderRow, zip: Zip | undefined, reference: Reference, known: Known): Placement {
  if (!hasPoint(row)) return zip ? { row: at(row, zip, 'zip') } : placedByAddress(row, reference, known)
  const fault = faultOfPoint(row, known.index)
  if (fault) return { reason: fault }
  // What lies overseas has another country's code in the gazetteer, and none of its cities and states.
  const isOverseas = known.index.nearestIn(row.countryId, row)?.country !== row.countryId
  const own = isOverseas ? row : heldAgainstAddress(row, zip, known)
  if (!own.unknownState) return { row: own }
  return { row: withOnlyState(own, statesOfPoint(own, known, isOverseas), reference) }
}

function heldAgainstAddress(row: Pointed, zip: Zip | undefined, known: Known): LocatedRow {
  const agreed = zip ? heldAgainstZip(row, zip, known) : heldAgainstCity(row, known)
  return agreed.locatedBy === 'roster' ? doubtingState(agreed, known.index) : agreed
}

/** Why the point cannot be in the country, undefined when it can. */
function faultOfPoint(row: Pointed, index: PlaceIndex): string | undefined {
  const km = index.nearestIn(row.countryId, row)?.km
  if (km === undefined || km <= farKm) return undefined
  const other = index.nearest(row)
  if (km <= impossibleKm && (!other || other.km > nearKm)) return undefined
  const isThere = (point: Point) =>
    Math.abs(point.latitude) <= 90 && (index.nearestIn(row.countryId, point)?.km ?? impossibleKm) <= farKm
  const { latitude, longitude } = row
  const isSwapped = isThere({ latitude: longitude, longitude: latitude })
  const isMirrored = [
    { latitude, longitude: -longitude },
    { latitude: -latitude, longitude },
  ].some(isThere)
  return messages.pointOutsideCountry(row, row.countryName, km, { isSwapped, isMirrored })
}

/** The row at its own point, or at its ZIP where the two are too far apart and the city does not speak for the point. */
function heldAgainstZip(row: Pointed, zip: Zip, known: Known): LocatedRow {
  const km = kilometersBetween(row, zip)
  if (km <= farKm) return row
  const nearest = nearestCity(row, known)
  if (nearest && nearest.km <= nearKm) return doubting(row, messages.zipFarFromPoint(row.zipcode ?? '', km))
  return at(doubting(row, messages.pointFarFromZip(row.zipcode ?? '', km)), zip, 'zip')
}

/** Without a known ZIP the city decides in the United States. Abroad a state may have more towns of that name. */
function heldAgainstCity(row: Pointed, known: Known): LocatedRow {
  const nearest = nearestCity(row, known)
  if (!nearest || nearest.km <= farKm) return row
  const isCertain = row.countryId === 'US' && row.stateId !== null
  const doubt = messages.pointFarFromCity(row.city ?? '', nearest.km, isCertain)
  return isCertain ? at(doubting(row, doubt), nearest.city, 'city') : doubting(row, doubt)
}

/** Of the cities of that name, in the state if the row names one, the one nearest to the point. */
function nearestCity(row: Pointed, known: Known) {
  const cities = (known.citiesOf(row) ?? []).filter(({ state }) => !row.stateId || state === row.stateId)
  const measured = cities.map((city) => ({ city, km: kilometersBetween(row, city) }))
  return measured.sort((a, b) => a.km - b.km)[0]
}

function doubtingState(row: LocatedRow, index: PlaceIndex): LocatedRow {
  const { stateId, stateShown, countryId } = row
  if (!stateId || row.doubts.length > 0) return row
  if (index.nearestIn(countryId, row)?.state === stateId) return row
  const km = index.nearestInState(countryId, stateId, row)?.km ?? 0
  return km > nearKm ? doubting(row, messages.pointFarFromState(stateShown ?? '', km)) : row
}

/** The states that an unknown one may be: those around the point; where these differ, the city's if it is among them. */
function statesOfPoint(row: LocatedRow, known: Known, isOverseas: boolean): string[] {
  const around = [...known.index.statesWithin(row.countryId, row, certainKm)]
  if (around.length === 1 || isOverseas) return around
  const ofCity = statesOfCity(row, known)
  return around.length === 0
    ? ofCity
    : ofCity.filter((state) => around.includes(state) && ofCity.length === 1)
}

/** The states of its country that have a city of the row's name. */
const statesOfCity = (row: ProviderRow, known: Known) => [
  ...new Set((known.citiesOf(row) ?? []).map(({ state }) => state)),
]

function withOnlyState<Row extends ProviderRow>(row: Row, states: string[], reference: Reference): Row {
  const [only = ''] = states
  const state = states.length === 1 ? reference.stateById(only) : undefined
  const named = row.unknownState ?? ''
  if (!state || state.country !== row.countryId)
    return doubting(row, messages.stateLeftOut(named, row.countryId))
  const placed = inState(row, state.id, reference)
  return doubting(placed, messages.stateOfPlace(named, row.countryId, state.name))
}

/** Rows without a point of their own stand at their ZIP or city, if that can only be one place. */
function placedByAddress(row: ProviderRow, reference: Reference, known: Known): Placement {
  const point = known.pointOf(row)
  const states = statesOfCity(row, known)
  // "Springfield" alone may be in Illinois, Massachusetts or Missouri.
  const isOneOfSeveral = point?.precision === 'city' && !row.stateId && states.length > 1
  if (!point || isOneOfSeveral) return { reason: whyUnplaced(row, isOneOfSeveral), isUnplaced: true }
  const here = at(row, point, point.precision)
  return { row: row.unknownState ? withOnlyState(here, states, reference) : here }
}

function whyUnplaced(row: ProviderRow, isOneOfSeveral: boolean): string {
  if (row.unknownState) return messages.unknownState(row.unknownState, row.countryId)
  if (isOneOfSeveral) return messages.severalPlaces(row.city ?? '', row.countryName)
  const address = [row.city, row.stateShown, row.zipcode, row.countryName].filter(Boolean).join(', ')
  return messages.notFound(address)
}

const hasPoint = (row: ProviderRow): row is LocatedRow => row.latitude !== null

const at = (row: ProviderRow, { latitude, longitude }: Point, locatedBy: 'zip' | 'city'): LocatedRow => ({
  ...row,
  latitude,
  longitude,
  locatedBy,
})

const doubting = <Row extends ProviderRow>(row: Row, doubt: string): Row => ({
  ...row,
  doubts: [...row.doubts, doubt],
})

function inState<Row extends ProviderRow>(row: Row, id: string, reference: Reference): Row {
  const state = reference.stateById(id)
  return state
    ? { ...row, stateId: id, stateShown: row.countryId === 'US' ? id : state.name, unknownState: null }
    : row
}
