import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

/** `id` is the ISO 3166-1 alpha-2 code. */
export const country = z.object({
  id: z.string(),
  name: z.string(),
  hasStates: z.boolean(),
  /** Whether a search can start from a postal code in this country. */
  hasPostalCodes: z.boolean(),
})
export type Country = z.infer<typeof country>

/** `id` is the postal abbreviation in the United States and `{country}-{admin1}` elsewhere: `FL`, `CA-08`. */
export const state = z.object({
  id: z.string(),
  name: z.string(),
  abbreviation: z.string().nullable(),
  showDisclaimer: z.boolean(),
  disabled: z.boolean(),
})
export type State = z.infer<typeof state>

/** `state` is the ID of the state. */
export const city = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
})
export type City = z.infer<typeof city>

/** What a point marks: the address itself, or the center of its postal code or city. */
export const precision = z.enum(['address', 'zip', 'city'])

export const point = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  precision,
  label: z.string(),
  /** How far the places of a postal code may be from its center, in kilometers, if that is known. */
  radiusKm: z.number().optional(),
})
export type Point = z.infer<typeof point>

/** Uses POST to keep the address out of the URL, which proxies may log. */
export const geocode = endpoint({
  method: 'POST',
  path: '/api/_gc',
  access: 'public',
  summary: 'The point of an address, ZIP or place; 404 when there is none',
  request: z.object({ address: z.string().trim().min(1).max(500) }),
  response: point,
})

/** The kinds of places a search can start from. */
const placeKind = z.enum(['zip', 'city', 'state'])

export const place = z.object({
  kind: placeKind,
  label: z.string(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  /** The ID of the state. */
  state: z.string().nullable(),
  stateName: z.string().nullable(),
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** The ZIP nearest to the center of a city in the United States. */
  centerZipCode: z.string().nullable(),
  radiusKm: point.shape.radiusKm,
  /** Of a city or state, if known; shows how likely it is that the place is meant. */
  population: z.number().int().optional(),
  /** Whether only its state tells a city abroad from others of the country with the same name. */
  needsState: z.boolean().optional(),
})
export type Place = z.infer<typeof place>

/** Uses POST to keep what was typed out of the URL, which proxies may log. */
export const findPlaces = endpoint({
  method: 'POST',
  path: '/api/places',
  access: 'public',
  summary:
    'Up to six postal codes, cities and states that match a text, best first, including prefixes, nicknames and misspellings. Places in the United States come first. `countryIds` limits the countries.',
  request: z.object({
    searchTerm: z.string().trim().min(1).max(500),
    countryIds: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .max(300)
      .optional(),
  }),
  response: z.object({ results: z.array(place).max(6) }),
})

/** Uses POST to keep the position out of the URL, which proxies may log. */
export const findNearestPlace = endpoint({
  method: 'POST',
  path: '/api/places/nearest',
  access: 'public',
  summary:
    'The ZIP code (in the United States) or city nearest to a position; 404 when there is none nearby. The position is not stored.',
  request: point.pick({ latitude: true, longitude: true }),
  response: place,
})

/**
 * The query key of a place in words that a page hands on to the next one, such as the member page to a provider search.
 * It stays in memory: not in the address, nor in the storage of the browser.
 */
export const carriedPlaceKey = ['carried place']
