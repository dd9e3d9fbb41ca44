import { incidentNumberLength, type SearchType } from '#cases/contract.ts'
import { parseDate } from '#platform/contract/parse-date.ts'

/** The maximum number of cases, and of authorizations, in a response. */
export const maxResults = 8

/** A name as typed: "Last, First", or one of the ways to read words without a comma. */
export type TypedName = { last: string; first: string }

/** What a typed text can be. A text can be several things at once: 01022026 is a date and the start of a number. */
export type TypedText = {
  text: string
  /** Words without a comma, as a prefix of "First Last". Undefined if the text has a comma or no letters. */
  fullName: string | undefined
  /** The ways to read the text as a last and a first name. */
  names: TypedName[]
  dateOfBirth: string | undefined
  /** The beginning of an incident number. */
  incidentDigits: string | undefined
  hasDigit: boolean
}

const fewestCharacters = 2
const fewestDigits = 3
/** A text with more words than this is read only as the beginning of a name. */
const maxNameWords = 5

/** A single Latin letter or digit is too little to search for; a single character of these scripts is a name. */
const wholeNameScripts = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Parses a typed text by its shape. Returns undefined if it is too short to search for. */
export function parseTypedText(typed: string): TypedText | undefined {
  const text = typed
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ')
  const characters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (characters < fewestCharacters && !wholeNameScripts.test(text)) return undefined
  const digits = text.replaceAll(/[\s-]/g, '')
  const isNumber = /^\d+$/.test(digits) && digits.length >= fewestDigits
  return {
    text,
    ...parseNames(text),
    dateOfBirth: parseDate(text),
    incidentDigits: isNumber && digits.length <= incidentNumberLength ? digits : undefined,
    hasDigit: /\d/.test(text),
  }
}

function parseNames(text: string): Pick<TypedText, 'fullName' | 'names'> {
  if (!/\p{L}/u.test(text)) return { fullName: undefined, names: [] }
  const [last = '', ...rest] = text.split(',').map((part) => part.trim())
  if (rest.length > 0) return { fullName: undefined, names: [{ last, first: rest.join(' ').trim() }] }
  const words = text.split(' ')
  if (words.length > maxNameWords) return { fullName: text, names: [] }
  const splits = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')] as const)
  return { fullName: text, names: splits.flatMap(([one, other]) => readBothWays(one, other)) }
}

const readBothWays = (one: string, other: string): TypedName[] => [
  { last: one, first: other },
  { last: other, first: one },
]

/** The type of patient search that a text fits. */
export function chooseSearchType({ text, dateOfBirth, incidentDigits, hasDigit }: TypedText): SearchType {
  if (incidentDigits?.length === incidentNumberLength) return 'CLAIMNO'
  if (dateOfBirth) return 'DOB'
  if (/^itn[\s-]*\d/i.test(text)) return 'ITN'
  return hasDigit ? 'POLICY' : 'NAMEL'
}
