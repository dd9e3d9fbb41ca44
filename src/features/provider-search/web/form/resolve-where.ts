import type { QueryClient } from '@tanstack/react-query'
import type { Place } from '#geography/contract.ts'
import { plain } from '#platform/web/combo-box/option-search.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { fetchSuggestions, placesQuery } from '../lookup-queries.ts'
import {
  type ChosenPlace,
  chooseCountry,
  choosePlace,
  homeCountry,
  networkFamily,
  type SearchValues,
} from '../search-values.ts'
import { findPlaceAbroad } from './place-abroad.ts'
import { isWholeNumber } from './resolve-what.ts'

/** A house number, alone or as the first or last word. */
const houseNumber = /^\d{1,6}\p{L}?(?=\s)|(?<=\s)\d{1,5}\p{L}?$/u
const streetWord =
  /\p{L}\s+(st|street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|hwy|highway|pkwy|parkway)\.?$/iu

/** Whether a text may be an address with its street: it has a house number, or its first part ends in a word for streets. */
export function looksLikeStreet(typed: string): boolean {
  const [first = ''] = typed.split(',')
  const text = first.trim()
  return (houseNumber.test(text) && /\p{L}{2}/u.test(text)) || streetWord.test(text)
}

/**
 * The street of an address that a person typed to find a place: what is before the first comma or, without one, before a
 * ZIP code. A number next to a city, as in "75001 Paris, France", is a postal code.
 */
export function findStreet(typed: string, { kind, city, zipCode }: Place): string {
  const isZip = kind === 'zip' && zipCode !== null
  const withoutZip = isZip ? typed.replace(new RegExp(`\\s*\\b${zipCode}(-\\d{4})?\\s*$`), '') : typed
  const [first = '', ...others] = withoutZip.split(',')
  const text = first.trim()
  if (!looksLikeStreet(text) || (others.length === 0 && withoutZip === typed)) return ''
  const isCity = plain(text.replace(houseNumber, '')) === plain(city ?? '')
  return isCity ? '' : text
}

/** The words for the place: the text that a person typed after the street. */
export const afterStreet = (typed: string, street: string) =>
  typed.slice(street.length).replace(/^[\s,]+/, '')

/** The fields for a typed place without a choice and, if it was looked up, the place; or what to say if there is none. */
export async function resolveWhere(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  typed: string | undefined,
): Promise<{ changes: Partial<SearchValues>; place?: ChosenPlace } | { message: string; abroad?: Place }> {
  if (typed === undefined) return { changes: {} }
  const isDomestic = networkFamily(search, values) === 'domestic'
  const words = typed.trim()
  const { quick } = messages
  const nowhere = { ...chooseCountry(isDomestic ? homeCountry : ''), zipCode: '' }
  if (words === '') return { changes: nowhere }
  const zipCode = isDomestic ? /^\d{5}(?=(-\d{4})?$)/.exec(words)?.[0] : undefined
  if (zipCode) return { changes: { ...nowhere, zipCode } }
  try {
    const [best] = await fetchSuggestions(queries, placesQuery(search, values, words))
    if (!best) return await explainUnknownPlace(queries, search, words)
    const street = findStreet(words, best)
    const place = { ...best, typed: afterStreet(words, street) }
    return { changes: choosePlace(best, isDomestic, street), place }
  } catch {
    return { message: quick.lookupFailed }
  }
}

/** Words for the location of the device. */
export const meansHere = /^((near|close to|around) )?me$|^near ?by$|^(my|current) location$/i

/** The message about a text that is no place but looks like a phone number, for example; otherwise `other`. */
export function describeUnknown(words: string, other: string): string {
  if (isWholeNumber(words)) return messages.quick.numberInWhere
  if (meansHere.test(words)) return messages.quick.chooseHere
  return looksLikeStreet(words) ? messages.quick.unknownAddress : other
}

/** The message about a text that is no place in this search. */
async function explainUnknownPlace(queries: QueryClient, search: SearchInfo, words: string) {
  const { quick } = messages
  const abroad = await findPlaceAbroad(queries, search, words)
  if (abroad) return { message: quick.outside(abroad.label), abroad }
  return { message: describeUnknown(words, quick.unknownPlace(words)) }
}
