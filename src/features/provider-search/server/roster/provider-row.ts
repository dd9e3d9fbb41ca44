import findTimeZone from '@photostructure/tz-lookup'
import { escapeCopyText } from '#platform/db/copy-into.ts'
import type { ProviderDetails } from '../../contract.ts'

/** The columns of a copy line, in order. */
export const copyColumns = [
  'line',
  'network_code',
  'source_name',
  'hash',
  'roster_id',
  'name',
  'tin',
  'address_one',
  'address_two',
  'city',
  'state_id',
  'zipcode',
  'country_id',
  'phone',
  'fax',
  'contact',
  'provider_type_id',
  'specialty',
  'latitude',
  'longitude',
  'located_by',
  'preferred',
  'hide_vob',
  'vob_message',
  'details',
  'provider_json',
] as const

/** Formats a row for PostgreSQL's COPY in text format, including the line end. */
export function copyLine(row: LocatedRow): string {
  const json = providerJson(row)
  const values = [
    row.line,
    row.network,
    row.source,
    row.hash,
    row.id,
    row.name,
    row.tin,
    row.addressOne,
    row.addressTwo,
    row.city,
    row.stateId,
    row.zipcode,
    row.countryId,
    row.phone,
    row.fax,
    row.contact,
    row.typeId,
    row.specialty,
    row.latitude,
    row.longitude,
    row.locatedBy,
    row.preferred,
    row.hideVOB,
    row.vobMessage,
    row.details,
    json,
  ]
  // These values contain every text of the row as JSON: if they have no backslash, no text needs escaping.
  const needsNoEscaping = [json, JSON.stringify(row.tin), row.details].every((text) => !text?.includes('\\'))
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]
    if (value === null) values[at] = '\\N'
    else if (!needsNoEscaping && typeof value === 'string') values[at] = escapeCopyText(value)
  }
  return `${values.join('\t')}\n`
}

/**
 * Writes the column `provider_json`: the contract's `provider` as JSON text, without `distance`, `network`, `tin` and the
 * closing brace. Each query or function that returns the JSON adds the brace and whichever of these members it needs.
 */
function providerJson(row: LocatedRow): string {
  const provider = {
    hash: row.hash,
    id: row.id,
    name: row.name,
    addressDisplay: addressLine(row),
    addressOne: row.addressOne,
    addressTwo: row.addressTwo,
    city: row.city,
    state: row.stateShown,
    zipcode: row.zipcode,
    country: row.countryId,
    phone: row.phone,
    fax: row.fax,
    contact: row.contact,
    providerType: row.typeDescription,
    providerTypeId: row.typeId,
    specialty: row.specialty,
    networkCode: row.network,
    latitude: row.latitude,
    longitude: row.longitude,
    preferred: row.preferred,
    hideVOB: row.hideVOB,
    vobMessage: row.vobMessage,
    details: withTimeZone(row),
  }
  return JSON.stringify(provider).slice(0, -1)
}

/**
 * The known details, with the time zone of the place if there are hours; undefined, and so not in the JSON text, if
 * nothing is known.
 */
function withTimeZone({ knownDetails, latitude, longitude }: LocatedRow): KnownDetails | undefined {
  if (!knownDetails?.hours) return knownDetails ?? undefined
  return { ...knownDetails, timeZone: findTimeZone(latitude, longitude) }
}

/**
 * Formats the address on one line: "1 Main St, Suite 2, Miami, FL 33131"; an address abroad includes the
 * country.
 */
function addressLine(row: ProviderRow): string {
  const { addressOne, addressTwo, city, stateShown, zipcode, countryId, countryName } = row
  const region =
    countryId === 'US'
      ? [city, joinWithSpace(stateShown, zipcode)]
      : [joinWithSpace(city, zipcode), stateShown === city ? null : stateShown, countryName]
  return [addressOne, addressTwo, ...region].filter(Boolean).join(', ').replaceAll(/\s+/g, ' ')
}

const joinWithSpace = (first: string | null, second: string | null) =>
  first && second ? `${first} ${second}` : (first ?? second)

/** The provider type of rows that name none; such providers appear only under "All". */
export const untyped = '0000000000'

/** The details that a row has; only these, so that the stored text stays short. */
type KnownDetails = Partial<ProviderDetails>

/** A validated row of a roster; its point is null if the roster has none. */
export type ProviderRow = {
  line: number
  hash: string
  network: string
  /** The name of the source that the row belongs to. */
  source: string
  id: string
  name: string
  tin: string | null
  addressOne: string | null
  addressTwo: string | null
  city: string | null
  stateId: string | null
  stateShown: string | null
  zipcode: string | null
  countryId: string
  countryName: string
  phone: string | null
  fax: string | null
  contact: string | null
  typeId: string
  typeDescription: string
  /** The position of the type among all types, which determines the storage order. */
  typePosition: number
  specialty: string | null
  latitude: number | null
  longitude: number | null
  locatedBy: 'roster' | 'zip' | 'city'
  preferred: boolean
  hideVOB: boolean
  vobMessage: string | null
  /** The details that searches return; null if the roster has none. */
  knownDetails: KnownDetails | null
  /** The website and the other details that are only stored, as JSON; null if the roster has none. */
  details: string | null
  /** The state that the row names, if it is unknown; else null. */
  unknownState: string | null
  /** Warnings about doubtful values. */
  warnings: readonly string[]
}

/** A validated row with its point. */
export type LocatedRow = ProviderRow & { latitude: number; longitude: number }

/** A row with its point, or the reason why it cannot be imported. */
export type Placement = { row: LocatedRow } | { reason: string; isUnplaced?: boolean }
