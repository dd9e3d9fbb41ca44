import { createHash } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles, type RangeResponse } from 'pmtiles'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { readConfig } from '#platform/config/settings.ts'
import { openHttpServer } from '#platform/http/http-server.ts'
import { makeArchive } from '#test-support/pmtiles-archive.ts'
import { streetTilesRoute } from './street-tiles-route.ts'

const path = join(mkdtempSync(join(tmpdir(), 'streets-')), 'streets.pmtiles')
const content = makeArchive({ tile: new Uint8Array(500).map((_, at) => (at * 37) % 251) })
const size = content.length

let app: Awaited<ReturnType<typeof openHttpServer>>
let url: string
beforeAll(async () => {
  app = await openHttpServer(readConfig({}), openLog('silent'))
  url = streetTilesRoute(app, path)
})
beforeEach(() => writeFileSync(path, content))
afterAll(() => app.close())

const read = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })
const tagNow = async () => String((await read({}, 'HEAD')).headers.etag)

test.each([`bytes=${size}-`, `bytes=${size}-${size + 10}`, `bytes=${'9'.repeat(30)}-`, 'bytes=-0'])(
  'rejects the range %s, which the file does not have, with its size',
  async (range) => {
    const response = await read({ range })
    expect(response.statusCode).toBe(416)
    expect(response.headers['content-range']).toBe(`bytes */${size}`)
    expect(response.json()).toMatchObject({ status: 416 })
  },
)

test.each(['POST', 'PUT', 'DELETE'] as const)('does not accept %s', async (method) => {
  expect((await app.inject({ method, url })).statusCode).toBe(404)
})

test.each([
  ['bytes=0-126', 0, 126],
  ['bytes=130-130', 130, 130],
  [`bytes=200-${size + 99}`, 200, size - 1],
  ['bytes=300-', 300, size - 1],
  ['bytes=-20', size - 20, size - 1],
  [`bytes=-${size + 5}`, 0, size - 1],
])('serves the range %s', async (range, start, end) => {
  const response = await read({ range })
  expect(response.statusCode).toBe(206)
  expect(response.headers).toMatchObject({
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-length': String(end - start + 1),
    'content-type': 'application/vnd.pmtiles',
    'cache-control': 'public, max-age=3600, no-transform',
  })
  expect(response.rawPayload).toEqual(content.subarray(start, end + 1))
})

test.each([undefined, 'lines=1-2', 'bytes=5-1', 'bytes=0-1,5-6', 'bytes=', 'bytes=-', 'bytes=a-b'])(
  'serves the whole file for the range %s',
  async (range) => {
    const response = await read(range ? { range } : {})
    expect(response.statusCode).toBe(200)
    expect(response.headers['accept-ranges']).toBe('bytes')
    expect(response.rawPayload).toEqual(content)
  },
)

test('answers HEAD with the size and without content', async () => {
  const response = await read({ range: 'bytes=0-5' }, 'HEAD')
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({ 'content-length': String(size), 'accept-ranges': 'bytes' })
  expect(response.rawPayload).toHaveLength(0)
})

test('tells a browser that its copy is current', async () => {
  const tag = await tagNow()
  for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*'])
    expect((await read({ 'if-none-match': known })).statusCode).toBe(304)
  expect((await read({ 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('serves a range only of the version that the browser knows', async () => {
  const range = 'bytes=0-5'
  expect((await read({ range, 'if-range': await tagNow() })).statusCode).toBe(206)
  expect((await read({ range, 'if-range': '"other"' })).statusCode).toBe(200)
  expect((await read({ range, 'if-range': new Date().toUTCString() })).statusCode).toBe(200)
})

test('a file that was replaced has another entity tag, and a copy the same', async () => {
  const before = await tagNow()
  expect(before).toMatch(/^"[\w-]{22}"$/)
  writeFileSync(`${path}.new`, content)
  renameSync(`${path}.new`, path)
  expect(await tagNow()).toBe(before)
  writeFileSync(`${path}.new`, makeArchive({ metadata: { other: true } }))
  renameSync(`${path}.new`, path)
  expect(await tagNow()).not.toBe(before)
})

test('a file that is gone is not found, until it is there again', async () => {
  rmSync(path)
  expect((await read({ range: 'bytes=0-5' })).statusCode).toBe(404)
  writeFileSync(path, content)
  expect((await read({ range: 'bytes=0-5' })).statusCode).toBe(206)
})

test('the PMTiles library reads header and tile through the ranges', async () => {
  const archive = new PMTiles({
    getKey: () => url,
    getBytes: async (offset, length): Promise<RangeResponse> => {
      const { rawPayload, headers } = await read({ range: `bytes=${offset}-${offset + length - 1}` })
      return { data: new Uint8Array(rawPayload).buffer, etag: String(headers.etag) }
    },
  })
  expect(await archive.getHeader()).toMatchObject({ specVersion: 3, minLon: -180, etag: await tagNow() })
  const tile = await archive.getZxy(0, 0, 0)
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(digest(new Uint8Array(tile?.data ?? new ArrayBuffer()))).toBe(
    digest(new Uint8Array(500).map((_, at) => (at * 37) % 251)),
  )
})
