import { z } from 'zod'
import { type Family, type SearchInfo, searchRequest } from '../contract.ts'
import { allTypes, defaultRange, ranges } from '../rules.ts'

/** What the form holds: the request's own fields, all of them texts that may be empty, with network and range. */
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

/** The fields as they follow each other in the form. */
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

/** The country of every domestic search. */
export const homeCountry = 'US'

/** What the form shows for these values: every search starts with all provider types. */
export const formValues = (values: SearchValues): SearchValues => ({
  ...values,
  providerType: values.providerType || allTypes,
})

/** The values before anything is chosen on a network. */
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

/** Whether the chosen network shows tax ids. */
export const showsTaxId = (search: SearchInfo, { network }: Pick<SearchValues, 'network'>) =>
  search.taxIdNetworks.includes(network)

/** Whether the providers of the chosen network can be sent by e-mail. */
export const offersEmail = (search: SearchInfo, { network }: Pick<SearchValues, 'network'>) =>
  search.emailNetworks.includes(network)
