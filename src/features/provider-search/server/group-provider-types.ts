import type { ProviderType } from '../contract.ts'
import { messages } from '../messages.ts'
import { allTypes } from '../rules.ts'
import { searchMessages } from './search-messages.ts'

const all: ProviderType = { id: allTypes, description: messages.everyType, type: null, disabled: false }
const heading = (id: string, description: string): ProviderType => ({
  id,
  description,
  type: null,
  disabled: true,
})

/** Groups provider types for the search form: "All" comes first, and domestic types are under headings. */
export function groupProviderTypes(types: ProviderType[], domestic: boolean): ProviderType[] {
  if (!domestic) return [all, ...types]
  const facilities = types.filter(({ type }) => type === 1)
  const specialties = types.filter(({ type }) => type === 2)
  return [
    all,
    ...(facilities.length > 0 ? [heading('facilities', searchMessages.facilityTypes), ...facilities] : []),
    ...(specialties.length > 0 ? [heading('specialties', searchMessages.specialties), ...specialties] : []),
  ]
}
