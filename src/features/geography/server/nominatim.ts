import { z } from 'zod'
import type { Point } from '../contract.ts'

const timeoutMs = 3000

const responseSchema = z.array(
  z.object({
    lat: z.coerce.number().min(-90).max(90),
    lon: z.coerce.number().min(-180).max(180),
    display_name: z.string(),
    addresstype: z.string().optional(),
  }),
)

const settlements = new Set(['city', 'town', 'village', 'hamlet', 'municipality', 'suburb', 'borough'])

/**
 * Geocodes an address with a Nominatim-compatible service; returns undefined if the service finds nothing.
 * Contacts only the configured host, follows no redirects, and throws an error after three seconds, on an
 * error response or an invalid one, or when aborted.
 */
export async function geocodeWithNominatim(
  geocoder: string,
  address: string,
  abortSignal: AbortSignal,
): Promise<Point | undefined> {
  const url = new URL('search', geocoder.endsWith('/') ? geocoder : `${geocoder}/`)
  url.search = new URLSearchParams({ q: address, format: 'jsonv2', limit: '1' }).toString()
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.any([abortSignal, AbortSignal.timeout(timeoutMs)]),
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`The geocoder answered ${response.status}.`)
  const [found] = responseSchema.parse(await response.json())
  if (!found) return undefined
  return {
    latitude: found.lat,
    longitude: found.lon,
    precision: toPrecision(found.addresstype),
    label: found.display_name,
  }
}

function toPrecision(type: string | undefined): Point['precision'] {
  if (type === 'postcode') return 'zip'
  return type && settlements.has(type) ? 'city' : 'address'
}
