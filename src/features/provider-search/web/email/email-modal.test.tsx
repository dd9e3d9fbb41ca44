import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { emailProviders } from '../../mail-contract.ts'
import { EmailModal } from './email-modal.tsx'

async function renderEmail() {
  const api = stubApi()
  api.reply(emailProviders, { message: 'On its way.' })
  const about = { code: 'a-search', hashes: ['h1'] }
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
