import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { aProvider } from '#test-support/search-factory.ts'
import { stubApi } from '#test-support/stub-api.ts'
import { emailProviders, getEmailSender } from '../../mail-contract.ts'
import { EmailModal } from './email-modal.tsx'

async function renderEmail() {
  const api = stubApi()
  api.reply(emailProviders, { message: 'On its way.' })
  api.reply(getEmailSender, { email: 'ann@alpine.example' })
  const about = {
    code: 'a-search',
    providers: [{ provider: aProvider({ hash: 'h1', distance: 2.5 }), from: 'Dallas, TX' }],
  }
  const view = await renderComponent(<EmailModal about={about} opened onClose={() => {}} />)
  const fillIn = async (label: string, text: string) => {
    await view.user.clear(field(label))
    await view.user.click(field(label))
    await view.user.paste(text)
  }
  return { ...view, api, fillIn, send: () => view.user.click(screen.getByRole('button', { name: 'Send' })) }
}

const field = (label: string) => within(screen.getByRole('dialog')).getByRole('textbox', { name: label })

test('the email form shows field errors when sender or recipient is missing or invalid', async () => {
  const { api, fillIn, send } = await renderEmail()
  await send()
  expect(field('Your Name')).toHaveFocus()
  expect(field('Your Name')).toHaveAccessibleDescription('Your Name is required.')
  expect(field('Recipient Email')).toHaveAccessibleDescription('Recipient Email is required.')
  await expectAccessible()
  await fillIn('Recipient Email', 'bob@example.com, eve@example.com')
  expect(field('Recipient Email')).toHaveAccessibleDescription('Enter one valid email address.')
  for (const name of ['see evil.example now', 'Ann <b>']) {
    await fillIn('Your Name', name)
    expect(field('Your Name')).toHaveAccessibleDescription(/Links and the characters < and > are not allowed/)
  }
  expect(api.requests(emailProviders)).toEqual([])
})

test('the email form keeps overlong text and shows field errors', async () => {
  const { fillIn, send } = await renderEmail()
  await fillIn('Your Name', 'A'.repeat(300))
  await fillIn('Recipient Email', `${'b'.repeat(300)}@example.com`)
  await send()
  expect(field('Your Name')).toHaveValue('A'.repeat(300))
  expect(field('Your Name')).toHaveAccessibleDescription('Enter at most 100 characters.')
  expect(field('Recipient Email')).toHaveAccessibleDescription('Enter at most 254 characters.')
  await expectAccessible()
})

test('the email form sends one email when Send is clicked twice', async () => {
  const { api, user, fillIn } = await renderEmail()
  await fillIn('Your Name', 'Ann Example')
  await fillIn('Recipient Email', 'twice@example.com')
  const release = api.hold(emailProviders)
  await user.dblClick(screen.getByRole('button', { name: 'Send' }))
  release()
  expect(await screen.findByRole('status')).toHaveTextContent('On its way.')
  expect(api.requests(emailProviders)).toHaveLength(1)
  await expectAccessible()
})

test('the email form shows an error and keeps its entries when sending fails', async () => {
  const { api, fillIn, send } = await renderEmail()
  api.disconnect(emailProviders)
  await fillIn('Your Name', 'Ann Example')
  await fillIn('Recipient Email', 'bob@example.com')
  await send()
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred sending providers email')
  expect(field('Recipient Email')).toHaveValue('bob@example.com')
})

test('the email form shows why the server rejected an email', async () => {
  const { api, fillIn, send } = await renderEmail()
  const detail = 'You have reached the daily limit.'
  const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429, detail, reference: 'r' }
  api.fail(emailProviders, 429, problem)
  await fillIn('Your Name', 'Ann Example')
  await fillIn('Recipient Email', 'bob@example.com')
  await send()
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(detail)
})

test('the email form refuses a reply address, a subject, a case number and a message that cannot be sent', async () => {
  const { api, fillIn, send } = await renderEmail()
  await fillIn('Your Name', 'Ann Example')
  await fillIn('Recipient Email', 'bob@example.com')
  await fillIn('Your Email', 'ann@')
  await fillIn('Subject', 'See evil.example')
  await fillIn('Case Number', '<1>')
  await fillIn('Message', 'Write to eve@example.com')
  await send()
  expect(field('Your Email')).toHaveFocus()
  expect(field('Your Email')).toHaveAccessibleDescription(/Enter one valid email address/)
  expect(field('Subject')).toHaveAccessibleDescription(/Enter one line without links/)
  expect(field('Case Number')).toHaveAccessibleDescription(/Enter one line without links/)
  expect(field('Message')).toHaveAccessibleDescription(/Links and email addresses are not allowed/)
  await expectAccessible()
  expect(api.requests(emailProviders)).toEqual([])
  await fillIn('Message', 'A'.repeat(1001))
  expect(field('Message')).toHaveAccessibleDescription(/Enter at most 1000 characters/)
})

test('the email form sends what people add', async () => {
  const { api, fillIn, send } = await renderEmail()
  const written = {
    'Your Name': 'Assistance Team 24',
    'Recipient Email': 'bob@example.com',
    'Your Email': 'ann@example.com',
    Subject: 'Hospitals nearby',
    'Case Number': 'C-12/3',
    Message: 'Dr. Vega speaks Spanish.',
  }
  for (const [label, text] of Object.entries(written)) await fillIn(label, text)
  await send()
  expect(await screen.findByRole('status')).toHaveTextContent('On its way.')
  const [request] = api.requests(emailProviders)
  expect(request?.body).toEqual({
    user: 'Assistance Team 24',
    toEmail: 'bob@example.com',
    replyTo: 'ann@example.com',
    subject: 'Hospitals nearby',
    caseNumber: 'C-12/3',
    note: 'Dr. Vega speaks Spanish.',
    providers: ['h1'],
    distances: { h1: 2.5 },
    centers: { h1: 'Dallas, TX' },
  })
})

test('the email form shows the name and the address of signed-in staff, who may write links', async () => {
  tokenStore.set({ token: 'a', exp: 4_000_000_000, name: 'Ann Staff' })
  const { api, fillIn, send } = await renderEmail()
  expect(field('Your Name')).toHaveValue('Ann Staff')
  await waitFor(() => expect(field('Your Email')).toHaveValue('ann@alpine.example'))
  expect(field('Your Email')).toHaveAttribute('readonly')
  await fillIn('Recipient Email', 'bob@example.com')
  await fillIn('Message', 'See https://www.example.com')
  await send()
  expect(await screen.findByRole('status')).toHaveTextContent('On its way.')
  expect(api.requests(emailProviders)).toHaveLength(1)
  tokenStore.remove()
})
