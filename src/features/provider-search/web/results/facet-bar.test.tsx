import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setClock } from '#platform/contract/clock.ts'
import { advanceTimers, expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { button, findResults, renderSearch } from '#test-support/render-search.tsx'
import { aProvider, aSearch } from '#test-support/search-factory.ts'
import { type Provider, providerDetails, searchProviders } from '../../contract.ts'
import { emptyValues } from '../search-values.ts'
import { FacetBar } from './facet-bar.tsx'
import { useFacets } from './list-facets.ts'
import { ResultCards } from './result-list.tsx'
import { useResultTable } from './use-result-table.tsx'
import { useMapListSync } from './use-results-view.ts'

const search = '/domestic?zip=33131&type=0000000000&range=50'
const make = (at: number, changes: Partial<Provider>) =>
  aProvider({ hash: `p${at}`, name: `Provider ${at}`, providerType: 'Clinic', distance: at, ...changes })
const providers = [
  ...Array.from({ length: 20 }, (_, at) => make(at, { city: at < 15 ? 'Miami' : 'Hialeah' })),
  make(20, { providerType: 'Hospital', preferred: true }),
  make(21, { providerType: 'Hospital', preferred: true }),
  make(22, { preferred: true }),
]

async function renderFacets(results = providers) {
  const rendered = await renderSearch(search, ({ reply }) => reply(searchProviders, { results }))
  await findResults()
  return rendered
}
const chip = (name: string) =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name })
const rows = () =>
  within(screen.getByRole('table', { name: 'Results' }))
    .getAllByRole('row')
    .slice(1)

test('facets filter the list without a search, announce the number, and start on the first page', async () => {
  const { api, user } = await renderFacets()
  await user.click(button('Next page'))
  await user.click(chip('Preferred 3'))
  expect(chip('Preferred 3')).toHaveAttribute('aria-pressed', 'true')
  expect(rows()).toHaveLength(3)
  expect(screen.getByText('Showing 3 of 23 providers')).toHaveRole('status')
  expect(chip('Clinic 1')).toBeVisible()
  await user.click(chip('Hospital 2'))
  expect(rows()).toHaveLength(2)
  expect(chip('Clinic 1')).toBeVisible()
  await expectAccessible()
  await user.click(chip('All 23'))
  expect(screen.queryByText(/^Showing/)).toBeNull()
  expect(screen.getByText('1–10 of 23')).toBeVisible()
  expect(chip('All 23')).toHaveFocus()
  expect(api.requests(searchProviders)).toHaveLength(1)
})

test('selection, Select all and the printout follow the filtered list', async () => {
  const { user } = await renderFacets()
  await user.click(screen.getByRole('checkbox', { name: 'Select Provider 0' }))
  await user.click(chip('Hospital 2'))
  expect(screen.queryByText(/selected$/)).toBeNull()
  vi.stubGlobal('print', () => dispatchEvent(new Event('beforeprint')))
  await user.click(button('Print all'))
  const sheet = await waitFor(() => document.querySelector('[data-sheet]') as Element)
  expect(within(sheet as HTMLElement).getByText('2 providers')).toBeInTheDocument()
  expect(sheet).toHaveTextContent('FiltersHospital')
  expect(sheet).not.toHaveTextContent('Provider 0')
  await user.click(button('Select all 2'))
  expect(screen.getByText('2 providers selected')).toBeVisible()
  await user.click(chip('All 23'))
  expect(screen.getByText('3 providers selected')).toBeVisible()
})

test('the dialog has every facet with its counts, and says how many results its button shows', async () => {
  const { user } = await renderFacets()
  await user.click(button('All filters'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await expectAccessible()
  await user.click(dialog.getByRole('checkbox', { name: 'Hialeah, FL 5' }))
  expect(dialog.getByRole('radio', { name: 'Any' })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: /^Preferred/ })).toBeDisabled()
  await user.click(dialog.getByRole('button', { name: 'Show 5 results' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(button('All filters (1)')).toHaveFocus()
  expect(rows()).toHaveLength(5)
  expect(chip('Hialeah, FL 5')).toHaveAttribute('aria-pressed', 'true')
})

test('a single provider has no facets', async () => {
  await renderFacets([aProvider()])
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull()
})

const openUntilSix = Array.from({ length: 5 }, (_, at) => ({ day: at + 1, opens: '09:00', closes: '18:00' }))
const withHours = providers.map((each, at) => ({
  ...each,
  details: providerDetails.parse({ hours: at < 4 ? openUntilSix : null, timeZone: 'America/New_York' }),
}))

/** Moves the clock to a Friday in New York, five minutes before these providers close. */
function moveToFriday() {
  let at = new Date('2026-11-27T17:55:00-05:00')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(setClock(() => at))
  return (minutes: number) => {
    at = new Date(at.getTime() + minutes * 60_000)
    return advanceTimers(60_000)
  }
}

test('Open now follows the clock, without a search', async () => {
  const passTime = moveToFriday()
  const { api, user } = await renderFacets(withHours)
  await user.click(chip('Open now 4'))
  expect(rows()).toHaveLength(4)
  await passTime(5)
  expect(screen.getByText('No providers match these filters.')).toBeVisible()
  expect(chip('Open now 0')).toHaveAttribute('aria-pressed', 'true')
  await user.click(chip('All 23'))
  expect(screen.getByText('1–10 of 23')).toBeVisible()
  expect(api.requests(searchProviders)).toHaveLength(1)
})

test('pointing at a card highlights it and does not count the providers again', async () => {
  moveToFriday()
  const info = aSearch('domestic')
  const values = emptyValues(info)
  const shortlist = { has: () => false, toggle: () => {} }
  function Results() {
    const facets = useFacets(withHours, info.unit)
    const table = useResultTable(facets.shown, info, values)
    const mapSync = useMapListSync(() => {})
    return (
      <>
        <FacetBar facets={facets} onOpen={() => {}} />
        <ResultCards
          table={table}
          mapSync={mapSync}
          shortlist={shortlist}
          search={info}
          onFeedback={undefined}
        />
      </>
    )
  }
  const { user } = await renderComponent(<Results />)
  const [first, second] = screen.getAllByRole('listitem')
  const count = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  await user.hover(first as HTMLElement)
  expect(first).toHaveAttribute('data-highlighted')
  await user.hover(second as HTMLElement)
  expect(second).toHaveAttribute('data-highlighted')
  expect(first).not.toHaveAttribute('data-highlighted')
  expect(count).not.toHaveBeenCalled()
})
