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

/** `id` is the postal code in the United States and `{country}-{admin1}` elsewhere: `FL`, `CA-08`. */
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

/** What a point marks: the address itself, or the center of its ZIP or city. */
export const precision = z.enum(['address', 'zip', 'city'])

export const point = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  precision,
  label: z.string(),
})
export type Point = z.infer<typeof point>

export const geocode = endpoint({
  method: 'GET',
  path: '/api/_gc',
  access: 'public',
  summary: 'The point of an address, ZIP or place; 404 when there is none',
  request: z.object({ address: z.string().trim().min(1).max(500) }),
  response: point,
})
