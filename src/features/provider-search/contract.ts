import { z } from 'zod'
import { city, country, state } from '#geography/contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

export const family = z.enum(['domestic', 'core', 'global', 'lds'])
export type Family = z.infer<typeof family>

/** Miles or kilometers. */
export const unit = z.enum(['mi', 'km'])

export const searchInfo = z.object({
  code: z.string(),
  name: z.string(),
  title: z.string(),
  url: z.string(),
  isVOB: z.boolean(),
  networks: z.record(z.string(), z.string()),
  families: z.record(z.string(), family),
  taxIdNetworks: z.array(z.string()),
  emailNetworks: z.array(z.string()),
  unit,
  feedback: z.boolean(),
  /** The name of the client whose staff are searching, or "Public"; it is sent to analytics. */
  clientName: z.string(),
  messages: z.object({ invalidSearch: z.string(), noResults: z.string() }),
})
export type SearchInfo = z.infer<typeof searchInfo>

export const providerType = z.object({
  id: z.string(),
  description: z.string(),
  type: z.union([z.literal(1), z.literal(2)]).nullable(),
  disabled: z.boolean(),
})
export type ProviderType = z.infer<typeof providerType>

const text = (longest: number) => z.string().trim().max(longest)
const optionalText = (longest: number) => text(longest).optional()
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** The headers of a search and its lookups: the code of the search definition and the code of the chosen network. */
const headers = { providerCode: 'provider-code', networkCode: 'provider-type' } as const
const networkChoice = z.object({ providerCode: optionalText(40), networkCode: optionalText(40) })

/** An interval on a day of the week (ISO 8601: Monday is 1); "24:00" is the end of the day. */
const openingHours = z.object({ day: z.int().min(1).max(7), opens: z.string(), closes: z.string() })
export type OpeningHours = z.infer<typeof openingHours>

/** The details of a provider that a roster can have; null or an empty list stands for "unknown". */
export const providerDetails = z.object({
  acceptsNewPatients: z.boolean().nullable().default(null),
  /** Codes of ISO 639-1. */
  languages: z.array(z.string()).default([]),
  /** From 00:00 to 24:00 on every day if the provider is always open. */
  hours: z.array(openingHours).nullable().default(null),
  /** The IANA name of the time zone of the hours. */
  timeZone: z.string().nullable().default(null),
  emergency: z.boolean().nullable().default(null),
  telehealth: z.boolean().nullable().default(null),
  wheelchairAccess: z.boolean().nullable().default(null),
  stars: z.int().min(1).max(5).nullable().default(null),
})
export type ProviderDetails = z.infer<typeof providerDetails>

export const provider = z.object({
  hash: z.string(),
  id: z.string(),
  name: z.string(),
  tin: z.string().nullable(),
  addressDisplay: z.string(),
  addressOne: z.string().nullable(),
  addressTwo: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
  fax: z.string().nullable(),
  contact: z.string().nullable(),
  providerType: z.string(),
  providerTypeId: z.string(),
  specialty: z.string().nullable(),
  distance: z.number().nullable(),
  networkCode: z.string(),
  network: z.string(),
  latitude,
  longitude,
  preferred: z.boolean(),
  hideVOB: z.boolean(),
  vobMessage: z.string().nullable(),
  /** Left out, like each unknown detail in it, from the text that the import stores. */
  details: providerDetails.nullable().default(null),
})
export type Provider = z.infer<typeof provider>

/** The widest range of a request, in kilometers. */
export const maxRangeInKM = 500
/** The search request body (first specification, section 3). */
export const searchRequest = z.object({
  providerSearchCode: text(40),
  taxId: optionalText(20),
  name: optionalText(200),
  latitude: latitude.nullish(),
  longitude: longitude.nullish(),
  address: optionalText(300),
  city: optionalText(200),
  state: optionalText(20),
  zipCode: optionalText(20),
  country: optionalText(2),
  providerType: optionalText(10),
  rangeInKM: z.number().min(0).max(maxRangeInKM).nullish(),
  /** The maximum number of providers, which never exceeds the limit of the network family. */
  limit: z.int().min(1).max(1001).nullish(),
})
export type SearchRequest = z.infer<typeof searchRequest>

export const getSearchInfo = endpoint({
  method: 'GET',
  path: '/api/info/{key}',
  access: 'by-definition',
  summary: 'The search definition with this key',
  request: z.object({ key: text(100) }),
  response: searchInfo,
})

export const getSearchDetail = endpoint({
  method: 'GET',
  path: '/api/provider-search-detail/{key}',
  access: 'by-definition',
  summary: 'The introduction of a search, as HTML',
  request: z.object({ key: text(100) }),
  response: z.object({ content: z.string() }),
})

export const listCountries = endpoint({
  method: 'GET',
  path: '/api/countries',
  access: 'by-definition',
  summary: 'Countries in which the network has providers',
  headers,
  request: networkChoice,
  response: z.object({ results: z.array(country) }),
})

export const listStates = endpoint({
  method: 'GET',
  path: '/api/states/{countryId}',
  access: 'by-definition',
  summary: 'States of a country in which the network has providers; for domestic networks the fixed list',
  headers,
  request: networkChoice.extend({ countryId: text(2) }),
  response: z.object({ results: z.array(state) }),
})

export const listCities = endpoint({
  method: 'GET',
  path: '/api/cities/{countryId}/{stateId}',
  access: 'by-definition',
  summary: 'Cities in which the network has providers',
  headers,
  request: networkChoice.extend({ countryId: text(2), stateId: text(20) }),
  response: z.object({ results: z.array(city) }),
})

export const listProviderTypes = endpoint({
  method: 'GET',
  path: '/api/providertypes/{stateId}',
  access: 'by-definition',
  summary: 'Provider types with providers in the network, under headings',
  headers,
  request: networkChoice.extend({ stateId: text(20) }),
  response: z.object({ results: z.array(providerType) }),
})

export const findProviderTypes = endpoint({
  method: 'POST',
  path: '/api/providertypes/{stateId}/suggestions',
  access: 'by-definition',
  summary:
    'Provider types with providers in the network that everyday words may mean, such as "heart doctor", best first. Understands abbreviations, synonyms, conditions, typing errors and the beginning of a word.',
  headers,
  request: listProviderTypes.request.extend({ searchTerm: text(500) }),
  response: listProviderTypes.response,
})

export const suggestedProvider = provider
  .pick({
    id: true,
    hash: true,
    name: true,
    providerType: true,
    providerTypeId: true,
    city: true,
    state: true,
    zipcode: true,
    country: true,
    latitude: true,
    longitude: true,
  })
  .extend({ distance: z.number().nullable() })
export type SuggestedProvider = z.infer<typeof suggestedProvider>

export const getSuggestions = endpoint({
  method: 'POST',
  path: '/api/suggestions',
  access: 'by-definition',
  summary:
    'Up to four provider types and five providers of the network that match a partly typed text. Everyday words match types; a name, an NPI, a phone number or, if the network shows tax IDs, a tax ID matches providers. The providers nearest to the coordinates come first or, without coordinates, those in the state. Distances are in kilometers. `meansType`: whether the text, if nothing is chosen, means the first type rather than a name.',
  headers,
  request: networkChoice.extend({
    searchTerm: text(500),
    countryId: optionalText(2),
    stateId: optionalText(20),
    latitude: latitude.optional(),
    longitude: longitude.optional(),
  }),
  response: z.object({
    types: z.array(providerType),
    providers: z.array(suggestedProvider),
    meansType: z.boolean(),
  }),
})

/** Typed text is in bodies, not in URLs. The header `provider-type` is the network, `providerType` a type of provider. */
export const searchProviders = endpoint({
  method: 'POST',
  path: '/api/providers',
  access: 'by-definition',
  summary: 'The providers of a network that match, nearest or best first',
  headers,
  request: searchRequest.extend(networkChoice.shape),
  response: z.object({ results: z.array(provider) }),
})

export const getDirectoryFigures = endpoint({
  method: 'GET',
  path: '/api/directory-figures',
  access: 'public',
  summary:
    'The number of providers in the networks of the public searches, the number of their countries, and the time of their last change; up to ten minutes old',
  request: z.object({}),
  response: z.object({
    providers: z.int(),
    countries: z.int(),
    /** The time at which an import last changed a public network. */
    updatedAt: z.string().nullable(),
  }),
})
export type DirectoryFigures = z.infer<typeof getDirectoryFigures.response>
