import { Link, type RouterHistory, useRouter } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openMedicalRecord } from '#cases/contract.ts'
import { createTicket } from '#sign-in/contract.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { StaffDocuments, useOpenDocument } from './document-launcher.tsx'

const records = [1, 4, 9].map((page) => ({
  path: openMedicalRecord.path,
  fields: {
    IncidentNumber: '24000000017',
    PageStartNumber: String(page),
    PageEndNumber: String(page + 1),
  },
}))
const [, second] = records

/** A section of a case with a button for its second record, and a link to the same section of another case. */
function Section() {
  const onOpen = useOpenDocument()
  history = useRouter().history
  return (
    <>
      <button type="button" onClick={() => second && void onOpen(second, records)}>
        Open
      </button>
      <Link to={'/patient-search/medical-records' as string} search={{ row: 'row-2' }}>
        Next case
      </Link>
    </>
  )
}

const page = (
  <StaffDocuments>
    <Section />
  </StaffDocuments>
)

let history: RouterHistory

/** Renders the section. Documents fail to open, which is enough to see which ones are requested. */
async function renderSection() {
  const api = stubApi()
  api.fail(createTicket, 503)
  const view = await renderComponent(page, { path: '/patient-search/medical-records?row=row-1' })
  await view.user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Document' })
  return { ...view, api, requested: () => api.requests(createTicket).map(({ body }) => body) }
}

const button = (name: string) => screen.getByRole('button', { name })

test('a document closes when the same section of another case opens', async () => {
  const { user } = await renderSection()
  await user.click(screen.getByText('Next case'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const dialog = () => screen.queryByRole('dialog')

test('Back closes a document and keeps the page, and Forward opens it again', async () => {
  const { url } = await renderSection()
  const before = url()
  await act(async () => history.back())
  expect(dialog()).toBeNull()
  expect(url()).toBe(before)
  expect(button('Open')).toHaveFocus()
  await act(async () => history.forward())
  await waitFor(() => expect(dialog()).toBeVisible())
})

test.each([
  ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
  ['the button', (user: UserEvent) => user.click(button('Close document'))],
])('a document closed with %s leaves no entry in the history', async (_name, close) => {
  const { user } = await renderSection()
  expect(history.canGoBack()).toBe(true)
  await close(user)
  await waitFor(() => expect(dialog()).toBeNull())
  expect(history.canGoBack()).toBe(false)
  expect(button('Open')).toHaveFocus()
})

test('an entry whose document is gone after a reload shows the page and is left', async () => {
  await renderComponent(page, { path: '/patient-search/medical-records?row=row-1' })
  await act(async () => history.push(history.location.href, { openingId: 'of another page' }))
  expect(dialog()).toBeNull()
  expect(history.canGoBack()).toBe(false)
})

test('the documents of a list open one after another, with buttons and by keyboard', async () => {
  const { user, requested } = await renderSection()
  await screen.findByText('2 of 3')
  await waitFor(() => expect(requested()).toEqual([records[1]]))
  await user.click(button('Next document'))
  expect(await screen.findByText('3 of 3')).toBeVisible()
  expect(button('Next document')).toBeDisabled()
  await waitFor(() => expect(requested().at(-1)).toEqual(records[2]))
  await expectAccessible()
  await user.keyboard('{Alt>}{PageDown}{PageUp}{/Alt}')
  expect(await screen.findByText('2 of 3')).toBeVisible()
  await user.keyboard('{Alt>}{PageUp}{/Alt}')
  expect(await screen.findByText('1 of 3')).toBeVisible()
  expect(button('Previous document')).toBeDisabled()
  await waitFor(() => expect(requested().at(-1)).toEqual(records[0]))
  expect(screen.getByRole('dialog', { name: 'Document' })).toContainElement(
    document.activeElement as HTMLElement,
  )
})

test('a document that fails to open says so and what to do, and can be opened again', async () => {
  const { api, user } = await renderSection()
  const title = () => screen.findByRole('heading', { level: 2 })
  await waitFor(async () =>
    expect(await title()).toHaveTextContent('An error occurred opening the document. Please try again.'),
  )
  await expectAccessible()
  api.reply(createTicket, { ticket: 'a-ticket' })
  const release = api.hold(createTicket)
  const detail = 'This document cannot be opened right now. Your administrator has been notified.'
  const problem = { type: 'about:blank', title: 'Not Found', status: 404, detail, reference: 'r-1' }
  api.fail(openMedicalRecord, 404, problem)
  await user.click(button('Try again'))
  await waitFor(async () => expect(await title()).toHaveTextContent('Preparing your document'))
  await expectAccessible()
  release()
  await waitFor(async () => expect(await title()).toHaveTextContent(detail))
  expect(screen.getByText(/^Trying again won’t help\./)).toBeVisible()
  expect(screen.getByText(/r-1/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await expectAccessible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog()).toBeNull())
})
