import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpServer } from '#platform/server/http-server.ts'
import { openLog } from '#platform/server/log.ts'
import { readConfig } from '#platform/server/settings.ts'
import { baseMapRoutes } from './base-map-routes.ts'

let app: Awaited<ReturnType<typeof openHttpServer>>
let tiles: string
beforeAll(async () => {
  app = await openHttpServer(readConfig({}), openLog('silent'))
  tiles = await baseMapRoutes(app)
})
afterAll(() => app.close())

const tile = (z: number, x: number, y: number) =>
  app.inject({ url: tiles.replace('{z}/{x}/{y}', `${z}/${x}/${y}`) })

test.each([
  '/map/',
  '/map/edition.json',
  '/map/../package.json',
  '/map/%2e%2e/web/index.html',
  '/map/x/0/0/0.mvt',
])('%s is not served', async (url) => {
  const answer = await app.inject({ url })
  expect([400, 403, 404]).toContain(answer.statusCode)
  expect(answer.body).not.toContain('html')
})

test('a tile comes compressed, as what it is, and is kept for a year', async () => {
  const answer = await tile(6, 17, 27)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(answer.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
})

test('open sea is an empty answer, kept as long', async () => {
  const answer = await tile(6, 5, 40)
  expect(answer.statusCode).toBe(204)
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})
