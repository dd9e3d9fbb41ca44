import { useEffect } from 'react'
import { messages } from '../../messages.ts'
import { allTypes } from '../../rules.ts'
import { countryChosen, stateChosen } from '../dependent-fields.ts'
import type { Offer } from '../use-lookups.ts'
import { change, type SearchFormControl } from '../use-search-form.ts'

const instead = {
  country: countryChosen(''),
  state: stateChosen(''),
  providerType: { providerType: allTypes },
}

/** Drops a value that its field turns out not to offer, and says so there; a provider type becomes All. */
export function useOffered(
  form: SearchFormControl,
  field: keyof typeof instead,
  value: string,
  { items, loading }: Offer<{ id: string }>,
) {
  const isGone = value !== '' && !loading && items.length > 0 && !items.some(({ id }) => id === value)
  useEffect(() => {
    if (!isGone) return
    change(form, instead[field])
    const sentence = messages.notOffered(messages[field])
    form.setError(field, {
      message: field === 'providerType' ? `${sentence} ${messages.allSelected}` : sentence,
    })
  }, [isGone, form, field])
}
