import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createSearchQueue } from '#platform/concurrency/fair-queue.ts'
import { loadOnce } from '#platform/concurrency/load-once.ts'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { ipBucket } from '#platform/http/rate-limit/ip-bucket.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { findNearestPlace, findPlaces, geocode, type Point } from '../contract.ts'
import { messages } from '../messages.ts'
import { geocodeByUrl } from '../specified-contract.ts'
import { findNearestPlaceTo, searchPlaces } from './find-places.ts'
import { geocodeFromGazetteer } from './geocode-from-gazetteer.ts'
import { readPlaceNames } from './place-names.ts'

type GeographyDeps = { db: Database; config: Pick<Config, 'GEOCODER_URL' | 'SEARCH_CONCURRENCY'> }

/** The endpoints that find places and locate addresses. */
export function geographyRoutes(app: FastifyInstance, { db, config }: GeographyDeps) {
  const { GEOCODER_URL, SEARCH_CONCURRENCY } = config
  const enqueue = createSearchQueue(SEARCH_CONCURRENCY)

  const locate = ({ address }: z.output<typeof geocode.request>, request: FastifyRequest) =>
    enqueue({ key: ipBucket(request.ip), abortSignal: request.abortSignal }, async () => {
      const exact = GEOCODER_URL ? await queryGeocoder(GEOCODER_URL, address, request) : undefined
      const point = exact ?? (await geocodeFromGazetteer(db, address))
      if (!point) throw problem(404, messages.notFound)
      return point
    })
  registerEndpoint(app, geocode, locate)
  registerEndpoint(app, geocodeByUrl, locate)

  const readNames = loadOnce(() => readPlaceNames(db))

  registerEndpoint(app, findPlaces, (input, request) =>
    enqueue({ key: ipBucket(request.ip), abortSignal: request.abortSignal }, async () => ({
      results: await searchPlaces(db, await readNames(), input, request.abortSignal),
    })),
  )

  registerEndpoint(app, findNearestPlace, (position, request) =>
    enqueue({ key: ipBucket(request.ip), abortSignal: request.abortSignal }, async () => {
      const place = await findNearestPlaceTo(db, await readNames(), position)
      if (!place) throw problem(404, messages.nothingNear)
      return place
    }),
  )
}

/**
 * Asks the external geocoder. If this fails, logs the failure and returns undefined, so that the gazetteer is
 * used instead.
 */
async function queryGeocoder(
  geocoder: string,
  address: string,
  { log, abortSignal }: Pick<FastifyRequest, 'log' | 'abortSignal'>,
): Promise<Point | undefined> {
  try {
    return await geocodeWithNominatim(geocoder, address, abortSignal)
  } catch (error) {
    abortSignal.throwIfAborted()
    log.warn({ err: error }, 'geocoder failed, using gazetteer')
    return undefined
  }
}

const timeoutMs = 3000

const responseSchema = z.array(
  z.object({
    lat: z.coerce.number().min(-90).max(90),
    lon: z.coerce.number().min(-180).max(180),
    display_name: z.string(),
    addresstype: z.string().optional(),
  }),
)

const settlements: ReadonlySet<string> = new Set([
  'city',
  'town',
  'village',
  'hamlet',
  'municipality',
  'suburb',
  'borough',
])

/**
 * Geocodes an address with a Nominatim-compatible service; returns undefined if the service finds nothing.
 * Contacts only the configured host, follows no redirects, and throws an error after three seconds, on an
 * error response or an invalid one, or when aborted.
 */
async function geocodeWithNominatim(
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
