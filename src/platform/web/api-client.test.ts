import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import {
  ApiError,
  apiMiddleware,
  buildRequest,
  call,
  type Middleware,
  preload,
  servePreloaded,
} from './api-client.ts'

const listCities = endpoint({
  method: 'GET',
  path: '/api/cities/{country}',
  access: 'public',
  summary: 'Cities',
  headers: { network: 'provider-type' },
  request: z.object({ country: z.string(), network: z.string().optional(), like: z.string().optional() }),
  response: z.object({ results: z.array(z.string()) }),
})

const saveCity = endpoint({
  method: 'POST',
  path: '/api/cities',
  access: 'public',
  summary: 'Saves a city',
  request: z.object({ name: z.string(), state: z.string().optional() }),
  response: z.object({}),
})

const answering = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer))
beforeEach(() => {
  apiMiddleware.splice(0, Infinity, servePreloaded)
})

test('requests pass through the middleware in order', async () => {
  const passed: string[] = []
  const note =
    (name: string): Middleware =>
    async (request, next) => {
      passed.push(`${name} sends ${request.url}`)
      const response = await next({ ...request, url: `${request.url}/${name}` })
      passed.push(`${name} gets ${response.status}`)
      return response
    }
  answering(async () => Response.json({ results: [] }))
  apiMiddleware.splice(0, Infinity, note('a'), note('b'))
  await call(listCities, { country: 'US' })
  expect(passed).toEqual(['a sends /api/cities/US', 'b sends /api/cities/US/a', 'b gets 200', 'a gets 200'])
  expect(fetch).toHaveBeenCalledWith('/api/cities/US/a/b', expect.anything())
})

test('sends each input in the location that the contract declares', () => {
  expect(buildRequest(listCities, { country: 'a/b', network: 'core', like: 'São & co' })).toEqual({
    url: '/api/cities/a%2Fb?like=S%C3%A3o+%26+co',
    init: { headers: { 'provider-type': 'core' } },
  })
})

test('omits undefined inputs', () => {
  expect(buildRequest(listCities, { country: 'US', network: undefined }).url).toBe('/api/cities/US')
  expect(buildRequest(saveCity, { name: 'Kingston', state: undefined }).init.body).toBe('{"name":"Kingston"}')
})

test('throws the status and problem of an error response', async () => {
  const problem = {
    type: 'about:blank',
    title: 'Unprocessable',
    status: 422,
    detail: 'Name a city.',
    reference: 'r1',
  }
  answering(async () => Response.json(problem, { status: 422 }))
  await expect(call(listCities, { country: 'US' })).rejects.toMatchObject({
    status: 422,
    problem,
    message: 'Name a city.',
  })
})

test('throws the status of an error response from an intermediary', async () => {
  answering(async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  await expect(call(listCities, { country: 'US' })).rejects.toMatchObject({ status: 502, problem: undefined })
})

test('serves a preloaded response to the first request only', async () => {
  answering(async () => Response.json({ results: ['early'] }))
  preload(['/api/cities/US'])
  answering(async () => Response.json({ results: ['late'] }))
  expect(await call(listCities, { country: 'JM' })).toEqual({ results: ['late'] })
  expect(await call(listCities, { country: 'US' })).toEqual({ results: ['early'] })
  expect(await call(listCities, { country: 'US' })).toEqual({ results: ['late'] })
})

test('repeats a request whose preload failed', async () => {
  answering(async () => Promise.reject(new TypeError('Failed to fetch')))
  preload(['/api/cities/US'])
  await new Promise((failed) => setImmediate(failed))
  answering(async () => Response.json({ results: ['late'] }))
  expect(await call(listCities, { country: 'US' })).toEqual({ results: ['late'] })
})

test('discards a preloaded response after a minute', async () => {
  vi.useFakeTimers()
  answering(async () => Response.json({ results: ['early'] }))
  preload(['/api/cities/US'])
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  answering(async () => Response.json({ results: ['late'] }))
  expect(await call(listCities, { country: 'US' })).toEqual({ results: ['late'] })
})

test('reports status 0 when there is no response', async () => {
  answering(async () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(listCities, { country: 'US' })).rejects.toEqual(new ApiError(0))
})

test('a canceled request throws the abort reason', async () => {
  answering(async () => Promise.reject(new TypeError('Failed to fetch')))
  const reason = new Error('another search')
  await expect(call(listCities, { country: 'US' }, AbortSignal.abort(reason))).rejects.toBe(reason)
})

test('a request canceled while its response arrives throws the abort reason', async () => {
  const controller = new AbortController()
  const reason = new Error('another search')
  answering(async () => {
    const answer = Response.json({ results: [] })
    answer.json = () => {
      controller.abort(reason)
      return Promise.reject(new TypeError('network error'))
    }
    return answer
  })
  await expect(call(listCities, { country: 'US' }, controller.signal)).rejects.toBe(reason)
})

test.each([
  ['violates the contract', JSON.stringify({ results: [7] })],
  ['is truncated', '{"results":["Kings'],
  ['comes from an intermediary', '<h1>Welcome to our network</h1>'],
])('throws an ApiError for a response that %s', async (_what, body) => {
  answering(async () => new Response(body))
  await expect(call(listCities, { country: 'US' })).rejects.toEqual(new ApiError(200))
})
