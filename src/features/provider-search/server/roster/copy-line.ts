import { providerJson } from './provider-json.ts'
import type { LocatedRow } from './provider-row.ts'

/** The columns of the table that a copy line fills, in its order. */
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

/** A row as PostgreSQL's COPY reads it, in text format, line end included. */
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
  // In JSON, all texts of the row: where nothing is escaped there, nothing is to be escaped here.
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
