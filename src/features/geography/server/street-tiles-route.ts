import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openRegularFile } from '#platform/config/open-regular-file.ts'
import { problem } from '#platform/http/problem.ts'
import { problemMessages } from '#platform/http/problem-messages.ts'
import { messages } from '#platform/messages.ts'

const url = '/map/streets.pmtiles'
/** Browsers read the file in parts; proxies must not compress it, or the positions would be wrong. */
const cacheControl = 'public, max-age=3600, no-transform'
/** The part of an archive with its header, root directory and usually its metadata, as browsers read it. */
const startBytes = 16_384

/**
 * Serves a PMTiles archive in byte ranges (RFC 9110, section 14) and returns its address. `@fastify/static` has only
 * weak entity tags, which do not tell browsers that a range belongs to another file than the one before.
 */
export function streetTilesRoute(app: FastifyInstance, path: string): string {
  const entityTag = createTagger()
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = await openArchive(request, path)
    try {
      const stats = await file.stat({ bigint: true })
      const archive = { file, size: Number(stats.size), tag: await entityTag(file, stats) }
      if (!send(request, reply, archive)) await file.close()
    } catch (error) {
      await file.close()
      throw error
    }
    return reply
  }
  app.head(url, handler)
  app.get(url, { exposeHeadRoute: false }, handler)
  return url
}

/** An administrator can replace the file while the portal runs; between two files there may be none. */
async function openArchive(request: FastifyRequest, path: string): Promise<FileHandle> {
  try {
    return await openRegularFile(path)
  } catch (error) {
    request.log.error({ err: error }, 'map tiles not readable')
    throw problem(404, messages.notFound)
  }
}

/**
 * Returns a function that computes a file's entity tag from its size and its first bytes, which include the
 * directory and the build time. The tag is the same for copies of a file on several machines; it is computed again
 * when the file was replaced.
 */
function createTagger() {
  let known: { key: string; tag: string } | undefined
  return async (file: FileHandle, { ino, size, mtimeNs }: BigIntStats): Promise<string> => {
    const key = [ino, size, mtimeNs].join()
    if (known?.key !== key) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
      const digest = createHash('sha256').update(`${size} `).update(buffer.subarray(0, bytesRead))
      known = { key, tag: `"${digest.digest('base64url').slice(0, 22)}"` }
    }
    return known.tag
  }
}

type Archive = { file: FileHandle; size: number; tag: string }

/** Sends what the request asks for; returns whether the file is still being read. */
function send(request: FastifyRequest, reply: FastifyReply, { file, size, tag }: Archive): boolean {
  const { headers, method } = request
  reply.headers({ etag: tag, 'cache-control': cacheControl, 'accept-ranges': 'bytes' })
  if (headers['if-none-match'] && includesTag(headers['if-none-match'], tag)) {
    reply.code(304).send()
    return false
  }
  const range = method === 'GET' ? requestedRange(headers, size, tag) : 'everything'
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw problem(416, problemMessages.rangeNotSatisfiable)
  }
  const { start, end } = range === 'everything' ? { start: 0, end: size - 1 } : range
  reply.type('application/vnd.pmtiles').header('content-length', end - start + 1)
  if (range !== 'everything') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.send(method === 'HEAD' ? undefined : file.createReadStream({ start, end }))
  return method !== 'HEAD'
}

/** Whether an `If-None-Match` header names the tag; the comparison is weak (RFC 9110, section 13.1.2). */
const includesTag = (header: string, tag: string) =>
  header.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')))

type Range = { start: number; end: number }

/**
 * The requested range. Servers may ignore a range that they do not understand, and several ranges at once; they
 * ignore one that belongs to another version of the file (`If-Range`).
 */
function requestedRange(
  headers: FastifyRequest['headers'],
  size: number,
  tag: string,
): Range | 'everything' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first + last === '' || (headers['if-range'] ?? tag) !== tag) return 'everything'
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < Number(first)) return 'everything'
  return start < size && start <= end ? { start, end } : 'unsatisfiable'
}
