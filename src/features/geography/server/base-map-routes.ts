import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { problem } from '#platform/http/problem.ts'
import { messages } from '#platform/messages.ts'
import { lastLandZoom } from '../rules.ts'

const built = new URL('../../../../dist/map/', import.meta.url)
const yearInSeconds = 365 * 24 * 60 * 60
const forEver = `public, max-age=${yearInSeconds}, immutable`
const tile =
  /^\/map\/(?<edition>[0-9a-f]{12})\/(?<set>land|shore|names|built|postal)\/(?<z>\d+)\/(?<x>\d+)\/(?<y>\d+)\.mvt$/

/**
 * Serves the map tiles under a URL that contains their edition, so that browsers can cache them for a year,
 * and returns the URL template with `{set}/{z}/{x}/{y}`. The tiles are stored compressed. A tile without a
 * file is either all land or empty.
 */
export async function baseMapRoutes(app: FastifyInstance): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('edition.json', built), 'utf8'))
  const land = new URL(`${version}/land/`, built)
  const inlandTile = await readFile(new URL('inland.mvt', land))
  const inland = gunzipSync(await readFile(new URL('inland.bits', land)))
  await app.register(
    async (map) => {
      map.setNotFoundHandler(async ({ url }, reply) => {
        const { set, z, x, y } = tile.exec(url)?.groups ?? {}
        if (!set) throw problem(404, messages.notFound)
        reply.header('cache-control', forEver)
        if (set !== 'land' || !isInland(inland, { z: Number(z), x: Number(x), y: Number(y) }))
          return reply.code(204).send()
        return asTile(reply).code(200).send(inlandTile)
      })
      await map.register(fastifyStatic, {
        root: fileURLToPath(built),
        decorateReply: false,
        index: false,
        immutable: true,
        maxAge: yearInSeconds * 1000,
        allowedPath: (path) => path.endsWith('.mvt'),
        setHeaders: asTile,
      })
    },
    { prefix: '/map' },
  )
  return `/map/${version}/{set}/{z}/{x}/{y}.mvt`
}

function asTile(reply: FastifyReply) {
  return reply.header('content-type', 'application/vnd.mapbox-vector-tile').header('content-encoding', 'gzip')
}

/**
 * A bitmap that distinguishes land from sea for tiles without a shore: one bit for each tile at the last zoom
 * with land tiles.
 */
export type Inland = Uint8Array

const perSide = 2 ** lastLandZoom

/** Creates a bitmap that marks every tile as sea. */
export const emptyInland = (): Inland => new Uint8Array(perSide ** 2 / 8)

/**
 * Whether a tile without a shore is land, judged by the first tile that it covers at the last zoom with land
 * tiles.
 */
export function isInland(inland: Inland, { z, x, y }: { z: number; x: number; y: number }): boolean {
  const [byte, bit] = bitPosition(x << (lastLandZoom - z), y << (lastLandZoom - z))
  return ((inland[byte] ?? 0) & bit) > 0
}

/** Marks a tile at the last zoom with land tiles as land. */
export function markInland(inland: Inland, x: number, y: number) {
  const [byte, bit] = bitPosition(x, y)
  inland[byte] = (inland[byte] ?? 0) | bit
}

function bitPosition(x: number, y: number): [byte: number, bit: number] {
  const at = y * perSide + x
  return [at >> 3, 1 << (at & 7)]
}
