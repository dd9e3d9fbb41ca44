import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { wasResponseSent } from './client-abort.ts'
import { openHttpServer } from './http-server.ts'

const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

/** A server whose response times out, and the signal that aborted its work. */
async function aSlowServer(timeoutMs: number) {
  const app = await openHttpServer(readConfig({}), openLog('silent'))
  onTestFinished(() => app.close())
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<AbortSignal>()
  app.post('/slow', { config: { timeoutMs } }, ({ abortSignal }) => {
    abortSignal.addEventListener('abort', () => ended.resolve(abortSignal))
    begun.resolve()
    return ended.promise
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { address: `${origin}/slow`, begun: begun.promise, ended: ended.promise }
}

test('aborts the work when the response times out', async () => {
  const { address, ended } = await aSlowServer(20)
  expect((await fetch(address, call)).status).toBe(503)
  expect(wasResponseSent(await ended)).toBe(true)
})

test('aborts the work when the client disconnects before the response', async () => {
  const { address, begun, ended } = await aSlowServer(60_000)
  const leaving = new AbortController()
  const response = fetch(address, { ...call, signal: leaving.signal })
  await begun
  leaving.abort()
  await expect(response).rejects.toThrow()
  expect(wasResponseSent(await ended)).toBe(false)
})
