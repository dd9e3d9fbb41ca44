import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { allTypes } from '../rules.ts'
import { isFormComplete } from './search-request.ts'
import { homeCountry, networkFamily, type SearchValues } from './search-values.ts'

/** Messages for the fields of the form. */
export type FieldMessages = Partial<Record<keyof SearchValues, string>>

/** What is missing for a complete search, as messages at the fields that can supply it. */
export function validateSearch(values: SearchValues, search: SearchInfo): FieldMessages {
  const typed = { ...values, providerType: values.providerType || allTypes }
  return {
    ...(!isFormComplete(typed, search) && validatePlace(values, search)),
    ...(values.providerType === '' && { providerType: messages.missing.type }),
  }
}

function validatePlace(values: SearchValues, search: SearchInfo): FieldMessages {
  const { missing } = messages
  if (networkFamily(search, values) === 'domestic')
    return values.state ? { city: missing.cityAtHome } : { state: missing.state }
  if (!values.country) return { country: missing.country }
  return { city: values.country === homeCountry ? missing.cityOrPostalCode : missing.cityAbroad }
}
