import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { renewToken } from '../contract.ts'
import { Authentication, SignInFailed } from './authentication.tsx'
import { returnPathStore } from './return-path-storage.ts'
import { updateSession } from './session-store.ts'
import { tokenStore } from './token-store.ts'

const token = { token: 'a-token', exp: 4_000_000_000, name: 'Ada Sampleton' }
const session = {
  ...token,
  sessionEnds: 4_000_000_000,
  serverTime: Date.now() / 1000,
  clientId: 'alpine',
  isInternal: false,
}
const path = '/account-management'

/** Renders the page to which the identity provider returns, or which renews a stored token. */
async function renderAuthentication(isFresh: boolean, returnTo = path) {
  if (!isFresh) tokenStore.set(token)
  const onSignedIn = vi.fn()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  const page = <Authentication returnTo={returnTo} isFresh={isFresh} onSignedIn={onSignedIn} />
  return { ...(await renderComponent(page)), onSignedIn, reload, replace }
}

test('the page shows progress while the token is fetched', async () => {
  const api = stubApi()
  api.reply(renewToken, session)
  const release = api.hold(renewToken)
  const { onSignedIn } = await renderAuthentication(true)
  expect(screen.getByRole('heading', { level: 1, name: 'Authentication in progress' })).toBeVisible()
  await expectAccessible()
  release()
  await waitFor(() => expect(onSignedIn.mock.calls).toEqual([[path]]))
  expect(tokenStore.get()).toEqual(token)
})

test('a bill in the fragment stays in the tab until the person is back', async () => {
  const api = stubApi()
  api.fail(renewToken, 401)
  const billPath = '/authorization#itn=ITN9000001'
  const { replace } = await renderAuthentication(false, billPath)
  await waitFor(() => expect(replace.mock.calls).toEqual([['/auth/sign-in?returnTo=%2Fauthorization']]))
  api.reply(renewToken, session)
  const { onSignedIn } = await renderAuthentication(true, '/authorization')
  await waitFor(() => expect(onSignedIn.mock.calls).toEqual([[billPath]]))
  expect(returnPathStore.has()).toBe(false)
})

test('a kept page does not replace the one that the sign-in leads to', async () => {
  stubApi().reply(renewToken, session)
  returnPathStore.set('/authorization#itn=ITN9000001')
  const { onSignedIn } = await renderAuthentication(true)
  await waitFor(() => expect(onSignedIn.mock.calls).toEqual([[path]]))
})

test('a logout in the meantime leads to the start page and forgets the kept page', async () => {
  stubApi()
  returnPathStore.set('/authorization#itn=ITN9000001')
  updateSession({ isLoggingOut: true })
  onTestFinished(() => updateSession({ isLoggingOut: false }))
  const { onSignedIn } = await renderAuthentication(true)
  await waitFor(() => expect(onSignedIn.mock.calls).toEqual([['/']]))
  expect(returnPathStore.has()).toBe(false)
})

test('sign-in never continues at another site', async () => {
  stubApi().reply(renewToken, session)
  const { onSignedIn } = await renderAuthentication(true, '//evil.example.com/home')
  await waitFor(() => expect(onSignedIn.mock.calls).toEqual([['/home']]))
})

test('the page explains what to do when the sign-in cookie was blocked', async () => {
  stubApi().fail(renewToken, 401)
  const { onSignedIn, replace, user } = await renderAuthentication(true)
  expect(await screen.findByRole('alert')).toHaveTextContent('Allow cookies')
  expect(
    screen.getByRole('heading', { level: 1, name: 'Error retrieving authentication token' }),
  ).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(replace.mock.calls).toEqual([['/auth/sign-in?returnTo=%2Faccount-management']])
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('the page reports a token error without a connection and can be reloaded', async () => {
  stubApi().disconnect(renewToken)
  const { reload, user } = await renderAuthentication(false)
  expect(await screen.findByRole('alert')).toHaveTextContent('We can’t reach the portal.')
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
  expect(tokenStore.get()).toEqual(token)
})

test('a rejected token leads to the identity provider', async () => {
  stubApi().fail(renewToken, 401)
  const { replace } = await renderAuthentication(false)
  await waitFor(() => expect(replace.mock.calls).toEqual([['/auth/sign-in?returnTo=%2Faccount-management']]))
})

test.each([
  ['no-client', 'Your account isn’t linked to a company.'],
  ['unknown-client', 'Your company isn’t set up in the portal.'],
  ['client-disabled', 'Your company’s access to the portal is currently off.'],
  ['person-disabled', 'Your access to the portal has been turned off.'],
  ['factor-missing', 'Your login service didn’t confirm a second factor.'],
  ['too-old', 'Your login service didn’t ask who you are recently enough.'],
  ['cancelled', 'You canceled the login.'],
  ['provider-away', 'We can’t reach your login service right now.'],
  ['failed', 'We couldn’t log you in.'],
  ['<script>', 'We couldn’t log you in.'],
  [undefined, 'We couldn’t log you in.'],
])('a failed sign-in (%s) is explained and can be retried', async (reason, sentence) => {
  const onTryAgain = vi.fn()
  const { user } = await renderComponent(
    <SignInFailed reason={reason} reference="req-7" onTryAgain={onTryAgain} />,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'An Error Occurred' })).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent(sentence)
  expect(screen.getByText('Reference: req-7')).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Portal Login' }))
  expect(onTryAgain).toHaveBeenCalledOnce()
})

test('a failed sign-in shows no reference that is not an ID', async () => {
  await renderComponent(<SignInFailed reason="failed" reference="<b>7</b>" onTryAgain={() => {}} />)
  expect(screen.queryByText(/^Reference/)).toBeNull()
})
