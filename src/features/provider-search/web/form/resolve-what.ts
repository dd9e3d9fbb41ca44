import type { QueryClient } from '@tanstack/react-query'
import type { Place } from '#geography/contract.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { allTypes } from '../../rules.ts'
import { fetchSuggestions, suggestionsQuery } from '../lookup-queries.ts'
import type { SearchValues } from '../search-values.ts'
import type { ResolvedText } from './search-for-provider.ts'

/** A typed text that is not resolved yet. A link's words always mean a type, if there is one. */
export type TypedText = { text: string; isTypeName?: boolean }

/** Shorter numbers may be a part of several, or a ZIP code. */
const wholeNumber = /^(?:\D*\d){9,}\D*$/

/** Whether a text is an NPI, a phone number or a tax ID. */
export const isWholeNumber = (words: string): boolean => wholeNumber.test(words) && !/\p{L}/u.test(words)

/**
 * The meaning of a typed text without a choice: the best type or a name, as the server decides; a whole NPI, phone number
 * or tax ID means its provider. After a failed lookup, a message: a search for "urgent care" as a name would find few of
 * them.
 */
export async function resolveWhat(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  typed: TypedText | undefined,
  near?: Place,
): Promise<ResolvedText> {
  if (!typed) return { changes: {} }
  const { text, isTypeName } = typed
  const words = text.trim()
  const asName = { name: words, providerType: allTypes }
  if (words === '') return { changes: asName }
  try {
    const { types, providers, meansType } = await fetchSuggestions(
      queries,
      suggestionsQuery(search, values, words, near),
    )
    const [best] = types
    if (best && (isTypeName || meansType)) return { changes: { name: '', providerType: best.id } }
    const [provider] = providers
    if (!provider || !isWholeNumber(words)) return { changes: asName }
    const { resolveNumber } = await import('./resolve-number.ts')
    return resolveNumber(provider, providers.length, values)
  } catch {
    return { message: messages.quick.whatFailed(words) }
  }
}
