import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { lastClientStore, tabOwner } from '#clients/web/configuration-store.ts'
import { watchDrafts } from '#platform/web/drafts/draft-deadline.ts'
import { draftStore, expireDrafts, removeDraftsOfOthers } from '#platform/web/drafts/draft-storage.ts'
import { endSession as requestLogout } from '#sign-in/contract.ts'
import { returnPathStore } from '#sign-in/web/return-path-storage.ts'
import { updateSession } from '#sign-in/web/session-store.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { storeToken } from '#test-support/person-token.ts'
import { renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { LogoutPage } from '../pages/sign-in-pages.tsx'
import { SessionWatcher } from './session-watcher.tsx'

afterEach(() => void vi.useRealTimers())

const noteDraft = 'draft ada%20alpine note'
const deadline = 'draft until'
const keptSearch = 'kept patientSearch'

type End = { end: () => void; isForStaff?: boolean }

/** The keys of this tab after the session has ended in some way. */
async function endSession({ end, isForStaff = false }: End) {
  storeToken('ada')
  sessionStorage.setItem(noteDraft, '{}')
  sessionStorage.setItem(keptSearch, '{}')
  await renderComponent(<SessionWatcher />, { path: '/home', isForStaff })
  act(end)
  await waitFor(() => expect(tokenStore.has()).toBe(false))
  return Object.keys(sessionStorage).sort()
}

const waitForNoKeptSearch = () => waitFor(() => expect(sessionStorage.getItem(keptSearch)).toBeNull())

function endElsewhere() {
  localStorage.removeItem('userToken')
  dispatchEvent(new StorageEvent('storage', { key: 'userToken' }))
}

/** What another tab announces when its logout begins. */
function announceLogout() {
  const channel = new BroadcastChannel('portal-logout')
  channel.postMessage('logout')
  channel.close()
}

test.each([
  ['an expired session', { end: () => updateSession({ endReason: 'session_expired' }) }],
  [
    'a session that asks for a new sign-in',
    { end: () => updateSession({ endReason: 'interaction_required' }) },
  ],
  ['a session that ended in another tab', { end: endElsewhere }],
])('what was typed outlasts %s for an hour, and nothing else does', async (_end, how) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await endSession(how)
  await waitForNoKeptSearch()
  expect(Object.keys(sessionStorage).sort()).toEqual([noteDraft, deadline])
  vi.advanceTimersByTime(3_599_000)
  expect(sessionStorage.getItem(noteDraft)).not.toBeNull()
  vi.advanceTimersByTime(2000)
  expect(sessionStorage.getItem(noteDraft)).toBeNull()
})

test('drafts expire an hour after the redirect to the sign-in page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const end = () => updateSession({ endReason: 'interaction_required' })
  expect(await endSession({ end, isForStaff: true })).toEqual(
    expect.arrayContaining([noteDraft, deadline, keptSearch]),
  )
  expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/sign-in?returnTo=%2Fhome')
  vi.advanceTimersByTime(3_601_000)
  expect(sessionStorage.getItem(noteDraft)).toBeNull()
})

test.each([
  ['before', [announceLogout, endElsewhere]],
  ['after', [endElsewhere, announceLogout]],
])('a logout in another tab that is announced %s the end removes what was typed', async (_when, steps) => {
  returnPathStore.set('/authorization#itn=ITN9000001')
  await endSession({ end: () => steps.forEach((step) => void step()) })
  await waitForNoKeptSearch()
  await waitFor(() => expect(sessionStorage.getItem(noteDraft)).toBeNull())
  expect(returnPathStore.has()).toBe(false)
})

test('a logout removes the bill to which an abandoned sign-in would have returned', async () => {
  stubApi().reply(requestLogout, { redirect: '/' })
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  onTestFinished(() => updateSession({ isLoggingOut: false }))
  storeToken('ada')
  returnPathStore.set('/authorization#itn=ITN9000001')
  await renderComponent(<LogoutPage />, { path: '/logout' })
  await waitFor(() => expect(replace).toHaveBeenCalledOnce())
  expect(returnPathStore.has()).toBe(false)
})

test('a page for staff that Back shows again after the end of the session leads to the start page', async () => {
  storeToken('ada')
  const { url } = await renderComponent(<SessionWatcher />, { path: '/home', isForStaff: true })
  // While the browser keeps a page for Back, the page gets no events.
  localStorage.removeItem('userToken')
  expect(url()).toBe('/home')
  act(() => void dispatchEvent(new Event('pageshow')))
  await waitFor(() => expect(url()).toBe('/'))
})

test('a page that opens without a session, such as that of a sign-in, keeps what was typed', async () => {
  sessionStorage.setItem(noteDraft, '{}')
  sessionStorage.setItem(keptSearch, '{}')
  await renderComponent(<SessionWatcher />)
  await waitFor(() => expect(sessionStorage.getItem(keptSearch)).toBeNull())
  expect(sessionStorage.getItem(noteDraft)).not.toBeNull()
})

test('a page stays when a sign-in in another tab stores the same client, and leaves for another client', async () => {
  const chooseElsewhere = async (id: string, label: string) => {
    localStorage.setItem('currentClient', JSON.stringify({ id, label }))
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'currentClient' })))
  }
  storeToken('ada')
  const { url } = await renderComponent(<SessionWatcher />, { path: '/reports', isForStaff: true })
  act(() => lastClientStore.set({ id: 'alpine', label: 'Alpine' }))
  for (const label of ['', 'Alpine Travel']) await chooseElsewhere('alpine', label)
  expect(url()).toBe('/reports')
  await chooseElsewhere('lagoon', '')
  await waitFor(() => expect(url()).toBe('/home'))
})

test('signing in removes what others have typed in this tab', () => {
  sessionStorage.setItem(noteDraft, '{}')
  removeDraftsOfOthers('ada')
  expect(sessionStorage.getItem(noteDraft)).not.toBeNull()
  removeDraftsOfOthers('other')
  expect(sessionStorage.getItem(noteDraft)).toBeNull()
})

test('people with the same name do not see what the other has typed, and keep it after another sign-in', () => {
  storeToken('ada')
  lastClientStore.set({ id: 'alpine', label: 'Alpine' })
  const noteStore = () => draftStore(tabOwner(), 'note', z.string())
  noteStore().set('Call Mrs. Sample')
  storeToken('other')
  expect(noteStore().get()).toBeUndefined()
  storeToken('ada')
  expect(noteStore().get()).toBe('Call Mrs. Sample')
})

test('a reload without a session does not extend the hour', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sessionStorage.setItem(noteDraft, '{}')
  expireDrafts(() => false)
  vi.clearAllTimers()
  watchDrafts(() => false)
  vi.advanceTimersByTime(3_600_001)
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('pages that find the session ended keep the deadline of its end', async () => {
  const clock = freezeClock()
  sessionStorage.setItem(noteDraft, '{}')
  expireDrafts(() => false)
  const until = sessionStorage.getItem(deadline)
  clock.forward({ minutes: 50 })
  await renderComponent(<SessionWatcher />)
  act(() => void dispatchEvent(new Event('pageshow')))
  expect(sessionStorage.getItem(deadline)).toBe(until)
})

test('the deadline of an earlier session does not remove later drafts', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sessionStorage.setItem(noteDraft, '{}')
  expireDrafts(() => false)
  sessionStorage.setItem(deadline, 'a later one')
  vi.advanceTimersByTime(3_600_001)
  expect(sessionStorage.getItem(noteDraft)).not.toBeNull()
})

test('signing in keeps the drafts', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sessionStorage.setItem(noteDraft, '{}')
  expireDrafts(() => true)
  vi.advanceTimersByTime(3_600_001)
  expect(sessionStorage.getItem(noteDraft)).not.toBeNull()
})
