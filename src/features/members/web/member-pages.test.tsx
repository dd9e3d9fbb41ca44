import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  logMemberIn,
  logMemberOut,
  type MemberPageData,
  type MemberRecord,
  readIdCard,
  showMemberPage,
} from '../contract.ts'
import { IdCardForm } from './id-card-form.tsx'
import { MemberLoginPage } from './member-login-page.tsx'
import { MemberPage } from './member-page.tsx'
import { memberStore } from './member-store.ts'

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
    expect(await screen.findByText(/We couldn’t log you in. Check your connection/)).toBeVisible()
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

const alpine: MemberRecord = {
  clientName: 'Alpine',
  content: '<p>Call us</p>',
  showIdCard: false,
  showEnglishAndGerman: false,
}
const alpinePage: MemberPageData = {
  ...alpine,
  contentLanguage: 'en',
  assistance: null,
  searches: [],
}

/** Renders the page of a member who has logged in. */
async function renderMemberPage(change: (api: ReturnType<typeof stubApi>) => void) {
  memberStore.set(alpine)
  const api = stubApi()
  api.reply(showMemberPage, alpinePage)
  api.reply(readIdCard, { card: null })
  change(api)
  return { api, ...(await renderComponent(<MemberPage />, { path: '/client-member-page' })) }
}

const logOut = () => screen.findByRole('button', { name: 'Logout' })

test('a page that fails to load shows an error and recovers on retry', async () => {
  const { api, user } = await renderMemberPage((api) => api.disconnect(showMemberPage))
  expect(await screen.findByText(/We couldn’t load your page\./)).toBeVisible()
  expect(await logOut()).toBeVisible()
  await expectAccessible()
  api.reply(showMemberPage, alpinePage)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Alpine' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Display Insurance Card' })).toBeNull()
})

test('a session ended on the server leads to the login page with the reason', async () => {
  const { url, historyState } = await renderMemberPage((api) => api.fail(showMemberPage, 401))
  await waitFor(() => expect(url()).toBe(path))
  expect(historyState().memberLeft).toBe('ended')
  expect(memberStore.has()).toBe(false)
})

test('an offline logout clears the browser and shows what to do', async () => {
  const { user, url } = await renderMemberPage((api) => api.disconnect(logMemberOut))
  await user.click(await logOut())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You’re logged out in this browser, but we couldn’t reach the portal',
  )
  expect(memberStore.has()).toBe(false)
  expect(url()).toBe(path)
})

const cardFields = {
  'Policy/ID #': 'ALP-1',
  'Patient First Name': 'Ada',
  'Patient Last Name': 'Quillfeather',
  'Patient Date of Birth': '5/6/1980',
}

/** Renders the form of the ID card. */
async function renderCardForm() {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await renderComponent(<IdCardForm {...alpine} showIdCard onFound={() => {}} />)
  const fillIn = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(new RegExp(`^${label}`)))
    await user.click(screen.getByLabelText(new RegExp(`^${label}`)))
    await user.paste(text)
  }
  const display = () => user.click(screen.getByRole('button', { name: 'Display Insurance Card' }))
  return { open, user, fillIn, display }
}

test('the ID card form shows missing fields and opens no window', async () => {
  const { open, user, fillIn, display } = await renderCardForm()
  await display()
  const summary = () => screen.queryByRole('region', { name: 'Please check these fields:' })
  const lines = () => [...(summary()?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)
  expect(summary()).toHaveFocus()
  expect(lines()).toEqual([
    'Enter the policy or ID number.',
    'Enter the patient’s first name.',
    'Enter the patient’s last name.',
    'Enter the patient’s date of birth as M/D/YYYY.',
  ])
  await expectAccessible()
  await user.click(screen.getByRole('link', { name: 'Enter the patient’s first name.' }))
  expect(screen.getByLabelText(/^Patient First Name/)).toHaveFocus()
  for (const [label, text] of Object.entries(cardFields)) await fillIn(label, text)
  await fillIn('Patient Date of Birth', '2/30/1980')
  await display()
  expect(lines()).toEqual(['Enter the patient’s date of birth as M/D/YYYY.'])
  await fillIn('Patient Date of Birth', '5/6/1980')
  expect(summary()).toBeNull()
  expect(open).not.toHaveBeenCalled()
})

test('the page explains how to allow pop-ups when the window of the card is blocked', async () => {
  const { open, fillIn, display } = await renderCardForm()
  for (const [label, text] of Object.entries(cardFields)) await fillIn(label, text)
  await display()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Please allow pop-up windows for this site, then try again.',
  )
  expect(open).toHaveBeenCalled()
  expect(screen.queryByText('Your card opens in a new window.')).toBeNull()
})
