import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { sendFeedback } from '../../mail-contract.ts'
import { FeedbackModal } from './feedback-modal.tsx'

async function renderFeedback() {
  const api = stubApi()
  api.reply(sendFeedback, { success: true })
  const about = { code: 'a-search', name: 'Harbor Clinic' }
  const view = await renderComponent(<FeedbackModal about={about} opened onClose={() => {}} />)
  const fillIn = async (values: Record<string, string> = {}) => {
    const all = {
      'Your Name': 'Ann Example',
      'Your Email': 'ann@example.com',
      Message: 'Friendly.',
      ...values,
    }
    for (const [label, text] of Object.entries(all)) {
      await view.user.clear(field(label))
      await view.user.click(field(label))
      await view.user.paste(text)
    }
  }
  const submit = () => view.user.click(screen.getByRole('button', { name: 'Submit' }))
  return { ...view, api, fillIn, submit }
}

const field = (label: string) => within(screen.getByRole('dialog')).getByRole('textbox', { name: label })

/** Changes the state of the captcha as its widget does. */
async function setCaptcha(state: 'verified' | 'expired') {
  const widget = screen.getByRole('dialog').querySelector('altcha-widget')
  const detail = { state, payload: state === 'verified' ? 'solved' : null }
  await act(async () => widget?.dispatchEvent(new CustomEvent('statechange', { detail })))
}

test('the feedback form shows an error and keeps its entries when rejected', async () => {
  const { api, user, fillIn, submit } = await renderFeedback()
  api.fail(sendFeedback, 422, { success: false })
  await fillIn()
  await setCaptcha('verified')
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'There was an issue submitting your feedback. Please ensure all form fields entered correctly.',
  )
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(field('Message')).toHaveValue('Friendly.')
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
})

test('the feedback form shows an error and keeps its entries when sending fails', async () => {
  const { api, fillIn, submit } = await renderFeedback()
  api.disconnect(sendFeedback)
  await fillIn()
  await setCaptcha('verified')
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred sending feedback')
  expect(field('Message')).toHaveValue('Friendly.')
})

test('the feedback form shows errors at missing fields and an invalid email address', async () => {
  const { api, user, submit } = await renderFeedback()
  await setCaptcha('verified')
  await submit()
  expect(field('Your Name')).toHaveFocus()
  for (const label of ['Your Name', 'Your Email', 'Message'])
    expect(field(label)).toHaveAccessibleDescription(`${label} is required.`)
  await expectAccessible()
  await user.type(field('Your Email'), 'ann at example')
  expect(field('Your Email')).toHaveAccessibleDescription('Enter a valid email address.')
  expect(api.requests(sendFeedback)).toEqual([])
})

test('the feedback form keeps overlong text and shows field errors', async () => {
  const { api, fillIn, submit } = await renderFeedback()
  await fillIn({ Message: 'A'.repeat(4001) })
  await setCaptcha('verified')
  await submit()
  expect(field('Message')).toHaveFocus()
  expect(field('Message')).toHaveValue('A'.repeat(4001))
  expect(field('Message')).toHaveAccessibleDescription('Enter at most 4000 characters.')
  await expectAccessible()
  expect(api.requests(sendFeedback)).toEqual([])
})

test('the feedback form sends its fields with the captcha token and hides Submit when that expires', async () => {
  const { api, fillIn, submit } = await renderFeedback()
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
  await fillIn()
  await setCaptcha('verified')
  expect(screen.getByRole('button', { name: 'Submit' })).toBeVisible()
  await setCaptcha('expired')
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
  await setCaptcha('verified')
  await submit()
  expect(await screen.findByRole('status')).toHaveTextContent('Thank you for submitting feedback!')
  expect(api.requests(sendFeedback).map(({ body }) => body)).toEqual([
    expect.objectContaining({ name: 'Ann Example', message: 'Friendly.', captchatoken: 'solved' }),
  ])
})
