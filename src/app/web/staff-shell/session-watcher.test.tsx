import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { undoDecision } from '#authorizations/contract.ts'
import { decisionsKey } from '#authorizations/queue-contract.ts'
import { now } from '#platform/contract/clock.ts'
import { renewToken } from '#sign-in/contract.ts'
import { updateSession } from '#sign-in/web/session-store.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { storeToken } from '#test-support/person-token.ts'
import { advanceTimers, expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { SessionWatcher } from './session-watcher.tsx'

afterEach(() => void vi.useRealTimers())

test('after the end of the session, nothing is left of saved decisions or of those in progress', async () => {
  storeToken('ada')
  const { queries } = await renderComponent(<SessionWatcher />)
  const decisions = queries.getMutationCache()
  const save = (mutationFn: () => Promise<string>) =>
    decisions.build(queries, { mutationFn, gcTime: 600_000 }).execute(undefined)
  const { promise, resolve } = Promise.withResolvers<string>()
  await save(async () => 'ITN1 of Ada')
  const pending = save(() => promise)
  expect(decisions.getAll()).toHaveLength(2)
  act(() => updateSession({ endReason: 'session_expired' }))
  await waitFor(() => expect(decisions.getAll()).toEqual([]))
  resolve('ITN2 of Ada')
  expect(await pending).toBe('ITN2 of Ada')
  expect(decisions.getAll()).toEqual([])
})

/** Renders a page on which the decision on ITN1 was just saved by this person. */
async function renderAfterDecision(path: string) {
  storeToken('ada')
  const view = await renderComponent(<SessionWatcher />, { path })
  const savedAt = now().getTime()
  const saved = {
    bill: createPendingBill('ITN1'),
    decision: { denialCode: '0188' },
    message: 'ITN1 denied.',
    decisionId: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90',
    savedAt,
    undoEndsAt: savedAt + 30_000,
  }
  const mutationKey = [decisionsKey, 'ada ']
  const options = { mutationKey, mutationFn: async () => saved, gcTime: 600_000 }
  await act(() => view.queries.getMutationCache().build(view.queries, options).execute(undefined))
  return view
}

test('a decision can be undone on another page, which says that the bill is pending again and stays', async () => {
  const api = stubApi()
  const message = 'The decision on ITN1 was undone. The bill is pending again.'
  api.reply(undoDecision, { message })
  const { user, url, queries } = await renderAfterDecision('/home')
  expect(await screen.findByText('ITN1 denied.')).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Undo: ITN1' }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(message))
  expect(api.requests(undoDecision)[0]?.body).toMatchObject({ itn: 'ITN1' })
  await user.click(screen.getByRole('button', { name: 'Close this message' }))
  expect(screen.queryByText('ITN1 denied.')).toBeNull()
  expect(url()).toBe('/home')
  queries.clear()
})

test('the page of pending authorizations shows its decisions itself', async () => {
  const { queries } = await renderAfterDecision('/authorization')
  expect(screen.queryByText('ITN1 denied.')).toBeNull()
  queries.clear()
})

/** Renders a page at the start of a session of one hour, whose token lasts 15 minutes. */
async function startSession() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const api = stubApi()
  const seconds = () => Date.now() / 1000
  const token = { token: 'a-token', exp: seconds() + 900, name: 'Ada Sampleton' }
  tokenStore.set(token)
  act(() => updateSession({ clockOffset: 0, endsAt: seconds() + 3600, isActive: false }))
  const view = await renderComponent(<SessionWatcher />, { path: '/home' })
  return {
    ...view,
    api,
    allowRenewal: () =>
      api.reply(renewToken, () => ({
        ...token,
        token: 'fresh',
        exp: seconds() + 900,
        sessionEnds: seconds() + 3600,
        serverTime: seconds(),
        clientId: 'alpine',
        isInternal: false,
      })),
    /** Moves the clock without running the timers in between, as in a background tab. */
    forward: (minutes: number) => {
      vi.setSystemTime(Date.now() + minutes * 60_000)
      return advanceTimers(1000)
    },
    leave: () => act(() => updateSession({ endsAt: undefined, secondsLeft: undefined, isActive: false })),
  }
}

const warning = () => screen.queryByRole('dialog', { name: 'Your session is about to end' })
const warningButton = (name: string) => screen.getByRole('button', { name })

test('an idle session ends with a warning two minutes before, which can extend it', async () => {
  const { api, user, forward, allowRenewal, leave } = await startSession()
  await forward(57.9)
  expect(warning()).toBeNull()
  await forward(0.25)
  expect(warning()).toHaveTextContent(/Time left: 1:\d\d/)
  expect(screen.getByRole('status')).toHaveTextContent('2 minutes left')
  expect(warningButton('Stay logged in')).toHaveFocus()
  await expectAccessible()
  api.disconnect(renewToken)
  await user.click(warningButton('Stay logged in'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Error retrieving authentication token')
  expect(warning()).not.toBeNull()
  allowRenewal()
  await user.click(warningButton('Stay logged in'))
  await waitFor(() => expect(warning()).toBeNull())
  leave()
})

test('a session continues if another tab renewed it without this tab noticing', async () => {
  const { api, url, forward, allowRenewal, leave } = await startSession()
  await forward(58.5)
  expect(warning()).not.toBeNull()
  allowRenewal()
  await forward(2)
  expect(api.requests(renewToken)).toHaveLength(1)
  expect(warning()).toBeNull()
  expect(url()).toBe('/home')
  expect(tokenStore.get()?.token).toBe('fresh')
  leave()
})

test('the session warning offers to log out', async () => {
  const { url, user, historyState, forward, leave } = await startSession()
  await forward(58.5)
  await user.click(warningButton('Log out'))
  await waitFor(() => expect(url()).toBe('/logout'))
  expect(historyState().isExpired).toBeUndefined()
  leave()
})

test('an expired token is renewed once on the first activity, but not for an idle tab', async () => {
  const { api, forward, allowRenewal, leave } = await startSession()
  allowRenewal()
  await forward(20)
  fireEvent.pointerMove(document.body, { screenX: 200, screenY: 300 })
  fireEvent.pointerMove(document.body, { screenX: 201, screenY: 300 })
  await advanceTimers(3000)
  expect(api.requests(renewToken)).toEqual([])
  fireEvent.keyDown(document.body, { key: 'Shift' })
  await advanceTimers(1000)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  await advanceTimers(1000)
  expect(api.requests(renewToken)).toHaveLength(1)
  leave()
})

/** Stores the client of client staff, as another tab does. */
function storeClientElsewhere(id: string) {
  localStorage.setItem('currentClient', JSON.stringify({ id, label: '' }))
  return act(() => dispatchEvent(new StorageEvent('storage', { key: 'currentClient' })))
}

test('a page stays after a sign-in whose client another tab stores first, and leaves when the client changes', async () => {
  storeToken('ada')
  const { url } = await renderComponent(<SessionWatcher />, { path: '/account-management', isForStaff: true })
  await storeClientElsewhere('alpine')
  expect(url()).toBe('/account-management')
  await storeClientElsewhere('lagoon')
  await waitFor(() => expect(url()).toBe('/home'))
})
