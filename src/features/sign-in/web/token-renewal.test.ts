import { beforeEach, expect, test, vi } from 'vitest'
import { hasLiveToken, isSessionExpired, storedToken, updateSession } from './session-store.ts'
import { endRenewals, fetchFirstToken, renew } from './token-renewal.ts'
import { tokenStore } from './token-store.ts'

const seconds = () => Date.now() / 1000
const createToken = (name: string) => ({ token: name, exp: seconds() + 900, name: 'Ada Example' })
const session = {
  sessionEnds: seconds() + 3600,
  serverTime: seconds(),
  clientId: 'alpine',
  isInternal: false,
}

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  })
})

/** Delays the response to a renewal; returns the number of requests. */
function holdResponse() {
  const response = Promise.withResolvers<Response>()
  const asked = Promise.withResolvers<void>()
  const send = vi.fn((_url: string, { signal }: RequestInit) => {
    signal?.addEventListener('abort', () => response.reject(signal.reason))
    asked.resolve()
    return response.promise
  })
  vi.stubGlobal('fetch', send)
  return {
    send,
    asked: asked.promise,
    answer: () => response.resolve(Response.json({ ...createToken('fresh'), ...session })),
  }
}

test('a fresh token replaces the stored one', async () => {
  tokenStore.set(createToken('old'))
  const { answer } = holdResponse()
  const renewal = renew()
  answer()
  expect(await renewal).toBe('renewed')
  expect(storedToken()?.token).toBe('fresh')
})

test('renews nothing without a stored token', async () => {
  const { send } = holdResponse()
  expect(await renew()).toBe('logged_out')
  expect(send).not.toHaveBeenCalled()
})

test('discards a response after the token was removed or replaced', async () => {
  for (const [change, outcome, left] of [
    [tokenStore.remove, 'logged_out', undefined],
    [() => tokenStore.set(createToken('another')), 'renewed', 'another'],
  ] as const) {
    tokenStore.set(createToken('old'))
    const { asked, answer } = holdResponse()
    const renewal = renew()
    await asked
    change()
    answer()
    expect(await renewal).toBe(outcome)
    expect(storedToken()?.token).toBe(left)
  }
})

test('a logout in another tab cancels the first token request of a session', async () => {
  const { asked } = holdResponse()
  const renewal = fetchFirstToken()
  await asked
  const channel = new BroadcastChannel('portal-logout')
  channel.postMessage('logout')
  expect(await renewal).toBe('logged_out')
  expect(storedToken()).toBeUndefined()
  channel.close()
})

test.each([-2, 2])('a browser clock that is off by %i hours does not sign out staff', async (hours) => {
  const serverTime = seconds()
  const fresh = { token: 'fresh', exp: serverTime + 900, name: 'Ada Example' }
  vi.useFakeTimers({ toFake: ['Date'], now: (serverTime + hours * 3600) * 1000 })
  vi.stubGlobal('fetch', async () =>
    Response.json({ ...session, ...fresh, serverTime, sessionEnds: serverTime + 3600 }),
  )
  expect(await fetchFirstToken()).toBe('renewed')
  expect([hasLiveToken(), isSessionExpired()]).toEqual([true, false])
  vi.setSystemTime((serverTime + hours * 3600 + 901) * 1000)
  expect([hasLiveToken(), isSessionExpired()]).toEqual([false, false])
  vi.setSystemTime((serverTime + hours * 3600 + 3601) * 1000)
  expect(isSessionExpired()).toBe(true)
  updateSession({ clockOffset: 0, endsAt: undefined, renewed: undefined })
})

/** Must be the last test in the file: nothing can be renewed afterward. */
test('a logout in this tab cancels the pending renewal and rejects new ones', async () => {
  tokenStore.set(createToken('old'))
  const { asked, send } = holdResponse()
  const renewal = renew()
  await asked
  endRenewals()
  expect(await renewal).toBe('logged_out')
  expect(await renew()).toBe('logged_out')
  expect(await fetchFirstToken()).toBe('logged_out')
  expect(send).toHaveBeenCalledOnce()
})
