import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ClientConfiguration } from '#clients/contract.ts'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  endAccess,
  listAccesses,
  listOwnAccesses,
  type OpenAccess,
  openInEmergency,
  type ReviewedAccess,
  reviewAccess,
} from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import { emergencyDraft } from './emergency-form.tsx'
import { EmergencyPage } from './emergency-page.tsx'

setTimeZone('UTC')

const configuration = (role: 'open' | 'review'): ClientConfiguration => ({
  clientId: 'alpine',
  clientName: 'Alpine',
  clientCodes: { ALP1: 'Leisure' },
  providerSearches: [],
  patientSearch: true,
  currentActivity: true,
  clientAuth: false,
  caseSummary: true,
  mayDecide: false,
  reports: [],
  accountManagement: [],
  isInternal: false,
  version: '1',
  emergencyAccess: { role, minutes: 60 },
})
const access: OpenAccess = {
  id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90',
  incidentNumber: '24000000017',
  row: 'row-1',
  endsAt: '2026-11-20T15:15:00.000Z',
}
const reason = 'The hospital is calling about surgery today'

async function renderPage(role: 'open' | 'review', prepare: (api: ReturnType<typeof stubApi>) => void) {
  const api = stubApi()
  api.reply(listOwnAccesses, { accesses: [] })
  prepare(api)
  const page = <EmergencyPage person="me" configuration={configuration(role)} />
  return { api, ...(await renderComponent(page, { path: '/emergency-access' })) }
}

type User = Awaited<ReturnType<typeof renderPage>>['user']
async function fillIn(user: User) {
  for (const [name, text] of [
    [messages.incidentNumber, '24000000017'],
    [messages.dateOfBirth, '5/6/1980'],
    [messages.reason, reason],
  ] as const) {
    await user.click(screen.getByRole('textbox', { name }))
    await user.paste(text)
  }
}
const submit = (user: User) => user.click(screen.getByRole('button', { name: messages.open }))

test('says what is missing, and opens the case with the keyboard', async () => {
  const { api, user, url } = await renderPage('open', (api) => api.reply(openInEmergency, access))
  expect(screen.getByText(messages.lead(60))).toBeVisible()
  await submit(user)
  for (const fault of [messages.incidentFault, messages.dateFault, messages.reasonFault(10, 500)])
    expect(await screen.findByText(fault)).toBeVisible()
  expect(screen.getByRole('textbox', { name: messages.incidentNumber })).toHaveFocus()
  await expectAccessible()
  expect(api.requests(openInEmergency)).toEqual([])
  await fillIn(user)
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(url()).toBe('/patient-search/overview?row=row-1'))
  const [request] = api.requests(openInEmergency)
  expect(request?.body).toEqual({ incidentNumber: '24000000017', dateOfBirth: '1980-05-06', reason })
})

test.each([
  [404, messages.noMatch],
  [429, messages.throttled],
  [409, messages.alreadyVisible],
])('a refusal with %i shows its reason and keeps what was entered', async (status, detail) => {
  const problem = { type: 'about:blank', title: 'Refused', status, detail, reference: 'r' }
  const { user } = await renderPage('open', (api) => api.fail(openInEmergency, status, problem))
  await fillIn(user)
  await submit(user)
  expect(await screen.findByText(detail)).toBeVisible()
  expect(screen.getByRole('textbox', { name: messages.reason })).toHaveValue(reason)
})

test('a step-up keeps what was entered in the tab, and sends nothing by itself afterward', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const problem = { type: 'about:blank', title: 'Forbidden', status: 403, reference: 'r', reason: 'step-up' }
  const refused = { ...problem, detail: messages.stepUpNeeded }
  const { user } = await renderPage('open', (api) => api.fail(openInEmergency, 403, refused))
  await fillIn(user)
  await submit(user)
  const question = await screen.findByRole('dialog', { name: 'Confirm your identity' })
  expect(question).toHaveTextContent(messages.stepUpQuestion)
  await user.click(within(question).getByRole('button', { name: 'Log in again' }))
  expect(assign.mock.calls).toEqual([['/auth/sign-in?returnTo=%2Femergency-access&stepUp=true']])
  cleanup()
  const { api } = await renderPage('open', () => {})
  expect(await screen.findByRole('textbox', { name: messages.reason })).toHaveValue(reason)
  expect(api.requests(openInEmergency)).toEqual([])
  emergencyDraft('me').remove()
})

test('lists the cases that are open, and ends one', async () => {
  const { api, user } = await renderPage('open', (api) => api.reply(listOwnAccesses, { accesses: [access] }))
  const open = await screen.findByRole('region', { name: messages.current })
  expect(open).toHaveTextContent('24000000017. Access ends at 3:15 PM.')
  await expectAccessible()
  api.fail(endAccess, 503)
  const end = () => screen.getByRole('button', { name: messages.endNamed('24000000017') })
  await user.click(end())
  expect(await screen.findByText(messages.endFailed)).toBeVisible()
  api.reply(endAccess, { endedAt: '2026-11-20T15:00:00.000Z' })
  api.reply(listOwnAccesses, { accesses: [] })
  await user.click(end())
  await waitFor(() => expect(screen.queryByRole('region', { name: messages.current })).toBeNull())
})

const reviewed: ReviewedAccess = {
  id: access.id,
  person: 'Leo Leisure',
  incidentNumber: '24000000017',
  row: 'row-1',
  reason,
  openedAt: '2026-11-20T14:15:00.000Z',
  endsAt: access.endsAt,
  isOpen: true,
  wasEnded: false,
  reads: [
    {
      at: '2026-11-20T14:16:00.000Z',
      lastAt: '2026-11-20T14:18:00.000Z',
      times: 2,
      action: 'case opened',
      subject: '24000000017',
      pages: null,
    },
    {
      at: '2026-11-20T14:17:00.000Z',
      lastAt: '2026-11-20T14:17:00.000Z',
      times: 1,
      action: 'medical record opened',
      subject: '24000000017',
      pages: { first: 3, last: 7 },
    },
    {
      at: '2026-11-20T14:19:00.000Z',
      lastAt: '2026-11-20T14:19:00.000Z',
      times: 1,
      action: 'bill image opened',
      subject: 'ITN2',
      pages: null,
    },
  ],
  readCount: 4,
  review: null,
  mayReview: true,
}

test('reviewers see who opened what, why and what was read, and mark it as reviewed', async () => {
  const { api, user } = await renderPage('review', (api) =>
    api.reply(listAccesses, { accesses: [reviewed], total: 201 }),
  )
  const one = await screen.findByRole('article', {
    name: messages.review.heading('Leo Leisure', '24000000017'),
  })
  for (const shown of [
    reason,
    '11/20/2026 2:15 PM',
    'Open until 11/20/2026 3:15 PM',
    'Read 4 times.',
    '11/20/2026 2:16 PM: Opened the case (2 times, last at 11/20/2026 2:18 PM)',
    '11/20/2026 2:17 PM: Opened a medical record, pages 3–7',
    '11/20/2026 2:19 PM: Opened a bill image, ITN2',
  ])
    expect(one).toHaveTextContent(shown)
  expect(screen.getByText(messages.review.shownOf(1, 201))).toBeVisible()
  await expectAccessible()
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, reference: 'r' }
  api.fail(reviewAccess, 409, { ...problem, detail: messages.review.isReviewed('Rita') })
  await user.click(within(one).getByRole('textbox', { name: messages.review.note }))
  await user.paste(' Called the clinic. ')
  const mark = () => screen.getByRole('button', { name: /^Mark as reviewed: Leo Leisure/ })
  await user.click(mark())
  expect(await screen.findByText(messages.review.isReviewed('Rita'))).toBeVisible()
  const review = { person: 'Rita', at: '2026-11-20T16:00:00.000Z', note: 'Called the clinic.' }
  api.reply(reviewAccess, review)
  const done = { ...reviewed, isOpen: false, wasEnded: true, mayReview: false, review, reads: [] }
  api.reply(listAccesses, { accesses: [done], total: 1 })
  await user.click(mark())
  expect(await screen.findByText('Reviewed by Rita on 11/20/2026 4:00 PM')).toBeVisible()
  expect(screen.getByText(messages.review.nothingRead)).toBeVisible()
  expect(screen.getByText('Ended early at 11/20/2026 3:15 PM')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Mark as reviewed/ })).toBeNull()
  expect(api.requests(reviewAccess).at(-1)?.body).toMatchObject({ note: 'Called the clinic.' })
})

test('says that nothing was opened, that loading failed, or that somebody else reviews', async () => {
  await renderPage('review', (api) => api.reply(listAccesses, { accesses: [], total: 0 }))
  expect(await screen.findByText(messages.review.none)).toBeVisible()
  cleanup()
  await renderPage('review', (api) => api.fail(listAccesses, 503))
  expect((await screen.findAllByText(messages.review.failed)).length).toBeGreaterThan(0)
  cleanup()
  await renderPage('review', (api) => api.fail(listAccesses, 403))
  expect(await screen.findByText(messages.review.noRight)).toBeVisible()
})
