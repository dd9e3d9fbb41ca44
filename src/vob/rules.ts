import { dayFrom, shownDay } from '#platform/contract/calendar.ts'
import { tidy, unprintable } from '#platform/contract/document-text.ts'
import type { VobForm, VobOffer } from './contract.ts'
import { messages } from './messages.ts'

/** A field that a person fills in. */
export type Field = keyof typeof messages.labels
export const fields = Object.keys(messages.labels) as Field[]

/** Fields that may stay empty (rulings, section 9); every other is required. */
const optional: ReadonlySet<Field> = new Set<Field>([
  'providerContact',
  'providerFax',
  'copayment',
  'deductible',
  'coverageLimit',
  'clientFax',
  'notes',
])
export const isRequired = (field: Field) => !optional.has(field)

export const dateFields: ReadonlySet<Field> = new Set<Field>([
  'patientDOB',
  'policyFrom',
  'policyTo',
  'dateOfService',
])

/** Which part of the offer a field is chosen from. */
export const choiceOf: { [Name in Field]?: Exclude<keyof VobOffer, 'sincerely'> } = {
  groupId: 'groups',
  clientName: 'carriers',
  clientMailingAddress: 'mailing',
  clientPhone: 'phoneNumbers',
  clientFax: 'faxNumbers',
}

/** The longest text that each field takes, in characters; what the directory holds always fits. */
export const longestOf = (field: Field): number => lengths[field] ?? 100
const lengths: { [Name in Field]?: number } = {
  providerName: 300,
  providerContact: 300,
  providerAddress: 700,
  providerCityStateZip: 300,
  clientName: 200,
  clientMailingAddress: 200,
  clientPhone: 200,
  clientFax: 200,
  groupId: 200,
  sincerely: 200,
  reference: 40,
  notes: 200,
}

export type Fault = { field: Field; message: string }

/** Everything that keeps a form from being a letter, in the order of its fields. */
export function faultsOf(form: VobForm, offer: VobOffer): Fault[] {
  const faults = fields.flatMap((field): Fault[] => {
    const message = faultIn(field, tidy(form[field]), offer)
    return message === undefined ? [] : [{ field, message }]
  })
  const isSound = (field: Field) => !faults.some((fault) => fault.field === field)
  const areDays = isSound('policyFrom') && isSound('policyTo')
  if (areDays && isAfter(form.policyFrom, form.policyTo))
    faults.push({ field: 'policyFrom', message: messages.policyBackwards })
  return faults
}

function faultIn(field: Field, text: string, offer: VobOffer): string | undefined {
  if (text === '') return isRequired(field) ? messages.fieldMissing : undefined
  if (lengthOf(text) > longestOf(field)) return messages.tooLong(longestOf(field))
  const strange = unprintable(
    field === 'notes' ? text.replaceAll('\n', ' ') : text.replaceAll('\n', '\u0000'),
  )
  if (strange.length > 0) return messages.cannotBeShown(strange.map(named).join(' '))
  if (dateFields.has(field) && !dayFrom(text)) return messages.notADay
  return isAmongChoices(field, text, offer) ? undefined : messages.notAChoice
}

/** Characters as people count them, so that an emoji or an accented letter is one. */
export const lengthOf = (text: string) => Array.from(text).length

const named = (character: string) => (/[\p{C}\p{Z}]/u.test(character) ? messages.controlCharacter : character)

const isAfter = (from: string, to: string) => (dayFrom(tidy(from)) ?? '') > (dayFrom(tidy(to)) ?? '')

function isAmongChoices(field: Field, text: string, offer: VobOffer): boolean {
  const choices = choicesFor(field, offer)
  return choices === undefined || Object.hasOwn(choices, text) || Object.values(choices).includes(text)
}

/** What a field is chosen from, keys with labels; undefined where it is typed, also because nothing is offered. */
export function choicesFor(field: Field, offer: VobOffer): Record<string, string> | undefined {
  const part = choiceOf[field]
  return part && Object.keys(offer[part]).length > 0 ? offer[part] : undefined
}

/** The text of a sound field as the letter says it: a choice by its label, a day as M/D/YYYY. */
export function saidIn(form: VobForm, field: Field, offer: VobOffer): string {
  const text = tidy(form[field])
  if (dateFields.has(field)) return shownDay(dayFrom(text) ?? '')
  const choices = choicesFor(field, offer) ?? {}
  return Object.hasOwn(choices, text) ? (choices[text] ?? '') : text
}

/** The one sentence for a form with these faults. */
export function sentenceFor([first, ...others]: Fault[]): string | undefined {
  if (!first) return undefined
  const all = [first, ...others]
  if (all.some(({ message }) => message === messages.fieldMissing)) return messages.requiredMissing
  if (first.message === messages.policyBackwards) return first.message
  return messages.faultOf(messages.labels[first.field], first.message)
}
