import { z } from 'zod'
import { type Place, place } from '#geography/contract.ts'
import { localStore, tabDraftPrefix, tabStore } from '#platform/web/storage.ts'
import { type Family, type SearchInfo, searchRequest } from '../contract.ts'
import { allCities, allTypes, defaultRange, ranges } from '../rules.ts'

/** The form values: the fields of the request as texts that can be empty, plus network and range. */
export const searchValues = searchRequest
  .pick({
    country: true,
    state: true,
    city: true,
    address: true,
    zipCode: true,
    providerType: true,
    name: true,
    taxId: true,
  })
  .required()
  .extend({ network: z.string(), range: z.literal(ranges) })
export type SearchValues = z.output<typeof searchValues>

/** The fields in the order of the form. */
export const fieldOrder = [
  'network',
  'country',
  'state',
  'city',
  'address',
  'zipCode',
  'range',
  'providerType',
  'name',
  'taxId',
] as const satisfies (keyof SearchValues)[]

/** The field of the form whose ID and errors each field of the quick search uses. */
export const quickFields = { what: 'name', where: 'zipCode' } as const satisfies Record<
  string,
  keyof SearchValues
>

/** The country of every domestic search. */
export const homeCountry = 'US'

/** The values as the form shows them: the provider type defaults to All. */
export const withDefaultType = (values: SearchValues): SearchValues => ({
  ...values,
  providerType: values.providerType || allTypes,
})

/** The initial values for a network. */
export function emptyValues(
  search: SearchInfo,
  network = Object.keys(search.networks)[0] ?? '',
): SearchValues {
  const country = search.families[network] === 'domestic' ? homeCountry : ''
  return {
    network,
    country,
    state: '',
    city: '',
    address: '',
    zipCode: '',
    range: defaultRange,
    providerType: '',
    name: '',
    taxId: '',
  }
}

/** The family of the chosen network. */
export const networkFamily = (search: SearchInfo, { network }: Pick<SearchValues, 'network'>): Family =>
  search.families[network] ?? 'domestic'

/** Whether the chosen network shows tax IDs. */
export const showsTaxId = (search: SearchInfo, { network }: Pick<SearchValues, 'network'>) =>
  search.taxIdNetworks.includes(network)

/** Whether the providers of the chosen network can be sent by email. */
export const offersEmail = (search: SearchInfo, { network }: Pick<SearchValues, 'network'>) =>
  search.emailNetworks.includes(network)

type Changes = Partial<SearchValues>

/**
 * Choosing a network resets country, state, city and address, and drops a tax ID that the form no longer
 * shows.
 */
export function chooseNetwork(network: string, values: SearchValues, search: SearchInfo): Changes {
  const { country, state, city, address } = emptyValues(search, network)
  const taxId = showsTaxId(search, { network }) ? values.taxId : ''
  return { network, country, state, city, address, taxId }
}

/** Choosing a country resets state, city and address. */
export const chooseCountry = (country: string): Changes => ({ country, state: '', city: '', address: '' })

/** Choosing a state resets city and address. */
export const chooseState = (state: string): Changes => ({ state, city: '', address: '' })

/** Choosing a city keeps the address only for a single city; choosing All Cities also clears the ZIP. */
export function chooseCity(city: string, values: SearchValues): Changes {
  const isOneCity = city !== '' && city !== allCities
  return {
    city,
    address: isOneCity ? values.address : '',
    zipCode: city === allCities ? '' : values.zipCode,
  }
}

/** The fields that say where. */
export const placeFields = ['country', 'state', 'city', 'zipCode'] as const satisfies (keyof SearchValues)[]

/** Whether the values name a place; the country of every domestic search does not count. */
export const hasPlace = ({ country, state, city, zipCode }: SearchValues): boolean =>
  [state, city, zipCode].some(Boolean) || (country !== '' && country !== homeCountry)

/** A chosen place; with the words, if they were typed and the place taken from them. */
export type ChosenPlace = Place & { typed?: string | undefined }

/** The last place that was chosen in this tab. */
const placeStore = tabStore(`${tabDraftPrefix}place`, () => place.extend({ typed: z.string().optional() }))
export const rememberPlace = (chosen: ChosenPlace) => placeStore.set(chosen)

/** The last place that was chosen in this tab, if the network can have it: a domestic one only in the United States. */
export function recallPlace(search: SearchInfo, values: SearchValues): Changes {
  const stored = placeStore.get()
  const isDomestic = networkFamily(search, values) === 'domestic'
  return stored && isDomestic === (stored.country === homeCountry) ? choosePlace(stored, isDomestic) : {}
}

/**
 * Choosing a place replaces all fields that say where. A city abroad keeps its state only if others have its name. A
 * street belongs to a city, so with one a ZIP code keeps its city.
 */
export function choosePlace(
  { kind, country, state, city, zipCode, needsState }: Place,
  isDomestic: boolean,
  street = '',
): Changes {
  const isAtHome = isDomestic || country === homeCountry
  const hasCity = kind === 'city' || (kind === 'zip' && street !== '' && isAtHome)
  return {
    country,
    state: ((kind === 'state' || (hasCity && (isAtHome || needsState))) && state) || '',
    city: (hasCity && city) || '',
    zipCode: (kind === 'zip' && zipCode) || '',
    address: hasCity ? street : '',
  }
}

/** The remembered place if the values name it. */
export function findRememberedPlace(values: SearchValues) {
  const stored = placeStore.get()
  const isSame = (changes: Changes) => placeFields.every((field) => changes[field] === values[field])
  const { address } = values
  return stored && [true, false].some((isDomestic) => isSame(choosePlace(stored, isDomestic, address)))
    ? stored
    : undefined
}

/** Whether the person last chose the detailed form, in any tab. */
export const detailedFormStore = localStore('detailedSearch', z.boolean())

/** Whether the values need a field that only the detailed form has. */
export function needsDetailedForm(values: SearchValues, search: SearchInfo): boolean {
  const { network, state, city, address, zipCode, providerType, name, taxId } = values
  const namesBoth = name !== '' && providerType !== '' && providerType !== allTypes
  const isCityWithoutState =
    city !== '' && state === '' && networkFamily(search, values) === 'domestic' && zipCode === ''
  return (
    network !== emptyValues(search).network ||
    taxId !== '' ||
    city === allCities ||
    (zipCode !== '' && address === '' && (city !== '' || state !== '')) ||
    namesBoth ||
    isCityWithoutState
  )
}
