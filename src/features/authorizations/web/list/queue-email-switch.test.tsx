import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { readQueueEmail, setQueueEmail } from '../../queue-contract.ts'
import { queueMessages } from '../../queue-messages.ts'
import { QueueEmailSwitch } from './queue-email-switch.tsx'

const text = queueMessages.email
const findSwitch = () => screen.findByRole('switch', { name: new RegExp(`^${text.label}`) })

async function renderSwitch(changes: Partial<(typeof readQueueEmail)['response']['_output']> = {}) {
  const api = stubApi()
  api.reply(readQueueEmail, { isOn: false, address: 'ada@example.com', mayDecide: true, ...changes })
  return { api, ...(await renderComponent(<QueueEmailSwitch owner="me" />)) }
}

test('turns the daily email on, and stays off with a message when that fails', async () => {
  const { api, user } = await renderSwitch()
  expect(await findSwitch()).toHaveAccessibleDescription(text.describe('ada@example.com'))
  await expectAccessible()
  api.fail(setQueueEmail, 500)
  await user.click(await findSwitch())
  expect(await screen.findByText(text.failed)).toBeVisible()
  expect(await findSwitch()).not.toBeChecked()
  api.reply(setQueueEmail, { isOn: true })
  await user.click(await findSwitch())
  expect(await screen.findByRole('switch', { checked: true })).toBeVisible()
})

test('says that it needs an address if the sign-in provides none', async () => {
  await renderSwitch({ address: null })
  expect(await findSwitch()).toBeDisabled()
  expect(screen.getByText(text.noAddress)).toBeVisible()
})
