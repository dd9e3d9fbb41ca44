import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { allTypes } from '../rules.ts'
import { isEnough } from './search-request.ts'
import { familyOf, home, type SearchValues } from './search-values.ts'

/** Sentences at the fields of the form. */
export type Sentences = Partial<Record<keyof SearchValues, string>>

/** What a search still needs to be enough, said at the fields where it can be given. */
export function lackingIn(values: SearchValues, search: SearchInfo): Sentences {
  const typed = { ...values, providerType: values.providerType || allTypes }
  return {
    ...(!isEnough(typed, search) && placeLacking(values, search)),
    ...(values.providerType === '' && { providerType: messages.lacking.type }),
  }
}

function placeLacking(values: SearchValues, search: SearchInfo): Sentences {
  const { lacking } = messages
  if (familyOf(search, values) === 'domestic')
    return values.state ? { city: lacking.cityAtHome } : { state: lacking.state }
  if (!values.country) return { country: lacking.country }
  return { city: values.country === home ? lacking.cityOrPostalCode : lacking.cityAbroad }
}
