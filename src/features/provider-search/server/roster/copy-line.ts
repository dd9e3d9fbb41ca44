import { providerJson } from './provider-json.ts'
import type { LocatedRow } from './provider-row.ts'

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
  'answer',
] as const

/** Formats a row for PostgreSQL's COPY in text format, including the line end. */
export function copyLine(row: LocatedRow): string {
  const answer = providerJson(row)
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
    answer,
  ]
  // These values contain every text of the row as JSON: if they have no backslash, no text needs escaping.
  const needsNoEscaping = [answer, JSON.stringify(row.tin), row.details].every(
    (text) => !text?.includes('\\'),
  )
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]
    if (value === null) values[at] = '\\N'
    else if (!needsNoEscaping && typeof value === 'string') values[at] = escapeText(value)
  }
  return `${values.join('\t')}\n`
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escapeText = (value: string) =>
  value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
