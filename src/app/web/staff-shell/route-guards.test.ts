import { isRedirect } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getClientConfiguration } from '#clients/contract.ts'
import { currentClient, isInternalStore, storeChosenClient } from '#clients/web/configuration-store.ts'
import { renewToken } from '#sign-in/contract.ts'
import { returnPathStore } from '#sign-in/web/return-path-storage.ts'
import { updateSession } from '#sign-in/web/session-store.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { stubApi } from '#test-support/stub-api.ts'
import { queryClient } from '../query-client.ts'
import { redirectFromStart, requireStaff } from './route-guards.ts'

const createStorage = (values = new Map<string, string>()) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, text: string) => void values.set(key, text),
  removeItem: (key: string) => void values.delete(key),
})

/** The session of the page, which lasts for all tests of a process. */
const noSession = {
  clockOffset: 0,
  endsAt: undefined,
  endReason: undefined,
  renewed: undefined,
  renewal: undefined,
  isLoggingOut: false,
}

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('sessionStorage', createStorage())
  updateSession(noSession)
})

afterEach(() => {
  updateSession(noSession)
  queryClient.clear()
})

/** Opens a page of staff. Returns where it redirects. */
async function openPage(href: string, guard = () => requireStaff(place(href), new AbortController().signal)) {
  try {
    await guard()
    return undefined
  } catch (error) {
    if (!isRedirect(error)) throw error
    const { to, state } = error.options
    return { to, isExpired: (state as { isExpired?: boolean } | undefined)?.isExpired }
  }
}

const place = (href: string) => ({ href, pathname: href, search: {}, state: { __TSR_index: 0 } })

const expiredToken = { token: 'old', exp: 1_700_000_000, name: 'Albert Alpine' }
const refusal = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: '', reference: '' }
const session = {
  token: 'fresh',
  exp: 4_000_000_000,
  name: 'Albert Alpine',
  sessionEnds: 4_000_000_000,
  serverTime: Date.now() / 1000,
  clientId: 'alpine',
  isInternal: false,
}

test.each(['{token', '{"token":7}', undefined])(
  'the stored token %s is cleared, and the start page is shown',
  async (text) => {
    stubApi()
    if (text) localStorage.setItem('userToken', text)
    expect(await openPage('/reports')).toEqual({ to: '/', isExpired: false })
    expect(localStorage.getItem('userToken')).toBeNull()
    expect(returnPathStore.get()).toBe('/reports')
  },
)

test.each([
  ['/authorization?itn=A%2BB', '/authorization#itn=A%2BB'],
  ['/Authorization/?itn=ITN9000001', '/Authorization/#itn=ITN9000001'],
  ['/authorization?itn=ITN9000001#itn=ITN9000002', '/authorization#itn=ITN9000002'],
  ['/authorization/decided?decision=denied', '/authorization/decided?decision=denied'],
])('after sign-in, %s opens as %s, so that no sign-in carries an ITN', async (href, kept) => {
  stubApi()
  await openPage(href)
  expect(returnPathStore.get()).toBe(kept)
})

test('an expired token of an ended session is cleared, and the start page says so', async () => {
  stubApi().fail(renewToken, 401, { ...refusal, reason: 'session_expired' })
  tokenStore.set(expiredToken)
  expect(await openPage('/home')).toEqual({ to: '/', isExpired: true })
  expect(tokenStore.has()).toBe(false)
})

test('an expired token of a session is renewed, and the page opens', async () => {
  const api = stubApi()
  api.reply(renewToken, session)
  isInternalStore.set(false)
  tokenStore.set(expiredToken)
  expect(await openPage('/home')).toBeUndefined()
  expect(tokenStore.get()?.token).toBe('fresh')
  tokenStore.set(expiredToken)
  expect(await openPage('/', redirectFromStart)).toMatchObject({ to: '/home' })
  expect(api.requests(renewToken)).toHaveLength(2)
})

test('an expired token is kept while the portal is unreachable, and the page reports the failure', async () => {
  stubApi().disconnect(renewToken)
  tokenStore.set(expiredToken)
  await expect(openPage('/home')).rejects.toThrow('Error retrieving authentication token')
  expect(tokenStore.get()).toEqual(expiredToken)
})

test('internal staff choose another client when the current one is closed', async () => {
  const api = stubApi()
  api.reply(renewToken, { ...session, isInternal: true })
  api.fail(getClientConfiguration, 404)
  tokenStore.set({ ...expiredToken, exp: 4_000_000_000 })
  isInternalStore.set(true)
  storeChosenClient({ id: 'lagoon', label: 'Lagoon Health Plan' })
  expect(await openPage('/home')).toMatchObject({ to: '/client-selector' })
  expect(currentClient()).toBeUndefined()
})
