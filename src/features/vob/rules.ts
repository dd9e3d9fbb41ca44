import { formatDay, parseDay } from '#platform/contract/calendar.ts'
import { findUnprintable, normalizeText } from '#platform/contract/printable-text.ts'
import type { VobForm, VobOffer } from './contract.ts'
import { messages } from './messages.ts'

/** A form field. */
export type Field = keyof typeof messages.labels
export const fields = Object.keys(messages.labels) as Field[]

/** Optional fields; all others are required. */
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

/** The option list of each select field. */
export const choiceOf: { [Name in Field]?: Exclude<keyof VobOffer, 'sincerely'> } = {
  groupId: 'groups',
  clientName: 'carriers',
  clientMailingAddress: 'mailing',
  clientPhone: 'phoneNumbers',
  clientFax: 'faxNumbers',
}

/** Maximum length of each field in characters; directory values always fit. */
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

/** Normalizes a field for the letter: notes keep at most one empty line in a row. */
const textIn = (form: VobForm, field: Field) =>
  field === 'notes'
    ? normalizeText(form.notes).replaceAll(/ *\n(?: *\n)+/g, '\n\n')
    : normalizeText(form[field])

/** Validates a form as of this day (YYYY-MM-DD); returns errors in field order. */
export function faultsOf(form: VobForm, offer: VobOffer, today: string): Fault[] {
  const found = new Map<Field, string>()
  const dayOf = (field: Field) => (found.has(field) ? undefined : parseDay(textIn(form, field)))
  for (const field of fields) {
    const message = faultIn(field, textIn(form, field), offer)
    if (message !== undefined) found.set(field, message)
  }
  for (const { field, message } of senselessDays(dayOf, today)) found.set(field, message)
  return fields.flatMap((field) => {
    const message = found.get(field)
    return message === undefined ? [] : [{ field, message }]
  })
}

function faultIn(field: Field, text: string, offer: VobOffer): string | undefined {
  if (text === '') return isRequired(field) ? messages.fieldMissing : undefined
  if (lengthOf(text) > longestOf(field)) return messages.tooLong(longestOf(field))
  const written = field === 'notes' ? text : text.replaceAll('\n', '\u2028')
  const strange = findUnprintable(written).map((character) => named(character, written))
  if (strange.length > 0) return messages.cannotBeShown(strange.join(' '))
  if (isRequired(field) && !/[\p{L}\p{N}]/u.test(text)) return messages.notInWords
  if (dateFields.has(field) && !parseDay(text)) return messages.notADay
  if (field === 'sincerely' && !isSigner(text, offer)) return messages.notTheSigner(offer.sincerely)
  return isAmongChoices(field, text, offer) ? undefined : messages.notAChoice
}

/** Whether the signature matches the client's configured signer; any is valid if none is configured. */
const isSigner = (text: string, { sincerely }: VobOffer) =>
  normalizeText(sincerely) === '' || text === normalizeText(sincerely)

/** Errors in valid but impossible dates. */
function senselessDays(dayOf: (field: Field) => string | undefined, today: string): Fault[] {
  const [born, from, to, service] = (['patientDOB', 'policyFrom', 'policyTo', 'dateOfService'] as const).map(
    dayOf,
  )
  const isBackwards = from && to && from > to
  const isOutside = service && ((from && service < from) || (to && service > to))
  const faults: Fault[] = []
  if (born && born > today) faults.push({ field: 'patientDOB', message: messages.bornLater })
  if (isBackwards) faults.push({ field: 'policyFrom', message: messages.policyBackwards })
  else if (isOutside) faults.push({ field: 'dateOfService', message: messages.outsidePolicy })
  else if (born && service && service < born)
    faults.push({ field: 'dateOfService', message: messages.beforeBirth })
  return faults
}

/** Counts grapheme clusters, so an emoji or accented letter is one character. */
export const lengthOf = (text: string) => Array.from(text).length

/** Describes a character; invisible ones by the text before them. */
function named(character: string, text: string): string {
  if (!/[\p{C}\p{Z}]/u.test(character)) return character
  return messages.invisible(text.slice(0, text.indexOf(character)).slice(-12))
}

function isAmongChoices(field: Field, text: string, offer: VobOffer): boolean {
  const choices = choicesFor(field, offer)
  return choices === undefined || Object.hasOwn(choices, text) || Object.values(choices).includes(text)
}

/** A field's options (keys with labels); undefined for typed fields and empty lists. */
export function choicesFor(field: Field, offer: VobOffer): Record<string, string> | undefined {
  const part = choiceOf[field]
  return part && Object.keys(offer[part]).length > 0 ? offer[part] : undefined
}

/** Formats a valid field for the letter: an option as its label, a date as M/D/YYYY. */
export function saidIn(form: VobForm, field: Field, offer: VobOffer): string {
  const text = textIn(form, field)
  if (dateFields.has(field)) return formatDay(parseDay(text) ?? '')
  const choices = choicesFor(field, offer) ?? {}
  return Object.hasOwn(choices, text) ? (choices[text] ?? '') : text
}

/** Combines the errors of a form into one message. */
export function sentenceFor([first, ...others]: Fault[]): string | undefined {
  if (!first) return undefined
  const all = [first, ...others]
  if (all.some(({ message }) => message === messages.fieldMissing)) return messages.requiredMissing
  if (first.message === messages.policyBackwards) return first.message
  return messages.faultOf(messages.labels[first.field], first.message)
}
