import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type ClientMetrics, listDecidedAuthorizations, readMetrics } from '../../decided-contract.ts'
import { metricsMessages as text } from '../../decided-messages.ts'
import { Metrics } from './metrics.tsx'

const nothing = { A: 0, D: 0, I: 0, O: 0 }
const none = { open: 0, decided: nothing, medianMinutes: null, withDueTime: 0, onTime: 0 }
const leisure: ClientMetrics = {
  client: 'ALP1',
  carrier: 'Alpine Leisure',
  open: 12,
  decided: { A: 6, D: 2, I: 0, O: 1 },
  medianMinutes: 90,
  withDueTime: 3,
  onTime: 2,
}
const students: ClientMetrics = { ...none, client: 'ALP3', carrier: 'Alpine Students' }

test('the figures, the chart and the table show the same numbers', async () => {
  const api = stubApi()
  api.reply(readMetrics, { clients: [leisure, students], total: leisure })
  const { user } = await renderComponent(<Metrics owner="me" />, { path: '/authorization/metrics' })
  const table = within(await screen.findByRole('table', { name: text.table }))
  expect(screen.getByText('2 of 3 with a due time').parentElement).toHaveTextContent(/^66%/)
  expect(screen.getByRole('figure', { name: text.chart })).toHaveTextContent(/Alpine Leisure9/)
  expect(
    screen.getByRole('img', { name: 'Alpine Leisure: Approved 6, Denied 2, Special handling 1' }),
  ).toBeVisible()
  expect(screen.getByRole('img', { name: 'Alpine Students: no decisions' })).toBeInTheDocument()
  const [first, second] = table.getAllByRole('row').slice(1)
  expect(first).toHaveTextContent('1 h 30 min')
  expect(second).toHaveTextContent(/ALP30000000––$|ALP30{6}––$/)
  await expectAccessible()
  await user.selectOptions(screen.getByLabelText(text.period), 'Last 12 months')
  await waitFor(() => expect(api.requests(readMetrics).at(-1)?.body).toMatchObject({ period: 'year' }))
})

test('without decisions or authorizations, the page says so; figures that fail to load can be retried', async () => {
  const api = stubApi()
  api.fail(readMetrics, 500)
  const { user } = await renderComponent(<Metrics owner="me" />, { path: '/authorization/metrics' })
  await screen.findByText(text.failed)
  api.reply(readMetrics, { clients: [students], total: { ...none, open: 1 } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(text.noDecisions)).toBeVisible()
  await expectAccessible()
  api.reply(readMetrics, { clients: [students], total: none })
  await user.selectOptions(screen.getByLabelText(text.period), 'Any time')
  expect(await screen.findByText(text.none)).toBeVisible()
})

test('a figure links to the decisions that it counts: those of a client, an outcome and the period', async () => {
  const api = stubApi()
  api.reply(readMetrics, { clients: [leisure, students], total: leisure })
  const { user, url } = await renderComponent(<Metrics owner="me" />, { path: '/authorization/metrics' })
  await user.selectOptions(await screen.findByLabelText(text.period), 'Last 12 months')
  const targets = () => screen.getAllByRole('link', { name: /Show decisions$/ })
  await waitFor(() => expect(targets()[0]).toHaveAttribute('href', expect.stringContaining('year')))
  expect(screen.queryByRole('link', { name: /^Alpine Leisure, Info needed/ })).toBeNull()
  expect(screen.queryByRole('link', { name: /^Alpine Students/ })).toBeNull()
  const target = (name: string) =>
    new URL(screen.getByRole('link', { name }).getAttribute('href') ?? '', 'http://portal')
  const late = target('Decided on time: 66%. Show decisions').searchParams
  expect([late.get('timing'), late.get('client')]).toEqual(['on time', null])
  const denied = Object.fromEntries(target('Alpine Leisure, Denied: 2. Show decisions').searchParams)
  expect(denied).toMatchObject({ client: 'ALP1', outcome: 'D', period: 'year' })
  expect(listDecidedAuthorizations.request.safeParse(denied).success).toBe(true)
  await user.click(screen.getByRole('link', { name: 'Alpine Leisure, Denied: 2. Show decisions' }))
  expect(new URL(url(), 'http://portal').pathname).toBe('/authorization/decided')
})
