import { useEffect } from 'react'
import { messages } from '../../messages.ts'
import { countryChosen, stateChosen } from '../form-changes.ts'
import type { Offer } from '../use-look-ups.ts'
import { change, type SearchFormControl } from '../use-search-form.ts'

const emptied = { country: countryChosen(''), state: stateChosen(''), providerType: { providerType: '' } }

/** Lets a value go that its field turns out not to offer, and says so there. */
export function useOffered(
  form: SearchFormControl,
  field: keyof typeof emptied,
  value: string,
  { items, loading }: Offer<{ id: string }>,
) {
  const isGone = value !== '' && !loading && items.length > 0 && !items.some(({ id }) => id === value)
  useEffect(() => {
    if (!isGone) return
    change(form, emptied[field])
    form.setError(field, { message: messages.notOffered(messages[field]) })
  }, [isGone, form, field])
}
