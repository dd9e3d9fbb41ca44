import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { readConfig } from '#platform/config/settings.ts'
import { openHttpServer } from '#platform/http/http-server.ts'
import { baseMapRoutes } from './base-map-routes.ts'

let app: Awaited<ReturnType<typeof openHttpServer>>
let tiles: string
beforeAll(async () => {
  app = await openHttpServer(readConfig({}), openLog('silent'))
  tiles = await baseMapRoutes(app)
})
afterAll(() => app.close())

const tile = (name: string) => app.inject({ url: tiles.replace('{set}/{z}/{x}/{y}', name) })

test.each([
  '/map/',
  '/map/edition.json',
  '/map/../package.json',
  '/map/%2e%2e/web/index.html',
  '/map/x/land/0/0/0.mvt',
  '/map/0123456789ab/land/inland.bits',
  '/map/0123456789ab/sea/0/0/0.mvt',
])('does not serve %s', async (url) => {
  const response = await app.inject({ url })
  expect([400, 403, 404]).toContain(response.statusCode)
  expect(response.body).not.toContain('html')
})

test.each([
  ['a coast', 'land/7/35/54'],
  ['the shore of a city', 'shore/9/150/192'],
  ['borders and names', 'names/6/17/27'],
  ['ZIP codes', 'postal/7/37/48'],
  ['inland tiles, which have no files', 'land/7/28/48'],
])('serves %s compressed, with a content type, and cacheable for a year', async (_what, name) => {
  const response = await tile(name)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(response.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
})

test('serves an empty, cacheable tile for open sea', async () => {
  const response = await tile('land/7/10/80')
  expect(response.statusCode).toBe(204)
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})
