import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { CallFailed, call, requestOf } from './api-client.ts'
import { askAhead } from './preload-cache.ts'

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
afterEach(() => vi.unstubAllGlobals())

test('each input travels where the contract says', () => {
  expect(requestOf(listCities, { country: 'a/b', network: 'core', like: 'São & co' })).toEqual({
    url: '/api/cities/a%2Fb?like=S%C3%A3o+%26+co',
    init: { headers: { 'provider-type': 'core' } },
  })
})

test('what is undefined does not travel', () => {
  expect(requestOf(listCities, { country: 'US', network: undefined }).url).toBe('/api/cities/US')
  expect(requestOf(saveCity, { name: 'Kingston', state: undefined }).init.body).toBe('{"name":"Kingston"}')
})

test('an error answer throws its status and its problem', async () => {
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

test('an error answer of somebody in between still throws its status', async () => {
  answering(async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  await expect(call(listCities, { country: 'US' })).rejects.toMatchObject({ status: 502, problem: undefined })
})

test('what was asked for ahead is the answer to the first call for it alone', async () => {
  answering(async () => Response.json({ results: ['early'] }))
  askAhead(['/api/cities/US'])
  answering(async () => Response.json({ results: ['late'] }))
  expect(await call(listCities, { country: 'JM' })).toEqual({ results: ['late'] })
  expect(await call(listCities, { country: 'US' })).toEqual({ results: ['early'] })
  expect(await call(listCities, { country: 'US' })).toEqual({ results: ['late'] })
})

test('what was asked for ahead and came to nothing is asked for again', async () => {
  answering(async () => Promise.reject(new TypeError('Failed to fetch')))
  askAhead(['/api/cities/US'])
  await new Promise((failed) => setImmediate(failed))
  answering(async () => Response.json({ results: ['late'] }))
  expect(await call(listCities, { country: 'US' })).toEqual({ results: ['late'] })
})

test('what was asked for ahead and nobody wanted for a minute is out of date', async () => {
  vi.useFakeTimers()
  answering(async () => Response.json({ results: ['early'] }))
  askAhead(['/api/cities/US'])
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  answering(async () => Response.json({ results: ['late'] }))
  expect(await call(listCities, { country: 'US' })).toEqual({ results: ['late'] })
})

test('no answer at all is status 0', async () => {
  answering(async () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(listCities, { country: 'US' })).rejects.toEqual(new CallFailed(0))
})

test('a call that was cancelled throws the reason of its cancelling', async () => {
  answering(async () => Promise.reject(new TypeError('Failed to fetch')))
  const reason = new Error('another search')
  await expect(call(listCities, { country: 'US' }, AbortSignal.abort(reason))).rejects.toBe(reason)
})

test('a call that is cancelled while its answer arrives throws the reason, too', async () => {
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
  ['is not what the contract says', JSON.stringify({ results: [7] })],
  ['was cut', '{"results":["Kings'],
  ['is of somebody in between', '<h1>Welcome to our network</h1>'],
])('an answer that %s is a failed call', async (_what, body) => {
  answering(async () => new Response(body))
  await expect(call(listCities, { country: 'US' })).rejects.toEqual(new CallFailed(200))
})
