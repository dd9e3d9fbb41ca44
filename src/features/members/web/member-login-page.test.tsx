import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { logMemberIn } from '../contract.ts'
import { MemberLoginPage } from './member-login-page.tsx'

const path = '/client-member-page/login'

async function renderLogin() {
  const api = stubApi()
  api.reply(logMemberIn, {
    clientName: 'Alpine',
    content: '',
    showIdCard: false,
    showEnglishAndGerman: false,
  })
  const view = await renderComponent(<MemberLoginPage />, { path })
  const logIn = async (password = 'secret') => {
    await view.user.clear(username())
    await view.user.type(username(), 'alpine-member')
    await view.user.clear(passwordField())
    await view.user.type(passwordField(), password)
    await submit()
  }
  const submit = () => view.user.click(screen.getByRole('button', { name: 'Log in' }))
  const expectLoggedIn = () => waitFor(() => expect(view.url()).toBe('/client-member-page'))
  return { ...view, api, logIn, submit, expectLoggedIn }
}

const username = () => screen.getByRole('textbox', { name: 'Username' })
const passwordField = () => screen.getByLabelText('Password')

test('the login form shows missing fields inline and in a linked summary', async () => {
  const { api, user, submit } = await renderLogin()
  await submit()
  const summary = screen.getByRole('region', { name: 'Please check these fields:' })
  const lines = () =>
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(summary).toHaveFocus()
  expect(lines()).toEqual(['Enter your username.', 'Enter your password.'])
  expect(username()).toHaveAccessibleDescription('Enter your username.')
  await expectAccessible()
  await user.click(within(summary).getByRole('link', { name: 'Enter your password.' }))
  expect(passwordField()).toHaveFocus()
  await user.keyboard('something')
  expect(lines()).toEqual(['Enter your username.'])
  expect(api.requests(logMemberIn)).toEqual([])
})

test('a wrong password moves the focus to the password and keeps the username', async () => {
  const { api, logIn, submit, expectLoggedIn } = await renderLogin()
  api.fail(logMemberIn, 401)
  await logIn()
  expect(await screen.findByRole('alert')).toHaveTextContent('That username or password isn’t right.')
  expect(passwordField()).toHaveFocus()
  expect(username()).toHaveValue('alpine-member')
  expect(localStorage.getItem('memberConfiguration')).toBeNull()
  await expectAccessible()
  api.reply(logMemberIn, {
    clientName: 'Alpine',
    content: '',
    showIdCard: false,
    showEnglishAndGerman: false,
  })
  await submit()
  await expectLoggedIn()
})

test('after too many attempts, the page says when to try again', async () => {
  const { api, logIn } = await renderLogin()
  api.fail(logMemberIn, 429, {}, { 'retry-after': '30' })
  await logIn()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Too many login attempts. Try again in 30 seconds.',
  )
  await expectAccessible()
})

test('a failed login shows an error, keeps the typed text and can be retried', async () => {
  const { api, user, logIn } = await renderLogin()
  for (const fail of [
    () => api.fail(logMemberIn, 500),
    () => api.disconnect(logMemberIn),
    () => api.fail(logMemberIn, 200, {}),
  ]) {
    fail()
    await logIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An error occurred on client member page login.',
    )
    expect(screen.getByText(/We couldn’t log you in. Check your connection/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Close error' }))
  }
  expect(localStorage.getItem('memberConfiguration')).toBeNull()
  expect(username()).toHaveValue('alpine-member')
})

test('a slow login shows progress and is sent once', async () => {
  const { api, user, logIn, expectLoggedIn } = await renderLogin()
  const release = api.hold(logMemberIn)
  await logIn()
  expect(await screen.findByText(/Logging you in…/)).toBeVisible()
  await expectAccessible()
  await user.type(passwordField(), '{Enter}')
  release()
  await expectLoggedIn()
  expect(api.requests(logMemberIn)).toHaveLength(1)
})

test('the password can be shown, and Caps Lock is reported', async () => {
  const { user } = await renderLogin()
  expect(username()).toHaveAttribute('autocomplete', 'username')
  expect(passwordField()).toHaveAttribute('autocomplete', 'current-password')
  expect(passwordField()).toHaveAttribute('type', 'password')
  const show = screen.getByRole('button', { name: 'Show password' })
  await user.click(show)
  expect(show).toHaveAttribute('aria-pressed', 'true')
  expect(passwordField()).toHaveAttribute('type', 'text')
  await user.click(show)
  expect(passwordField()).toHaveAttribute('type', 'password')
  await user.click(passwordField())
  await user.keyboard('{CapsLock}a')
  expect(await screen.findByText('Caps Lock is on.')).toBeVisible()
  await expectAccessible()
})
