import { formatDay, parseDay } from '#platform/contract/date-format.ts'
import { findUnprintable, normalizePdfText } from '#platform/contract/normalize-text.ts'
import type { VobForm, VobOptions } from './contract.ts'
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
export const optionLists: { [Name in Field]?: Exclude<keyof VobOptions, 'sincerely'> } = {
  groupId: 'groups',
  clientName: 'carriers',
  clientMailingAddress: 'mailing',
  clientPhone: 'phoneNumbers',
  clientFax: 'faxNumbers',
}

/** Returns the maximum length of a field in characters. Values from the directory always fit. */
export const maxLength = (field: Field): number => maxLengths[field] ?? 100
const maxLengths: { [Name in Field]?: number } = {
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

export type FieldError = { field: Field; message: string }

/** Normalizes a field. Notes keep at most one empty line in a row. */
const normalizeField = (form: VobForm, field: Field) =>
  field === 'notes'
    ? normalizePdfText(form.notes).replaceAll(/ *\n(?: *\n)+/g, '\n\n')
    : normalizePdfText(form[field])

/** Validates a form as of a day (YYYY-MM-DD). Returns the errors in field order. */
export function validateForm(form: VobForm, options: VobOptions, today: string): FieldError[] {
  const found = new Map<Field, string>()
  const parseField = (field: Field) => (found.has(field) ? undefined : parseDay(normalizeField(form, field)))
  for (const field of fields) {
    const message = validateField(field, normalizeField(form, field), options)
    if (message !== undefined) found.set(field, message)
  }
  for (const { field, message } of validateDates(parseField, today)) found.set(field, message)
  return fields.flatMap((field) => {
    const message = found.get(field)
    return message === undefined ? [] : [{ field, message }]
  })
}

function validateField(field: Field, text: string, options: VobOptions): string | undefined {
  if (text === '') return isRequired(field) ? messages.fieldMissing : undefined
  if (countCharacters(text) > maxLength(field)) return messages.tooLong(maxLength(field))
  const singleLine = field === 'notes' ? text : text.replaceAll('\n', '\u2028')
  const unprintableCharacters = findUnprintable(singleLine).map((character) =>
    describeCharacter(character, singleLine),
  )
  if (unprintableCharacters.length > 0) return messages.unprintable(unprintableCharacters.join(' '))
  if (isRequired(field) && !/[\p{L}\p{N}]/u.test(text)) return messages.lettersMissing
  if (dateFields.has(field) && !parseDay(text)) return messages.notADate
  if (field === 'sincerely' && !isSigner(text, options)) return messages.wrongSigner(options.sincerely)
  return isOption(field, text, options) ? undefined : messages.notAnOption
}

/** Whether the text is the client's configured signer. Without one, any text is valid. */
const isSigner = (text: string, { sincerely }: VobOptions) =>
  normalizePdfText(sincerely) === '' || text === normalizePdfText(sincerely)

/** Finds valid dates that contradict each other or lie in the future. */
function validateDates(parseField: (field: Field) => string | undefined, today: string): FieldError[] {
  const [born, from, to, service] = (['patientDOB', 'policyFrom', 'policyTo', 'dateOfService'] as const).map(
    parseField,
  )
  const isReversed = from && to && from > to
  const isOutside = service && ((from && service < from) || (to && service > to))
  const errors: FieldError[] = []
  if (born && born > today) errors.push({ field: 'patientDOB', message: messages.birthInFuture })
  if (isReversed) errors.push({ field: 'policyFrom', message: messages.policyReversed })
  else if (isOutside) errors.push({ field: 'dateOfService', message: messages.outsidePolicy })
  else if (born && service && service < born)
    errors.push({ field: 'dateOfService', message: messages.beforeBirth })
  return errors
}

/** Counts code points, so that characters outside the Basic Multilingual Plane count as one. */
export const countCharacters = (text: string) => Array.from(text).length

/** Describes a character; an invisible one by the text before it. */
function describeCharacter(character: string, text: string): string {
  if (!/[\p{C}\p{Z}]/u.test(character)) return character
  return messages.invisible(text.slice(0, text.indexOf(character)).slice(-12))
}

function isOption(field: Field, text: string, options: VobOptions): boolean {
  const fieldOptions = listOptions(field, options)
  return (
    fieldOptions === undefined ||
    Object.hasOwn(fieldOptions, text) ||
    Object.values(fieldOptions).includes(text)
  )
}

/** Returns the options of a field (labels by key); undefined for text fields and empty lists. */
export function listOptions(field: Field, options: VobOptions): Record<string, string> | undefined {
  const part = optionLists[field]
  return part && Object.keys(options[part]).length > 0 ? options[part] : undefined
}

/** Formats a valid field for the letter: an option as its label, and a date as M/D/YYYY. */
export function formatField(form: VobForm, field: Field, options: VobOptions): string {
  const text = normalizeField(form, field)
  if (dateFields.has(field)) return formatDay(parseDay(text) ?? '')
  const fieldOptions = listOptions(field, options) ?? {}
  return Object.hasOwn(fieldOptions, text) ? (fieldOptions[text] ?? '') : text
}

/** Combines the errors of a form into one message. */
export function summarizeErrors([first, ...others]: FieldError[]): string | undefined {
  if (!first) return undefined
  const all = [first, ...others]
  if (all.some(({ message }) => message === messages.fieldMissing)) return messages.requiredMissing
  if (first.message === messages.policyReversed) return first.message
  return messages.labeledError(messages.labels[first.field], first.message)
}

/** The length of the reason of a withdrawal, in characters. */
export const reasonLength = { min: 5, max: 500 }

/** Normalizes the reason of a withdrawal to one line. */
export const normalizeReason = (text: string) => normalizePdfText(text).replaceAll(/\s+/g, ' ')

/** Validates the reason of a withdrawal. Returns an error message, or undefined if it is valid. */
export function validateReason(text: string): string | undefined {
  const reason = normalizeReason(text)
  const length = countCharacters(reason)
  if (length < reasonLength.min) return messages.reasonTooShort(reasonLength.min)
  if (length > reasonLength.max) return messages.tooLong(reasonLength.max)
  const unprintable = findUnprintable(reason).map((character) => describeCharacter(character, reason))
  return unprintable.length > 0 ? messages.unprintable(unprintable.join(' ')) : undefined
}

/** The maximum number of letters in a list. */
export const maxVobs = 1000
