import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal } from '#test-support/portal-fixture.ts'
import { geocode } from '../contract.ts'

let geocoder: Server
let portal: Awaited<ReturnType<typeof openPortal>>
const requests: ServerResponse[] = []

beforeAll(async () => {
  geocoder = createServer((_request, response) => requests.push(response)).listen(0, '127.0.0.1')
  await once(geocoder, 'listening')
  const { port } = geocoder.address() as AddressInfo
  portal = await openPortal({ GEOCODER_URL: `http://127.0.0.1:${port}`, SEARCH_CONCURRENCY: 2 })
})
afterAll(async () => {
  await portal.close()
  geocoder.close()
})

test('limits concurrent geocoder requests, queues more, and rejects those that do not fit', async () => {
  const waiting = Array.from({ length: 2 + 2 * 16 }, () => portal.call(geocode, { address: 'Miami, FL' }))
  await expect.poll(() => requests, { interval: 10 }).toHaveLength(2)
  expect((await portal.call(geocode, { address: 'Miami, FL' })).statusCode).toBe(429)
  expect(requests).toHaveLength(2)

  for (let answered = 0; answered < waiting.length; answered += 1) {
    await expect.poll(() => requests.length, { interval: 1 }).toBeGreaterThan(answered)
    requests[answered]?.end('[]')
  }
  const answers = await Promise.all(waiting)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(waiting.map(() => 200))
})
