import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { messages } from '#platform/messages.ts'
import { problem } from '#platform/server/problem.ts'

const built = new URL('../../../dist/map/', import.meta.url)
const yearInSeconds = 365 * 24 * 60 * 60
const forEver = `public, max-age=${yearInSeconds}, immutable`
const tile = /^\/map\/[0-9a-f]{12}\/\d+\/\d+\/\d+\.mvt$/

/**
 * Serves the base map's tiles below the name of their edition, so that browsers keep them for a year, and gives the
 * address of a tile with `{z}/{x}/{y}`. Tiles are compressed as they lie there. Open sea has none: an empty answer.
 */
export async function baseMapRoutes(app: FastifyInstance): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('edition.json', built), 'utf8'))
  await app.register(
    async (map) => {
      map.setNotFoundHandler(async ({ url }, reply) => {
        if (!tile.test(url)) throw problem(404, messages.notFound)
        return reply.code(204).header('cache-control', forEver).send()
      })
      await map.register(fastifyStatic, {
        root: fileURLToPath(built),
        decorateReply: false,
        index: false,
        immutable: true,
        maxAge: yearInSeconds * 1000,
        allowedPath: (path) => path.endsWith('.mvt'),
        setHeaders: (reply) => {
          reply
            .header('content-type', 'application/vnd.mapbox-vector-tile')
            .header('content-encoding', 'gzip')
        },
      })
    },
    { prefix: '/map' },
  )
  return `/map/${version}/{z}/{x}/{y}.mvt`
}
