import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { changeMemberPassword, listManagedAccounts, type ManagedAccount } from '../../account-contract.ts'
import { accountMessages as text } from '../../account-messages.ts'
import { chosenAccountStore, MemberAccountsPage } from './member-accounts-page.tsx'

setTimeZone('UTC')

const families: ManagedAccount = {
  id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90',
  name: 'alpine-families',
  isDisabled: false,
  sessions: 3,
  passwordSetAt: '2026-11-20T14:00:00.000Z',
  initial: null,
}
const fresh: ManagedAccount = {
  ...families,
  id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a91',
  name: 'alpine-business',
  sessions: 0,
  initial: { until: '2026-12-07T13:00:00.000Z', hasExpired: false },
}
const expired: ManagedAccount = {
  ...fresh,
  id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a92',
  name: 'alpine-old',
  isDisabled: true,
  initial: { until: '2026-11-07T13:00:00.000Z', hasExpired: true },
}

type Shown = { accounts?: ManagedAccount[]; needsStepUp?: boolean; isAllowed?: boolean }

async function renderPage({ accounts = [families], needsStepUp = false, isAllowed = true }: Shown = {}) {
  const api = stubApi()
  api.reply(listManagedAccounts, { accounts, needsStepUp })
  const page = <MemberAccountsPage person="me" clientId="alpine" isAllowed={isAllowed} />
  return { api, ...(await renderComponent(page, { path: '/member-accounts' })) }
}

type User = Awaited<ReturnType<typeof renderPage>>['user']

const openDialog = async (user: User, name = families.name) => {
  await user.click(await screen.findByRole('button', { name: text.actionNamed(name) }))
  return screen.findByRole('dialog', { name: text.dialog(name) })
}
const fill = async (user: User, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    await user.clear(screen.getByLabelText(label))
    if (value) await user.type(screen.getByLabelText(label), value)
  }
}
const submit = (user: User) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name: text.submit }))

const typed = {
  [text.current]: 'the old password of all',
  [text.next]: 'seven quiet otters swim',
  [text.again]: 'seven quiet otters swim',
}

test('without the right, the page says whom to ask, and requests nothing', async () => {
  const { api } = await renderPage({ isAllowed: false })
  expect(await screen.findByText(text.notAllowed)).toBeVisible()
  expect(api.requests(listManagedAccounts)).toEqual([])
})

test('lists the accounts with status, sessions and what can be done', async () => {
  await renderPage({ accounts: [fresh, families, expired] })
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
  for (const shown of [text.active, '11/20/2026 2:00 PM', '3'])
    expect(await row('alpine-families')).toHaveTextContent(shown)
  expect(await row('alpine-business')).toHaveTextContent(text.initialUntil('12/7/2026 1:00 PM'))
  expect(await row('alpine-old')).toHaveTextContent(`${text.disabled}, ${text.expired}`)
  expect(await row('alpine-old')).toHaveTextContent(text.expiredAdvice)
  expect(screen.getAllByRole('button', { name: /^Change password of/ })).toHaveLength(2)
  await expectAccessible()
})

test('says that the client has no accounts, and offers to try again if they cannot be loaded', async () => {
  const { api } = await renderPage({ accounts: [] })
  expect(await screen.findByText(text.none)).toBeVisible()
  api.fail(listManagedAccounts, 503)
  await renderComponent(<MemberAccountsPage person="me" clientId="lagoon" isAllowed />)
  expect((await screen.findAllByText(text.failed))[0]).toBeVisible()
})

test('sends nothing until the passwords are entered, long enough and the same', async () => {
  const { api, user } = await renderPage()
  const dialog = await openDialog(user)
  expect(dialog).toHaveTextContent(text.consequence(3))
  await submit(user)
  for (const error of [text.noCurrent, text.noNext])
    expect(await within(dialog).findByRole('link', { name: error })).toBeVisible()
  await fill(user, { ...typed, [text.next]: 'too short' })
  expect(await within(dialog).findByRole('link', { name: text.tooShort(15) })).toBeVisible()
  expect(within(dialog).getByRole('link', { name: text.notTheSame })).toBeVisible()
  await expectAccessible()
  expect(api.requests(changeMemberPassword)).toEqual([])
})

test('changes the password, says so, and returns the focus', async () => {
  const { api, user } = await renderPage()
  api.reply(changeMemberPassword, { ended: 3 })
  await openDialog(user)
  await fill(user, typed)
  await submit(user)
  expect(await screen.findByText(text.changed(families.name, 3))).toBeVisible()
  expect(api.requests(changeMemberPassword).map(({ body }) => body)).toEqual([
    { currentPassword: 'the old password of all', newPassword: 'seven quiet otters swim' },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(api.requests(listManagedAccounts)).toHaveLength(2))
})

test('closing the dialog returns the focus to its button and keeps no password', async () => {
  const { user } = await renderPage()
  await openDialog(user)
  await fill(user, typed)
  expect(screen.getByLabelText(text.current)).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('checkbox', { name: text.show }))
  expect(screen.getByLabelText(text.current)).toHaveAttribute('type', 'text')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: text.actionNamed(families.name) })).toHaveFocus()
  await openDialog(user)
  expect(screen.getByLabelText(text.current)).toHaveValue('')
})

const refusal = { type: 'about:blank', title: 'Refused', reference: 'r' }

test.each([
  ['current-password', text.current, text.wrong],
  ['new-password', text.next, 'This password is too easy to guess.'],
])(
  'a refusal for the reason %s is shown at its field, which gets the focus',
  async (reason, label, detail) => {
    const { api, user } = await renderPage()
    api.fail(changeMemberPassword, 422, { ...refusal, status: 422, reason, detail })
    const dialog = await openDialog(user)
    await fill(user, typed)
    await submit(user)
    expect(await within(dialog).findByRole('link', { name: detail })).toBeVisible()
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(detail))
    expect(screen.getByLabelText(label)).toHaveFocus()
    api.reply(changeMemberPassword, { ended: 0 })
    await submit(user)
    expect(await screen.findByText(text.changed(families.name, 0))).toBeVisible()
  },
)

test('says when there were too many wrong passwords, and when the connection failed', async () => {
  const { api, user } = await renderPage()
  const detail = text.tooMany(30)
  api.fail(changeMemberPassword, 429, { ...refusal, status: 429, detail }, { 'retry-after': '30' })
  await openDialog(user)
  await fill(user, typed)
  await submit(user)
  expect(await screen.findByText(detail)).toBeVisible()
  api.fail(changeMemberPassword, 503)
  await submit(user)
  expect(await screen.findByText(text.changeFailed)).toBeVisible()
})

test('an initial password is asked for by its name', async () => {
  const { user } = await renderPage({ accounts: [fresh] })
  const dialog = await openDialog(user, fresh.name)
  expect(dialog).toHaveTextContent(text.initialAdvice)
  expect(within(dialog).getByLabelText(text.initial)).toBeVisible()
  await submit(user)
  expect(await within(dialog).findByRole('link', { name: text.noInitial })).toBeVisible()
})

test('asks for a recent sign-in before it asks for passwords, and comes back to the account', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { user } = await renderPage({ needsStepUp: true })
  const ask = async () =>
    user.click(await screen.findByRole('button', { name: text.actionNamed(families.name) }))
  await ask()
  const question = await screen.findByRole('dialog', { name: 'Confirm your identity' })
  expect(question).toHaveTextContent(text.stepUpQuestion)
  await expectAccessible()
  await user.click(within(question).getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(chosenAccountStore('me').get()).toBeUndefined()
  await ask()
  await user.click(await screen.findByRole('button', { name: 'Log in again' }))
  expect(assign.mock.calls).toEqual([['/auth/sign-in?returnTo=%2Fmember-accounts&stepUp=true']])
  expect(chosenAccountStore('me').get()).toBe(families.id)
})

test('after the sign-in, opens the dialog of the account, once', async () => {
  chosenAccountStore('me').set(families.id)
  await renderPage()
  expect(await screen.findByRole('dialog', { name: text.dialog(families.name) })).toBeVisible()
  expect(chosenAccountStore('me').get()).toBeUndefined()
})

test('a sign-in that has become too old while the passwords were typed is asked for again', async () => {
  const { api, user } = await renderPage()
  const problem = { ...refusal, status: 403, reason: 'step-up', detail: text.stepUpNeeded }
  api.fail(changeMemberPassword, 403, problem)
  await openDialog(user)
  await fill(user, typed)
  await submit(user)
  expect(await screen.findByRole('dialog', { name: 'Confirm your identity' })).toBeVisible()
})
