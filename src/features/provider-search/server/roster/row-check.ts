import { hash } from 'node:crypto'
import { RowRejectedError } from '#platform/server/csv/row-rejected-error.ts'
import type { Reference } from './lookup-tables.ts'
import { pointIn, yesNo } from './parse-cells.ts'
import { parseDetails } from './parse-details.ts'
import { parsePlace } from './parse-place.ts'
import { type ProviderRow, untyped } from './provider-row.ts'
import { type Column, columns, longest, type RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

/** The opaque key of a provider in a network: the same for the same network and roster id, everywhere and always. */
export const hashOf = (network: string, id: string) =>
  hash('sha256', `${network}\n${id}`, 'base64url').slice(0, 22)

/** The provider that a row of text stands for. Throws `RowRejectedError`. */
export function checkedRow(
  row: RosterRow,
  line: number,
  reference: Reference,
  { network: chosenNetwork, source }: { network?: string | undefined; source: string },
): ProviderRow {
  checkTexts(row)
  const network = networkOf(row.network, reference, chosenNetwork)
  const type = typeOf(row.providerType, reference)
  return {
    line,
    hash: hashOf(network, row.id),
    network,
    source,
    id: row.id,
    name: row.name,
    tin: row.tin || null,
    addressOne: row.addressOne || null,
    addressTwo: row.addressTwo || null,
    ...parsePlace(row, reference),
    phone: row.phone || null,
    fax: row.fax || null,
    contact: row.contact || null,
    typeId: type.id,
    typeDescription: type.description,
    typePosition: type.position,
    specialty: row.specialty || null,
    ...pointIn(row),
    preferred: yesNo('preferred', row.preferred),
    hideVOB: yesNo('hideVOB', row.hideVOB),
    vobMessage: row.vobMessage || null,
    ...parseDetails(row),
  }
}

function networkOf(named: string, { networks }: Reference, chosen: string | undefined): string {
  if (chosen && named && named !== chosen) throw new RowRejectedError(messages.otherNetwork(named, chosen))
  const code = named || chosen
  if (!code) throw new RowRejectedError(messages.noNetwork)
  if (!networks.has(code)) throw new RowRejectedError(messages.unknownNetwork(code))
  return code
}

function typeOf(value: string, reference: Reference) {
  if (value === '' || value === untyped) return { id: untyped, description: '', position: 0 }
  const type = reference.typeOf(value)
  if (!type) throw new RowRejectedError(messages.unknownType(value))
  return type
}

function checkTexts(row: RosterRow) {
  if (row.id === '') throw new RowRejectedError(messages.missing('id'))
  if (row.name === '') throw new RowRejectedError(messages.missing('name'))
  for (const column of columns) checkText(column, row[column])
}

function checkText(column: Column, value: string) {
  if (value.length > longest[column]) throw new RowRejectedError(messages.tooLong(column, longest[column]))
  if (value.includes('\uFFFD') || value.includes('\0'))
    throw new RowRejectedError(messages.unreadableText(column, value))
}
