import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { readQueueEmail, setQueueEmail } from '../queue-contract.ts'
import { queueMessages } from '../queue-messages.ts'
import { QueueEmailChoice } from './authorizations.tsx'

const text = queueMessages.email
const findCheckbox = () => screen.findByRole('checkbox', { name: new RegExp(`^${text.label}`) })

async function renderSwitch(changes: Partial<(typeof readQueueEmail)['response']['_output']> = {}) {
  const api = stubApi()
  api.reply(readQueueEmail, { isOn: false, address: 'ada@example.com', mayDecide: true, ...changes })
  return { api, ...(await renderComponent(<QueueEmailChoice owner="me" />)) }
}

test('turns the daily email on, and stays off with a message when that fails', async () => {
  const { api, user } = await renderSwitch()
  expect(await findCheckbox()).toHaveAccessibleDescription(text.describe('ada@example.com'))
  await expectAccessible()
  api.fail(setQueueEmail, 500)
  await user.click(await findCheckbox())
  expect(await screen.findByText(text.failed)).toBeVisible()
  expect(await findCheckbox()).not.toBeChecked()
  api.reply(setQueueEmail, { isOn: true })
  await user.click(await findCheckbox())
  expect(await screen.findByRole('checkbox', { checked: true })).toBeVisible()
})

test('says that it needs an address if the sign-in provides none', async () => {
  await renderSwitch({ address: null })
  expect(await findCheckbox()).toBeDisabled()
  expect(screen.getByText(text.noAddress)).toBeVisible()
})
