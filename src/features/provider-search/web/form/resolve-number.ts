import type { SuggestedProvider } from '../../contract.ts'
import { messages } from '../../quick-search-messages.ts'
import { hasPlace, type SearchValues } from '../search-values.ts'
import { formatTown, type ResolvedText, searchForProvider } from './search-for-provider.ts'

/**
 * What a number means that several providers may have, and this one has. The person chooses among several, and whether to
 * search elsewhere than at the place they entered.
 */
export function resolveNumber(
  provider: SuggestedProvider,
  count: number,
  values: SearchValues,
): ResolvedText {
  if (count > 1) return { message: messages.severalWithNumber, isChoice: true }
  if (isAt(values, provider)) return { changes: searchForProvider(provider) }
  return { message: messages.numberElsewhere(formatTown(provider)), isChoice: true }
}

/** Whether a provider is at the place of the values; at each place if they name none. */
function isAt(values: SearchValues, { country, state, city, zipcode }: SuggestedProvider): boolean {
  if (!hasPlace(values)) return true
  if (values.zipCode !== '') return zipcode?.startsWith(values.zipCode) ?? false
  const isSame = (entered: string, own: string | null) =>
    entered === '' || entered.toLowerCase() === own?.toLowerCase()
  return isSame(values.country, country) && isSame(values.state, state) && isSame(values.city, city)
}
