import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { domesticStates } from '#geography/rules.ts'
import type { SearchInfo } from '../contract.ts'
import { offersRange } from '../rules.ts'
import {
  emptyValues,
  homeCountry,
  networkFamily,
  type SearchValues,
  searchValues,
  showsTaxId,
} from './search-values.ts'

const { shape } = searchValues
/** A text parameter. The router parses "33131" as a number and "true" as a boolean; this converts them back. */
const textParam = (field: z.ZodType<string, string>) =>
  z.coerce.string().pipe(field).refine(isText).catch('').default('')

/** Whether PostgreSQL can store a text; it cannot store NUL characters. */
const isText = (text: string) => !text.includes('\0')

/** The query string of the page. Invalid values are ignored. */
const searchParams = z.object({
  network: textParam(shape.network),
  country: textParam(shape.country),
  state: textParam(shape.state),
  city: textParam(shape.city),
  zip: textParam(shape.zipCode),
  type: textParam(shape.providerType),
  name: textParam(shape.name),
  taxId: textParam(shape.taxId),
  range: z.coerce.number().pipe(shape.range).optional().catch(undefined),
})
const anyText = z.coerce.string().trim().catch('').default('')
const rawParams = z.object({
  network: anyText,
  state: anyText,
  city: anyText,
  zip: anyText,
  name: anyText,
  taxId: anyText,
  range: anyText,
})
type SearchParams = Partial<Record<keyof typeof searchParams.shape, string>>

/**
 * The form values in a URL; the street, which is never in a URL, is passed separately. In domestic searches, a state
 * that cannot be searched is dropped with its city.
 */
export function parseSearchParams(params: unknown, search: SearchInfo, street = ''): SearchValues {
  const { network, zip, type, country, range, ...rest } = searchParams.parse(params)
  const empty = emptyValues(search, Object.hasOwn(search.networks, network) ? network : undefined)
  const isAbroad = networkFamily(search, empty) !== 'domestic'
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

/** The invalid parameters of a URL, and whether its state is a US territory. */
export type InvalidParams = { fields: (typeof checkedFields)[number][]; isTerritory: boolean }

const checkedFields = [
  'network',
  'state',
  'city',
  'zipCode',
  'range',
  'name',
  'taxId',
] as const satisfies (keyof SearchValues)[]

/** The parameters whose values were not accepted, limited to fields that the form shows. */
export function findInvalidParams(params: unknown, values: SearchValues, search: SearchInfo): InvalidParams {
  const { zip: zipCode, ...others } = rawParams.parse(params)
  const raw = { ...others, zipCode }
  const parsed = searchParams.parse(params)
  const isTerritory = raw.state !== values.state && findState(raw.state)?.showDisclaimer === true
  const isInvalid = {
    network: raw.network !== values.network && Object.keys(search.networks).length > 1,
    state: raw.state !== values.state && !isTerritory,
    city: !parsed.city,
    zipCode: !parsed.zip,
    range: raw.range !== String(values.range) && offersRange(values, networkFamily(search, values)),
    name: !parsed.name,
    taxId: !parsed.taxId && showsTaxId(search, values),
  }
  const fields = checkedFields.filter((field) => raw[field] && isInvalid[field])
  return { fields, isTerritory }
}

const findState = (id: string) => domesticStates.find((state) => state.id === id && !state.disabled)
const isSearchable = (id: string) => findState(id)?.showDisclaimer === false

/** The URL parameters for these values, without empty and default values. */
export function toSearchParams(values: SearchValues, search: SearchInfo): SearchParams {
  const empty = emptyValues(search)
  const isDomestic = networkFamily(search, values) === 'domestic'
  const params = {
    network: values.network === empty.network ? '' : values.network,
    country: isDomestic && values.country === homeCountry ? '' : values.country,
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

type ViewParams = { view?: unknown }

/** The search in the URL, its invalid parameters, and functions to change it. */
export function useSearchParams(search: SearchInfo) {
  const navigate = useNavigate()
  const params = useSearch({ strict: false, select: serializeParams })
  const street = useLocation({ select: ({ state }) => state.street })
  const values = useMemo(
    () => parseSearchParams(JSON.parse(params), search, street),
    [params, search, street],
  )
  const invalid = useMemo(
    () => findInvalidParams(JSON.parse(params), values, search),
    [params, values, search],
  )
  const put = (next: SearchValues, keepView = true) =>
    navigate({
      to: '.',
      search: ({ view }: ViewParams) => ({
        ...toSearchParams(next, search),
        ...(keepView && view ? { view } : {}),
      }),
      state: { street: next.address || undefined },
      resetScroll: false,
    })
  return { values, invalid, put, clear: () => put(emptyValues(search), false) }
}

/** The search parameters as one string, without the view. */
const serializeParams = ({ view: _view, ...params }: ViewParams): string => JSON.stringify(params)
