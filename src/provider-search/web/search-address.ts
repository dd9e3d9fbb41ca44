import { z } from 'zod'
import type { SearchInfo } from '../contract.ts'
import { emptyValues, familyOf, home, type SearchValues, searchValues, showsTaxId } from './search-values.ts'

const { shape } = searchValues
/** The router reads "33131" as a number and "true" as a truth; here all are texts. */
const nothing = (field: z.ZodType<string, string>) => z.coerce.string().pipe(field).catch('').default('')

/** The page's address behind the `?`. Whoever types nonsense there finds it ignored. */
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
export type AddressParams = Partial<Record<keyof typeof addressParams.shape, string>>

/** The form's values that an address carries; the street, which no address carries, comes beside it. */
export function valuesAt(params: unknown, search: SearchInfo, street = ''): SearchValues {
  const { network, zip, type, country, range, ...rest } = addressParams.parse(params)
  const empty = emptyValues(search, Object.hasOwn(search.networks, network) ? network : undefined)
  return {
    ...empty,
    ...rest,
    country: empty.country || country,
    zipCode: zip,
    providerType: type,
    address: rest.city ? street : '',
    taxId: showsTaxId(search, empty) ? rest.taxId : '',
    range: range ?? empty.range,
  }
}

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
