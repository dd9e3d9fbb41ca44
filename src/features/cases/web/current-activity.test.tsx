import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { setClock } from '#platform/contract/clock.ts'
import { removeTabValues, staffPrefix } from '#platform/web/storage.ts'
import { alps, firstCells, row } from '#test-support/case-rows.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { readCase } from '../case-contract.ts'
import { listCurrentActivity } from '../contract.ts'
import { CasePage } from './case/case-page.tsx'
import { CaseSearchPage, CurrentActivityProvider } from './case-search-page.tsx'

const unanswered = 'draft a-person search currentActivity'

const button = (name: string) => screen.getByRole('button', { name })
const renderCurrentActivity = (children = <CaseSearchPage />, path = '/') =>
  renderComponent(
    <CurrentActivityProvider
      owner="a-person"
      offer={{ clients: alps, isFailed: false, retry: () => {} }}
      hasSummaries={false}
      onOpen={async () => {}}
    >
      {children}
    </CurrentActivityProvider>,
    { path },
  )

test('a failed search of current activity shows an error and can be retried', async () => {
  const api = stubApi()
  api.fail(listCurrentActivity, 500)
  const { user } = await renderCurrentActivity()
  const sentence = 'An error occurred retrieving current activity results.'
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(within(screen.getByRole('region', { name: 'Results' })).getByText(sentence)).toBeVisible()
  api.reply(listCurrentActivity, { patients: [row(1, 'Sampleton, Ada')], notice: null })
  await user.click(button('Try again'))
  expect(await screen.findByText('1 result found')).toBeVisible()
})

test('current activity opens with the last seven days, and quick ranges search at once', async () => {
  onTestFinished(setClock(() => new Date('2026-03-01T17:00:00Z')))
  const api = stubApi()
  api.reply(listCurrentActivity, { patients: [row(1, 'Sampleton, Ada')], notice: null })
  const { user } = await renderCurrentActivity()
  expect(await screen.findByText('1 result found')).toBeVisible()
  const bodies = () => api.requests(listCurrentActivity).map(({ body }) => body)
  expect(screen.getByRole('region', { name: 'Search criteria' })).toHaveTextContent(
    '2/23/2026 to 3/1/2026 · All types · All Clients',
  )
  const everything = { activityList: ['ALL'], clients: ['ALP1', 'ALP2'] }
  const lastSevenDays = { ...everything, startDate: '2026-02-23', endDate: '2026-03-01' }
  expect(bodies()).toEqual([lastSevenDays])
  expect(button('Last 7 days')).toHaveAttribute('aria-pressed', 'true')
  api.reply(listCurrentActivity, { patients: [], notice: null })
  await user.click(button('Yesterday'))
  expect(await screen.findByText('No Incidents Found')).toBeVisible()
  expect(button('Yesterday')).toHaveAttribute('aria-pressed', 'true')
  expect(button('Yesterday')).toHaveFocus()
  const yesterday = { ...everything, startDate: '2026-02-28', endDate: '2026-02-28' }
  expect(bodies()).toEqual([lastSevenDays, yesterday])
  await expectAccessible()
})

test('each row of current activity says what happened and when, and "Newest first" is remembered', async () => {
  const api = stubApi()
  const activity = { isNew: false, medicalRecords: 0, caseDocuments: 0, bills: 0, notes: 0 }
  api.reply(listCurrentActivity, {
    patients: [
      {
        ...row(1, 'Aardvark, Ann'),
        activity: {
          ...activity,
          bills: 2,
          notes: 1,
          lastDay: '2026-11-20',
          lastNoteAt: '2026-11-20T13:55:00Z',
        },
      },
      {
        ...row(2, 'Zebra, Zoë'),
        activity: { ...activity, isNew: true, caseDocuments: 1, lastDay: '2026-11-21', lastNoteAt: null },
      },
    ],
    notice: null,
  })
  const { user } = await renderCurrentActivity()
  await screen.findByText('2 results found')
  expect(screen.getByRole('cell', { name: '2 bills, 1 note 11/20/2026 1:55 PM' })).toBeVisible()
  expect(screen.getByRole('cell', { name: 'New case, 1 document 11/21/2026' })).toBeVisible()
  expect(firstCells()).toEqual(['Aardvark, Ann', 'Zebra, Zoë'])
  await user.click(button('Newest first'))
  await waitFor(() => expect(firstCells()).toEqual(['Zebra, Zoë', 'Aardvark, Ann']))
  await expectAccessible()
  cleanup()
  sessionStorage.clear()
  await renderCurrentActivity()
  await screen.findByText('2 results found')
  expect(firstCells()).toEqual(['Zebra, Zoë', 'Aardvark, Ann'])
})

test('the next case follows the order of the table after "Newest first"', async () => {
  const api = stubApi()
  const activity = { isNew: true, medicalRecords: 0, caseDocuments: 0, bills: 0, notes: 0, lastNoteAt: null }
  const patients = [
    { ...row(1, 'Aardvark, Ann'), incidentNumber: '26000000001', lastDay: '2026-11-20' },
    { ...row(2, 'Middle, Max'), incidentNumber: '26000000002', lastDay: '2026-11-19' },
    { ...row(3, 'Zebra, Zoë'), incidentNumber: '26000000003', lastDay: '2026-11-21' },
  ].map(({ lastDay, ...found }) => ({ ...found, activity: { ...activity, lastDay } }))
  api.reply(listCurrentActivity, { patients, notice: null })
  api.fail(readCase, 500)
  const pages = (
    <>
      <CaseSearchPage />
      <CasePage page="overview">{() => null}</CasePage>
    </>
  )
  const { user } = await renderCurrentActivity(pages, '/current-activity?row=row-3')
  await user.click(await screen.findByRole('button', { name: 'Newest first' }))
  await waitFor(() => expect(firstCells()).toEqual(['Zebra, Zoë', 'Aardvark, Ann', 'Middle, Max']))
  expect(screen.getByText('Case 1 of 3')).toBeVisible()
  expect(screen.getByRole('link', { name: /^Next case.*Aardvark, Ann/ })).toHaveAttribute(
    'href',
    '/current-activity/overview?row=row-1',
  )
})

test('a search sent after the end of the session runs once the person has signed in again', async () => {
  const api = stubApi()
  api.reply(listCurrentActivity, { patients: [row(1, 'Sampleton, Ada')], notice: null })
  const { user } = await renderCurrentActivity()
  await screen.findByText('1 result found')
  expect(sessionStorage.getItem(unanswered)).toBeNull()
  api.fail(listCurrentActivity, 401)
  await user.click(button('Yesterday'))
  await screen.findByRole('alert')
  cleanup()
  // What the end of the session does.
  removeTabValues(staffPrefix)
  api.reply(listCurrentActivity, { patients: [row(2, 'Zebra, Zoë')], notice: null })
  await renderCurrentActivity()
  expect(await screen.findByText('1 result found')).toBeVisible()
  expect(button('Yesterday')).toHaveAttribute('aria-pressed', 'true')
  expect(sessionStorage.getItem(unanswered)).toBeNull()
})

test('of too many cases, "Newest first" requests those with the newest activity', async () => {
  const api = stubApi()
  const found = { isNew: true, medicalRecords: 0, caseDocuments: 0, bills: 0, notes: 0, lastNoteAt: null }
  const activity = { ...found, lastDay: '2026-11-20' }
  const notice = 'There are more.'
  api.reply(listCurrentActivity, { patients: [{ ...row(1, 'Aardvark, Ann'), activity }], notice })
  const { user } = await renderCurrentActivity()
  await screen.findByText(notice)
  const orders = () =>
    api.requests(listCurrentActivity).map(({ body }) => (body as { newestFirst?: boolean }).newestFirst)
  api.reply(listCurrentActivity, { patients: [{ ...row(2, 'Zebra, Zoë'), activity }], notice })
  await user.click(button('Newest first'))
  await waitFor(() => expect(firstCells()).toEqual(['Zebra, Zoë']))
  expect(orders()).toEqual([undefined, true])
  await user.click(button('Newest first'))
  await waitFor(() => expect(orders()).toEqual([undefined, true, undefined]))
})

test('all errors of a current-activity search are shown at once, including an invalid date range', async () => {
  const api = stubApi()
  api.reply(listCurrentActivity, { patients: [], notice: null })
  const { user } = await renderCurrentActivity()
  await screen.findByText('No Incidents Found')
  await user.click(button('Reset'))
  await user.click(screen.getByLabelText('All Clients'))
  await user.click(screen.getByRole('checkbox', { name: 'All' }))
  await user.click(button('Search'))
  const summary = screen.getByRole('region', { name: 'Please check these fields:' })
  expect(summary).toHaveFocus()
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Start Date: Please enter a date to search by',
    'End Date: Please enter a date to search by',
    'Clients: Please select at least one client',
    'Activity Types: Please select at least one activity type',
  ])
  await expectAccessible()
  for (const [start, end, sentence] of [
    ['3/2/2026', '3/1/2026', 'Please ensure start date is before end date'],
    ['1/1/2026', '7/1/2026', 'Please ensure start date and end date are within 6 months'],
    ['soon', '3/1/2026', 'Start Date: Please enter a date to search by'],
  ] as const) {
    for (const [name, text] of [
      [/^Start Date/, start],
      [/^End Date/, end],
    ] as const) {
      await user.clear(screen.getByRole('textbox', { name }))
      await user.paste(text)
    }
    await user.click(button('Search'))
    await waitFor(() => expect(summary).toHaveTextContent(sentence))
  }
  expect(api.requests(listCurrentActivity)).toHaveLength(1)
})
