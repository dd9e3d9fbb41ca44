import { useQuery } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listRecentCases } from '#cases/case-contract.ts'
import { activityPath } from '#cases/rules.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { setClock } from '#platform/contract/clock.ts'
import { call } from '#platform/web/api-client.ts'
import { row } from '#test-support/case-rows.ts'
import { everything } from '#test-support/client-configuration.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type Figures, getFigures, listLongestWaiting, listNews, type NewsEntry } from '../contract.ts'
import { Today } from './today.tsx'

/** The savings of the months from January on. */
const months = (...saved: string[]) => saved.map((each, at) => ({ month: `2026-0${at + 1}-01`, saved: each }))
const figures: Figures = {
  pending: { history: [48, 50, 52, 54, 56, 57, 58, 64], oldestMinutes: 117 * 24 * 60 },
  newCases: [17, 18, 19, 20, 21, 22, 19, 23],
  billsProcessed: [131, 140, 150, 160, 150, 150, 160, 148],
  savings: [
    {
      currency: 'USD',
      charges: '4000000.00',
      saved: '1213962.35',
      savedPercent: '30.3',
      previousPercent: '26.9',
      months: months('0', '1', '2', '3', '4', '1213952.35'),
    },
    {
      currency: 'EUR',
      charges: '10',
      saved: '5',
      savedPercent: '50.0',
      previousPercent: null,
      months: months('0', '0', '0', '0', '0', '5'),
    },
  ],
}
const authorization = {
  itnNumber: 'ITN9000064',
  client: 'ALP1',
  patientName: 'Invenby, Elsa',
  waitingMinutes: 117 * 24 * 60,
  providerName: 'Meadowick Park Surgery Center',
  totalChargeFormatted: '$6,008.59',
}
const entry: NewsEntry = {
  kind: 'note',
  day: '2020-01-01',
  at: '2020-01-01T12:00:00.000Z',
  items: 1,
  pages: null,
  row: 'HASH/1',
  itn: null,
  incidentNumber: '26000000158',
  patientName: 'Sampledale, Simon',
  saved: [],
  detail: '<img src=x onerror=alert(1)>',
  author: 'Marta Mockley',
  totalCharge: null,
}
const noNews = { bills: 0, authorization: 0, records: 0, documents: 0, note: 0, case: 0 }

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.reply(getFigures, figures)
  api.reply(listLongestWaiting, { authorizations: [authorization], pending: 64, next: 'ITN9000007' })
  api.reply(listRecentCases, { patients: [] })
  api.reply(listNews, { counts: { ...noNews, note: 1, records: 2, documents: 3 }, entries: [entry] })
})

/** The home page with recent cases, as the app composes it. */
function Page({ changes }: { changes: Partial<ClientConfiguration> }) {
  const recentCases = useQuery({
    queryKey: ['recent'],
    queryFn: ({ signal }) => call(listRecentCases, {}, signal).then(({ patients }) => patients),
  })
  return (
    <Today
      configuration={{ ...everything, ...changes }}
      heading={<h1>Welcome</h1>}
      content={<p>Content</p>}
      recentCases={recentCases}
    />
  )
}

const renderToday = (changes: Partial<ClientConfiguration> = {}) =>
  renderComponent(<Page changes={changes} />)
const findLink = (name: string | RegExp) => screen.findByRole('link', { name })
/** A tile that is no link, because no page lists what it counts. */
const plainTile = async (name: RegExp) => (await screen.findByText(name)).closest('li')

describe('the tiles', () => {
  test('show the figure, its change and its history, and lead to the page behind it', async () => {
    await renderToday()
    const pending = await findLink(/^Pending authorizations/)
    expect(pending).toHaveAttribute('href', '/authorization')
    expect(pending).toHaveTextContent(/64.*up 6 since last week.*Oldest: 117 days/)
    expect(pending).toHaveTextContent('Last 8 weeks: 48, 50, 52, 54, 56, 57, 58, 64.')
    expect(await findLink(/^New cases/)).toHaveTextContent(/23.*up 4 from 19 the week before/)
    expect(await plainTile(/^Bills processed/)).toHaveTextContent(/148.*down 12 from 160 the week before/)
    const saved = await plainTile(/^Saved since January/)
    expect(saved).toHaveTextContent(/\$1,213,962.*30.3% of charges 26.9% in the 6 months before/)
    expect(saved).toHaveTextContent('$1,213,962.35 saved out of $4,000,000.00 charged. By month: January $0')
    expect(screen.getByText(/^As of /)).toBeVisible()
    await expectAccessible()
  })

  test('remember the currency', async () => {
    const { user } = await renderToday()
    await user.selectOptions(await screen.findByLabelText('Currency'), 'EUR')
    expect(await plainTile(/^Saved/)).toHaveTextContent(/€5 .*50.0% of charges/)
    expect(localStorage.getItem('todayCurrency')).toBe('"EUR"')
  })

  test('show 0 without a chart', async () => {
    const none = [0, 0, 0, 0, 0, 0, 0, 0]
    const pending = { history: none, oldestMinutes: null }
    api.reply(getFigures, { pending, newCases: none, billsProcessed: none, savings: [] })
    const { container } = await renderToday()
    expect(await findLink(/^Pending/)).toHaveTextContent(/0.*No change/)
    expect(await plainTile(/^Saved/)).toHaveTextContent('No bills processed')
    expect(container.querySelector('svg[data-shape]')).toBeNull()
  })

  test('show only what the client has', async () => {
    api.reply(getFigures, { ...figures, pending: null })
    await renderToday({ clientAuth: false, currentActivity: false })
    expect(await screen.findByText(/^Saved since/)).toBeVisible()
    expect(screen.getByText(/^New cases/)).toBeVisible()
    expect(within(screen.getByRole('region', { name: 'Key figures' })).queryAllByRole('link')).toEqual([])
    expect(screen.queryByText('Pending authorizations')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Longest-waiting authorizations' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'New since yesterday' })).toBeNull()
    expect(api.requests(listNews)).toHaveLength(0)
  })

  test('open Current Activity with the days and kinds that they count', async () => {
    onTestFinished(setClock(() => new Date('2026-06-20T12:00:00Z')))
    await renderToday()
    for (const [name, startDate, activityList] of [
      [/^New cases/, '2026-06-14', ['NEW']],
      [/^\d+ Bills$/, '2026-06-19', ['BILLS']],
      [/^5 Records/, '2026-06-19', ['MR', 'CASE']],
      [/^1 Notes$/, '2026-06-19', ['NOTES']],
      [/^\d+ Cases$/, '2026-06-19', ['NEW']],
      ['See Current Activity', '2026-06-19', ['ALL']],
    ] as const) {
      const path = activityPath({ startDate, endDate: '2026-06-20', activityList })
      expect(await findLink(name)).toHaveAttribute('href', path)
    }
    expect(await findLink(/^\d+ Authorizations$/)).toHaveAttribute('href', '/authorization')
    expect(within(screen.getByRole('region', { name: 'Key figures' })).getAllByRole('link')).toHaveLength(2)
  })

  test('that fail to load can be tried again, and the other cards stay', async () => {
    api.fail(getFigures, 500)
    const { user } = await renderToday()
    const [again] = await screen.findAllByRole('button', { name: /Try again \(Pending/ })
    expect(await screen.findByText('Invenby, Elsa')).toBeVisible()
    await expectAccessible()
    api.reply(getFigures, figures)
    await user.click(again as HTMLElement)
    expect(await findLink(/^Pending authorizations/)).toHaveTextContent('64')
  })
})

describe('the longest-waiting authorizations', () => {
  test('lead to the authorization, named in the history and not in the address', async () => {
    const { user, url, historyState } = await renderToday()
    expect(await findLink('See all 64')).toHaveAttribute('href', '/authorization')
    const link = await findLink(/117 days ITN9000064 Invenby, Elsa Meadowick.*\$6,008.59/)
    expect(link).toHaveAttribute('href', '/authorization')
    await user.click(link)
    expect(url()).toBe('/authorization')
    expect(historyState()).toMatchObject({ openItn: 'ITN9000064' })
  })

  test('come with a button that opens the one due first, whatever has waited longest', async () => {
    const { user, historyState } = await renderToday()
    await user.click(await screen.findByRole('button', { name: 'Review next' }))
    expect(historyState()).toMatchObject({ openItn: 'ITN9000007' })
  })

  test('say when nothing is waiting', async () => {
    api.reply(listLongestWaiting, { authorizations: [], pending: 0, next: null })
    await renderToday()
    expect(await screen.findByText('No authorizations are waiting')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Review next' })).toBeNull()
    await expectAccessible()
  })

  test('offer a view to those who may not decide', async () => {
    await renderToday({ mayDecide: false })
    await screen.findByRole('button', { name: 'View next' })
  })

  test('that fail to load do not break the others', async () => {
    api.fail(listLongestWaiting, 500)
    const { user } = await renderToday()
    const card = await screen.findByRole('region', { name: 'Longest-waiting authorizations' })
    const again = await within(card).findByRole('button', { name: 'Try again' })
    expect(await findLink(/^Pending authorizations/)).toHaveTextContent('64')
    api.reply(listLongestWaiting, { authorizations: [authorization], pending: 64, next: 'ITN9000007' })
    await user.click(again)
    expect(await within(card).findByText('Invenby, Elsa')).toBeVisible()
  })
})

describe('the news feed', () => {
  test('shows what happened and when, and links to the case', async () => {
    await renderToday()
    const note = await findLink(/Note by Marta Mockley Yesterday Sampledale, Simon/)
    expect(note).toHaveAttribute('href', '/patient-search/overview?row=HASH%2F1')
    expect(note).toHaveTextContent('“<img src=x onerror=alert(1)>”')
  })

  test('shows an empty state', async () => {
    api.reply(listNews, { counts: noNews, entries: [] })
    await renderToday()
    expect(await screen.findByText('Nothing new since yesterday')).toBeVisible()
    expect(screen.getAllByRole('link', { name: 'See Current Activity' })).toHaveLength(1)
  })
})

test('recent cases lead to the case, and their card says how it fills', async () => {
  const incident = { incidentNumber: '26000000644', incidentDescription: 'Broken wrist' }
  api.reply(listRecentCases, { patients: [{ ...row(1, 'Sampleby, Odile'), ...incident }] })
  await renderToday()
  const link = await findLink('Sampleby, Odile 26000000644 Broken wrist Alpine')
  expect(link).toHaveAttribute('href', '/patient-search/overview?row=row-1')
})

test('without recent cases, their card leads to the search', async () => {
  await renderToday()
  expect(await screen.findByText('Cases you open appear here')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Find a case' })).toHaveAttribute('href', '/patient-search')
})

test('asks reviewers to review cases that were opened in an emergency', async () => {
  api.reply(getFigures, { ...figures, unreviewedEmergencies: 2 })
  await renderToday()
  expect(await screen.findByText(/^2 cases were opened/)).toBeVisible()
})
