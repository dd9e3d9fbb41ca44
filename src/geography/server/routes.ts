import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { serve } from '#platform/server/serve.ts'
import type { Config } from '#platform/server/settings.ts'
import { geocode, type Point } from '../contract.ts'
import { messages } from '../messages.ts'
import { pointInGazetteer } from './gazetteer.ts'
import { pointFromNominatim } from './nominatim.ts'

export function geographyRoutes(
  app: FastifyInstance,
  db: Database,
  { GEOCODER_URL }: Pick<Config, 'GEOCODER_URL'>,
) {
  serve(app, geocode, async ({ address }, request) => {
    const exact = GEOCODER_URL ? await askedFirst(GEOCODER_URL, address, request.log) : undefined
    const point = exact ?? (await pointInGazetteer(db, address))
    if (!point) throw problem(404, messages.notFound)
    return point
  })
}

/** The outside geocoder's answer; its failure is logged and our own gazetteer answers instead. */
async function askedFirst(
  geocoder: string,
  address: string,
  log: FastifyBaseLogger,
): Promise<Point | undefined> {
  try {
    return await pointFromNominatim(geocoder, address)
  } catch (error) {
    log.warn({ err: error }, 'the geocoder failed; the gazetteer answers')
    return undefined
  }
}
