import { hash } from 'node:crypto'
import { RowRejectedError } from '#platform/server/csv/row-rejected-error.ts'
import type { LookupTables } from './lookup-tables.ts'
import { parsePoint, parseYesNo } from './parse-cells.ts'
import { parseDetails } from './parse-details.ts'
import { parsePlace } from './parse-place.ts'
import { type ProviderRow, untyped } from './provider-row.ts'
import { type Column, columns, maxLengths, type RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

/** The opaque key of a provider in a network: a stable hash of the network and the roster ID. */
export const hashProvider = (network: string, id: string) =>
  hash('sha256', `${network}\n${id}`, 'base64url').slice(0, 22)

/** Validates a row of text and converts it to a provider. Throws `RowRejectedError`. */
export function toProviderRow(
  row: RosterRow,
  line: number,
  lookups: LookupTables,
  { network: chosenNetwork, source }: { network?: string | undefined; source: string },
): ProviderRow {
  checkTexts(row)
  const network = resolveNetwork(row.network, lookups, chosenNetwork)
  const type = resolveType(row.providerType, lookups)
  return {
    line,
    hash: hashProvider(network, row.id),
    network,
    source,
    id: row.id,
    name: row.name,
    tin: row.tin || null,
    addressOne: row.addressOne || null,
    addressTwo: row.addressTwo || null,
    ...parsePlace(row, lookups),
    phone: row.phone || null,
    fax: row.fax || null,
    contact: row.contact || null,
    typeId: type.id,
    typeDescription: type.description,
    typePosition: type.position,
    specialty: row.specialty || null,
    ...parsePoint(row),
    preferred: parseYesNo('preferred', row.preferred),
    hideVOB: parseYesNo('hideVOB', row.hideVOB),
    vobMessage: row.vobMessage || null,
    ...parseDetails(row),
  }
}

function resolveNetwork(named: string, { networks }: LookupTables, chosen: string | undefined): string {
  if (chosen && named && named !== chosen) throw new RowRejectedError(messages.networkMismatch(named, chosen))
  const code = named || chosen
  if (!code) throw new RowRejectedError(messages.networkMissing)
  if (!networks.has(code)) throw new RowRejectedError(messages.unknownNetwork(code))
  return code
}

function resolveType(value: string, lookups: LookupTables) {
  if (value === '' || value === untyped) return { id: untyped, description: '', position: 0 }
  const type = lookups.findType(value)
  if (!type) throw new RowRejectedError(messages.unknownType(value))
  return type
}

function checkTexts(row: RosterRow) {
  if (row.id === '') throw new RowRejectedError(messages.missing('id'))
  if (row.name === '') throw new RowRejectedError(messages.missing('name'))
  for (const column of columns) checkText(column, row[column])
}

function checkText(column: Column, value: string) {
  if (value.length > maxLengths[column])
    throw new RowRejectedError(messages.tooLong(column, maxLengths[column]))
  if (value.includes('\uFFFD') || value.includes('\0'))
    throw new RowRejectedError(messages.unreadableText(column, value))
}
