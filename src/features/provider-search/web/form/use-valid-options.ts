import { useEffect } from 'react'
import { messages } from '../../messages.ts'
import { allTypes } from '../../rules.ts'
import { chooseCountry, chooseState } from '../dependent-fields.ts'
import type { LookupOptions } from '../use-lookups.ts'
import { change, type SearchFormControl } from '../use-search-form.ts'

const resets = {
  country: chooseCountry(''),
  state: chooseState(''),
  providerType: { providerType: allTypes },
}

/** Resets a value that is not among the loaded options and shows an error at its field; a provider type becomes All. */
export function useValidOption(
  form: SearchFormControl,
  field: keyof typeof resets,
  value: string,
  { items, loading }: LookupOptions<{ id: string }>,
) {
  const isUnavailable = value !== '' && !loading && items.length > 0 && !items.some(({ id }) => id === value)
  useEffect(() => {
    if (!isUnavailable) return
    change(form, resets[field])
    const message = messages.notOffered(messages[field])
    form.setError(field, {
      message: field === 'providerType' ? `${message} ${messages.allSelected}` : message,
    })
  }, [isUnavailable, form, field])
}
