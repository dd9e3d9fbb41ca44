import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#platform/server/database.ts'
import { ipBucket } from '#platform/server/ip-bucket.ts'
import { problem } from '#platform/server/problem.ts'
import { registerEndpoint } from '#platform/server/register-endpoint.ts'
import { createSearchQueue } from '#platform/server/search-queue.ts'
import type { Config } from '#platform/server/settings.ts'
import { geocode, type Point } from '../contract.ts'
import { messages } from '../messages.ts'
import { geocodeFromGazetteer } from './gazetteer.ts'
import { geocodeWithNominatim } from './nominatim.ts'

export function geographyRoutes(
  app: FastifyInstance,
  db: Database,
  { GEOCODER_URL, SEARCH_CONCURRENCY }: Pick<Config, 'GEOCODER_URL' | 'SEARCH_CONCURRENCY'>,
) {
  const enqueue = createSearchQueue(SEARCH_CONCURRENCY)

  registerEndpoint(app, geocode, ({ address }, request) =>
    enqueue({ key: ipBucket(request.ip), abortSignal: request.abortSignal }, async () => {
      const exact = GEOCODER_URL ? await queryGeocoder(GEOCODER_URL, address, request) : undefined
      const point = exact ?? (await geocodeFromGazetteer(db, address))
      if (!point) throw problem(404, messages.notFound)
      return point
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
