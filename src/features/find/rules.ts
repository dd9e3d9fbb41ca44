import { incidentNumberLength, type SearchType } from '#cases/contract.ts'
import { parseNames, type TypedName } from '#cases/rules.ts'
import { parseDate } from '#platform/contract/parse-date.ts'

/** The maximum number of cases, and of authorizations, in a response. */
export const maxResults = 8

/** What a typed text can be. A text can be several things at once: 01022026 is a date and the start of a number. */
export type TypedText = {
  text: string
  /** Words without a comma, as a prefix of "First Last". Undefined if the text has a comma or no letters. */
  fullName: string | undefined
  /** The ways to read the text as a last and a first name. */
  names: TypedName[]
  dateOfBirth: string | undefined
  hasDigit: boolean
  /** Whether numbers must match as a whole. */
  isWhole: boolean
}

const fewestCharacters = 2

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
  return { text, ...readNames(text), dateOfBirth: parseDate(text), hasDigit: /\d/.test(text), isWhole: false }
}

/** Returns the text as a whole incident, ITN or policy number only. */
export const toWholeNumber = (typed: TypedText): TypedText => ({
  ...typed,
  fullName: undefined,
  names: [],
  dateOfBirth: undefined,
  isWhole: true,
})

function readNames(text: string): Pick<TypedText, 'fullName' | 'names'> {
  if (!/\p{L}/u.test(text)) return { fullName: undefined, names: [] }
  const names = parseNames(text).filter(({ first }) => first !== undefined)
  return { fullName: text.includes(',') ? undefined : text, names }
}

/** The type of patient search that a text fits. */
export function chooseSearchType({ text, dateOfBirth, hasDigit }: TypedText): SearchType {
  const number = text.replaceAll(/[\s-]/g, '')
  if (/^\d+$/.test(number) && number.length === incidentNumberLength) return 'CLAIMNO'
  if (dateOfBirth) return 'DOB'
  if (/^itn[\s-]*\d/i.test(text)) return 'ITN'
  return hasDigit ? 'POLICY' : 'NAMEL'
}
