import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordExport } from '#platform/contract.ts'
import { advanceTimers, expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  listUndeliveredNotifications,
  sendNotificationAgain,
  type UndeliveredNotification,
} from '../backoffice-contract.ts'
import { backofficeMessages } from '../backoffice-messages.ts'
import { UndeliveredNotifications } from './undelivered-notifications.tsx'

const text = backofficeMessages.notifications
const failed: UndeliveredNotification = {
  id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90',
  position: 4711,
  state: 'given up',
  attempts: 12,
  error: 'HTTP 503',
  dueAt: '2026-03-13T12:00:00.000Z',
  createdAt: '2026-03-12T15:00:00.000Z',
  attemptedAt: '2026-03-13T11:00:00.000Z',
}

async function renderPage(host: string | null, notifications: UndeliveredNotification[]) {
  const api = stubApi()
  api.reply(listUndeliveredNotifications, { host, notifications })
  const view = await renderComponent(<UndeliveredNotifications hasLiveToken={() => true} />, {
    path: '/undelivered-notifications',
  })
  return { api, ...view }
}

test('lists undelivered notifications with their error and sends one again', async () => {
  const { api, user } = await renderPage('backoffice.example.com', [failed])
  const row = await screen.findByRole('row', { name: /4711/ })
  for (const shown of ['HTTP 503', text.states['given up'], '12']) expect(row).toHaveTextContent(shown)
  expect(screen.getByText(text.advice('backoffice.example.com'))).toBeVisible()
  await expectAccessible()
  api.fail(sendNotificationAgain, 503)
  await user.click(screen.getByRole('button', { name: text.sendNamedAgain(4711) }))
  expect(await screen.findByText(text.sendAgainFailed)).toBeVisible()
  api.reply(sendNotificationAgain, { state: 'waiting' })
  api.reply(listUndeliveredNotifications, { host: 'backoffice.example.com', notifications: [] })
  await user.click(screen.getByRole('button', { name: text.sendNamedAgain(4711) }))
  expect(await screen.findByText(text.allDelivered)).toBeVisible()
  expect(screen.getByText(text.delivered([4711]))).toBeVisible()
  expect(screen.queryByText(text.advice('backoffice.example.com'))).not.toBeInTheDocument()
  await expectAccessible()
})

test('shows the result of a notification that is sent again without a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api, user } = await renderPage('backoffice.example.com', [failed])
  const isSending = { ...failed, state: 'sending', attempts: 0 } as const
  api.reply(sendNotificationAgain, { state: 'waiting' })
  api.reply(listUndeliveredNotifications, { host: 'backoffice.example.com', notifications: [isSending] })
  await user.click(await screen.findByRole('button', { name: text.sendNamedAgain(4711) }))
  expect(await screen.findByText(text.states.sending)).toBeVisible()
  const button = screen.getByRole('button', { name: text.sendNamedAgain(4711) })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveFocus()
  const again = { ...failed, state: 'waiting', attempts: 1, error: 'ECONNREFUSED' } as const
  api.reply(listUndeliveredNotifications, { host: 'backoffice.example.com', notifications: [again] })
  await advanceTimers(1000)
  expect(await screen.findByText('ECONNREFUSED')).toBeVisible()
  expect(screen.getByText(text.states.waiting)).toBeVisible()
  expect(screen.queryByText(text.delivered([4711]))).not.toBeInTheDocument()
})

test('says that a notification was already delivered, and loads the list again', async () => {
  const { api, user } = await renderPage('backoffice.example.com', [failed])
  api.fail(sendNotificationAgain, 404)
  api.reply(listUndeliveredNotifications, { host: 'backoffice.example.com', notifications: [] })
  await user.click(await screen.findByRole('button', { name: text.sendNamedAgain(4711) }))
  expect(await screen.findByText(text.unknown)).toBeVisible()
  expect(await screen.findByText(text.allDelivered)).toBeVisible()
})

test('notifications download with their error, which no spreadsheet runs as a formula', async () => {
  const { api, user } = await renderPage('backoffice.example.com', [{ ...failed, error: '=1+1' }])
  api.reply(recordExport, { client: null })
  const files: Blob[] = []
  const saving = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  onTestFinished(() => saving.mockRestore())
  await user.click(await screen.findByRole('button', { name: 'Download' }))
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const [head, line] = (await new Response(files[0]).text()).split('\r\n')
  expect(head).toContain(text.error)
  expect(line).toMatch(/^4711,.*,'=1\+1,12,/)
  expect(api.requests(recordExport).map(({ body }) => body)).toEqual([
    { list: 'undelivered-notifications', format: 'csv', rows: 1, criteria: '' },
  ])
})

test('says that notifications are off when no address is set', async () => {
  await renderPage(null, [])
  expect(await screen.findByText(text.off)).toBeVisible()
})

test('shows an error when the notifications fail to load and recovers on retry', async () => {
  const api = stubApi()
  api.fail(listUndeliveredNotifications, 500)
  const { user } = await renderComponent(<UndeliveredNotifications hasLiveToken={() => true} />, {
    path: '/undelivered-notifications',
  })
  expect((await screen.findAllByText(text.failed))[0]).toBeVisible()
  api.reply(listUndeliveredNotifications, { host: null, notifications: [failed] })
  await user.click(screen.getByRole('button', { name: /try again/i }))
  await waitFor(() => expect(screen.getByText('HTTP 503')).toBeVisible())
})
