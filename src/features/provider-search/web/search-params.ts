import { z } from 'zod'
import { domesticStates } from '#geography/rules.ts'
import type { SearchInfo } from '../contract.ts'
import { offersRange } from '../rules.ts'
import { emptyValues, familyOf, home, type SearchValues, searchValues, showsTaxId } from './search-values.ts'

const { shape } = searchValues
/** The router reads "33131" as a number and "true" as a truth; here all are texts. */
const nothing = (field: z.ZodType<string, string>) =>
  z.coerce.string().pipe(field).refine(isText).catch('').default('')

/** The database keeps no text with a character of the code 0. */
const isText = (text: string) => !text.includes('\0')

/** The page's address behind the `?`. Nonsense there is ignored. */
const addressParams = z.object({
  network: nothing(shape.network),
  country: nothing(shape.country),
  state: nothing(shape.state),
  city: nothing(shape.city),
  zip: nothing(shape.zipCode),
  type: nothing(shape.providerType),
  name: nothing(shape.name),
  taxId: nothing(shape.taxId),
  range: z.coerce.number().pipe(shape.range).optional().catch(undefined),
})
const anyText = z.coerce.string().trim().catch('').default('')
const askedFor = z.object({
  network: anyText,
  state: anyText,
  city: anyText,
  zip: anyText,
  name: anyText,
  taxId: anyText,
  range: anyText,
})
export type AddressParams = Partial<Record<keyof typeof addressParams.shape, string>>

/**
 * The form's values that an address carries; the street, which no address carries, comes beside it. At home a state
 * that cannot be searched is left out, and what lies in it.
 */
export function valuesAt(params: unknown, search: SearchInfo, street = ''): SearchValues {
  const { network, zip, type, country, range, ...rest } = addressParams.parse(params)
  const empty = emptyValues(search, Object.hasOwn(search.networks, network) ? network : undefined)
  const isAbroad = familyOf(search, empty) !== 'domestic'
  const place = isAbroad || rest.state === '' || isSearchable(rest.state) ? rest : { state: '', city: '' }
  return {
    ...empty,
    ...rest,
    ...place,
    country: empty.country || country,
    zipCode: zip,
    providerType: type,
    address: place.city ? street : '',
    taxId: showsTaxId(search, empty) ? rest.taxId : '',
    range: range ?? empty.range,
  }
}

/** What an address asks for that this search does not have, and whether it asks for a territory. */
export type Refused = { fields: (typeof refusable)[number][]; isTerritory: boolean }

const refusable = [
  'network',
  'state',
  'city',
  'zipCode',
  'range',
  'name',
  'taxId',
] as const satisfies (keyof SearchValues)[]

/** What of an address is not among the values that were taken from it, as far as the form has a field for it. */
export function refusedAt(params: unknown, values: SearchValues, search: SearchInfo): Refused {
  const { zip: zipCode, ...others } = askedFor.parse(params)
  const asked = { ...others, zipCode }
  const taken = addressParams.parse(params)
  const isTerritory = asked.state !== values.state && stateAt(asked.state)?.showDisclaimer === true
  const isRefused = {
    network: asked.network !== values.network && Object.keys(search.networks).length > 1,
    state: asked.state !== values.state && !isTerritory,
    city: !taken.city,
    zipCode: !taken.zip,
    range: asked.range !== String(values.range) && offersRange(values, familyOf(search, values)),
    name: !taken.name,
    taxId: !taken.taxId && showsTaxId(search, values),
  }
  const fields = refusable.filter((field) => asked[field] && isRefused[field])
  return { fields, isTerritory }
}

const stateAt = (id: string) => domesticStates.find((state) => state.id === id && !state.disabled)
const isSearchable = (id: string) => stateAt(id)?.showDisclaimer === false

/** The address that carries these values: what is empty or goes without saying is left out. */
export function addressOf(values: SearchValues, search: SearchInfo): AddressParams {
  const empty = emptyValues(search)
  const isDomestic = familyOf(search, values) === 'domestic'
  const params = {
    network: values.network === empty.network ? '' : values.network,
    country: isDomestic && values.country === home ? '' : values.country,
    state: values.state,
    city: values.city,
    zip: values.zipCode,
    type: values.providerType,
    name: values.name,
    taxId: values.taxId,
    range: values.range === empty.range ? '' : String(values.range),
  }
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
}
