import { hash } from 'node:crypto'
import { pointIn, yesNo } from './cell-values.ts'
import { placeIn } from './place-values.ts'
import { type ProviderRow, untyped } from './provider-row.ts'
import type { Reference } from './reference.ts'
import { Rejected } from './rejected.ts'
import { type Column, columns, longest, type RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

/** The opaque key of a provider in a network: the same for the same network and roster id, everywhere and always. */
export const hashOf = (network: string, id: string) =>
  hash('sha256', `${network}\n${id}`, 'base64url').slice(0, 22)

/** A function that gives the provider a row of text stands for, or throws `Rejected`. */
export function rowCheck(reference: Reference, chosenNetwork: string | undefined) {
  return (row: RosterRow, line: number): ProviderRow => {
    checkTexts(row)
    const network = networkOf(row)
    const type = typeOf(row.providerType)
    return {
      line,
      hash: hashOf(network, row.id),
      network,
      id: row.id,
      name: row.name,
      tin: row.tin || null,
      addressOne: row.addressOne || null,
      addressTwo: row.addressTwo || null,
      ...placeIn(row, reference),
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
    }
  }

  function networkOf({ network }: RosterRow): string {
    if (chosenNetwork && network && network !== chosenNetwork)
      throw new Rejected(messages.otherNetwork(network, chosenNetwork))
    const code = network || chosenNetwork
    if (!code) throw new Rejected(messages.noNetwork)
    if (!reference.networks.has(code)) throw new Rejected(messages.unknownNetwork(code))
    return code
  }

  function typeOf(value: string) {
    if (value === '' || value === untyped) return { id: untyped, description: '', position: 0 }
    const type = reference.typeOf(value)
    if (!type) throw new Rejected(messages.unknownType(value))
    return type
  }
}

function checkTexts(row: RosterRow) {
  if (row.id === '') throw new Rejected(messages.missing('id'))
  if (row.name === '') throw new Rejected(messages.missing('name'))
  for (const column of columns) checkText(column, row[column])
}

function checkText(column: Column, value: string) {
  if (value.length > longest[column]) throw new Rejected(messages.tooLong(column, longest[column]))
  if (value.includes('\uFFFD') || value.includes('\0'))
    throw new Rejected(messages.unreadableText(column, value))
}
