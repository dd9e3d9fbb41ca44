import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { openHttpServer } from '#platform/http/http-server.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addVisitor, holdDelays, logIn, wrong } from '#test-support/member-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { createLogin, createPasswordAttempts } from './password-attempts.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal({ TRUSTED_PROXIES: ['127.0.0.1'] })
  await addClient(portal, 'alpine', ['ALP1'])
})
afterAll(() => portal.close())

const call = { method: 'POST' }

/**
 * Starts a server on the portal's database. It tries to log in to this account with a wrong password, and its
 * requests time out after the given time.
 */
async function startLoginServer(name: string, timeoutMs: number) {
  const app = await openHttpServer(portal.config, openLog('silent'))
  onTestFinished(() => app.close())
  const deps = { db: portal.db, config: portal.config }
  const logIn = createLogin(deps, createPasswordAttempts(deps))
  const ended = Promise.withResolvers<void>()
  app.post('/login', { config: { timeoutMs } }, (request) =>
    logIn({ name, password: wrong }, request).finally(() => ended.resolve()),
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { address: `${origin}/login`, ended: ended.promise }
}

/**
 * Creates an account whose failed logins are delayed; `nextWait` fails another login and returns its delay in
 * seconds.
 */
async function createDelayedVisitor() {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  for (let attempt = 0; attempt < 10; attempt += 1) await logIn(portal, name, wrong, here)
  const nextWait = async () => {
    await logIn(portal, name, wrong, here)
    return clock.waits.at(-1)
  }
  return { name, here, nextWait }
}

test('a login that times out in the portal does not count as a failure', async () => {
  const { name, here, nextWait } = await createDelayedVisitor()
  const { address, ended } = await startLoginServer(name, 200)
  const { endHold } = holdDelays()
  expect((await fetch(address, { ...here, ...call })).status).toBe(503)
  await ended
  endHold()
  expect(await nextWait()).toBe(1)
})

test('a login that the client aborts during a delay counts as a failure', async () => {
  const { name, here, nextWait } = await createDelayedVisitor()
  const { address, ended } = await startLoginServer(name, 60_000)
  const { waiting, endHold } = holdDelays()
  const leaving = new AbortController()
  const response = fetch(address, { ...here, ...call, signal: leaving.signal })
  await expect.poll(waiting, { interval: 10 }).toBe(1)
  leaving.abort()
  await expect(response).rejects.toThrow()
  await ended
  endHold()
  expect(await nextWait()).toBe(2)
})
