import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { recordExport } from '#platform/contract.ts'
import { alps, firstCells, row } from '#test-support/case-rows.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { searchPatients } from '../contract.ts'
import { CaseSearchPage, PatientSearchProvider } from './case-search-page.tsx'

const onFind = vi.fn()
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => row(at, `Plentiful, P${String(at + 1).padStart(2, '0')}`))

async function renderPatientSearch({ isLoading = false } = {}) {
  const api = stubApi()
  const reply = (count: number) => api.reply(searchPatients, { patients: rows(count), notice: null })
  reply(3)
  const offer = { clients: isLoading ? undefined : alps, isFailed: false, retry: () => {} }
  const view = await renderComponent(
    <PatientSearchProvider
      owner="a"
      offer={offer}
      onFind={onFind}
      hasSummaries={false}
      onOpen={async () => {}}
    >
      <CaseSearchPage />
    </PatientSearchProvider>,
    { path: '/patient-search' },
  )
  const edit = async () => {
    const editButton = screen.queryByRole('button', { name: 'Edit search' })
    if (editButton) await view.user.click(editButton)
  }
  const find = async (term: string) => {
    await edit()
    await view.user.clear(field())
    if (term) await view.user.type(field(), term)
    await view.user.click(button('Search'))
  }
  const load = async (term: string, count = 3) => {
    await find(term)
    expect(await screen.findByText(`${count} results found`)).toBeVisible()
  }
  const searches = () => api.requests(searchPatients).map(({ body }) => body)
  return { ...view, api, reply, find, load, edit, searches }
}

const button = (name: string) => screen.getByRole('button', { name })
const field = () => screen.getByRole('textbox', { name: /Search For/ })
const results = () => within(screen.getByRole('region', { name: 'Results' }))
const question = () => screen.findByRole('dialog', { name: 'Search in progress' })

test('a new search during a running one asks for confirmation', async () => {
  const { api, user, find, reply, searches } = await renderPatientSearch()
  const release = api.hold(searchPatients)
  await find('quill')
  expect(screen.getAllByText('Searching').length).toBeGreaterThan(0)
  await find('plenti')
  const sentence = 'Would you like to proceed with these new search parameters instead?'
  expect(await question()).toHaveTextContent(sentence)
  await expectAccessible()
  await user.click(button('No'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(searches()).toHaveLength(1)
  await user.click(button('Search'))
  await question()
  reply(2)
  await user.click(button('Yes'))
  expect(await screen.findByText('2 results found')).toBeVisible()
  release()
  expect(searches()).toMatchObject([{ searchTerm: 'quill' }, { searchTerm: 'plenti' }])
})

test('a download of the results is recorded with the search that found them', async () => {
  const { api, user, load, edit } = await renderPatientSearch()
  api.fail(recordExport, 500)
  await load('plenti')
  await edit()
  await user.type(field(), 'ful')
  await user.click(button('Download'))
  await user.click(button('CSV'))
  await screen.findByText('We couldn’t download the list. Please try again.')
  expect(api.requests(recordExport)[0]?.body).toMatchObject({
    list: 'patients',
    rows: 3,
    criteria: 'allClients: true; searchType: NAMEL; searchTerm: plenti',
  })
})

test('Reset cancels the running search', async () => {
  const { api, user, find } = await renderPatientSearch()
  const release = api.hold(searchPatients)
  await find('quill')
  await user.click(button('Reset'))
  release()
  expect(field()).toHaveValue('')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Results' })).toHaveTextContent(/^$/))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the dialog about a running search stays open after that search ends', async () => {
  const { api, user, find, reply } = await renderPatientSearch()
  const release = api.hold(searchPatients)
  await find('quill')
  await find('plenti')
  await question()
  release()
  await screen.findByText('3 results found')
  reply(2)
  await user.click(button('Yes'))
  expect(await screen.findByText('2 results found')).toBeVisible()
})

test('while clients load, the form says so and rejects a search', async () => {
  const { find, searches } = await renderPatientSearch({ isLoading: true })
  expect(screen.queryByLabelText('All Clients')).toBeNull()
  expect(screen.getByText('** Clients Loading **')).toBeVisible()
  await find('quill')
  const sentence =
    'Client list is not yet initialized and is required for search. Please try again in a moment.'
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(searches()).toEqual([])
  await expectAccessible()
})

test('a failed search shows an error in place of results and can be retried', async () => {
  const { api, user, find, reply } = await renderPatientSearch()
  api.fail(searchPatients, 500)
  await find('quill')
  const sentence = 'An error occurred retrieving patient results.'
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(results().getByText(sentence)).toBeVisible()
  await expectAccessible()
  reply(3)
  await user.click(button('Try again'))
  expect(await screen.findByText('3 results found')).toBeVisible()
})

test('results that cannot be rendered show an error, and the search can be repeated', async () => {
  const { api, user, find, reply } = await renderPatientSearch()
  api.fail(searchPatients, 200, { patients: [{ hash: 7 }] })
  await find('quill')
  const sentence = 'There was an error processing the search results. Please search again.'
  expect(await results().findByText(sentence)).toBeVisible()
  reply(3)
  await user.click(button('Search again'))
  expect(await screen.findByText('3 results found')).toBeVisible()
})

test('after an invalid search, the page says that the results below are from the previous one', async () => {
  const { find, load, reply } = await renderPatientSearch()
  await load('quill')
  await find('')
  expect(screen.getByText(/These results are from your previous search/)).toBeVisible()
  await expectAccessible()
  reply(2)
  await load('plenti', 2)
  expect(screen.queryByText(/These results are from your previous search/)).toBeNull()
})

test('invalid patient searches show errors at the field and send no request', async () => {
  const { user, find, searches } = await renderPatientSearch()
  for (const [type, term, sentence] of [
    ['Policy #', ' ', 'Please enter a value to search by'],
    ['Date of Birth', '2/30/1980', 'Please enter a date to search by'],
    ['Incident #', '9900000001', 'Please enter an 11-digit Indicent #'],
    ['Patient Last Name', '  ', 'Please enter a value to search by'],
  ] as const) {
    await user.selectOptions(screen.getByLabelText('Search By'), type)
    await find(term)
    const summary = screen.getByRole('region', { name: 'Please check these fields:' })
    expect(summary).toHaveFocus()
    expect(within(summary).getByRole('link')).toHaveTextContent(`Search For: ${sentence}`)
    expect(field()).toHaveAccessibleDescription(sentence)
  }
  await expectAccessible()
  await user.click(screen.getByRole('link', { name: /^Search For/ }))
  expect(field()).toHaveFocus()
  expect(searches()).toEqual([])
})

test('the form requires at least one client, and an empty result shows advice', async () => {
  const { user, find, reply, searches } = await renderPatientSearch()
  await user.click(screen.getByLabelText('All Clients'))
  await find('quill')
  expect(screen.getByRole('link', { name: 'Clients: Please select at least one client' })).toBeVisible()
  await expectAccessible()
  await user.selectOptions(screen.getByLabelText('Available clients'), 'Alpine Leisure Travel')
  await user.click(button('Add'))
  expect(within(screen.getByLabelText('Selected clients')).getAllByRole('option')).toHaveLength(1)
  reply(0)
  await user.click(button('Search'))
  expect(await screen.findByText('No Patients Found')).toBeVisible()
  expect(screen.getByText(/Check the spelling, or try another search type/)).toBeVisible()
  expect(searches()).toMatchObject([{ client: 'ALP1' }])
  await expectAccessible()
})

test('the results table sorts by column, changes pages, remembers its page size and hides columns', async () => {
  const { user, load, reply } = await renderPatientSearch()
  reply(12)
  await load('plenti', 12)
  expect(firstCells()).toHaveLength(10)
  expect(screen.getByRole('columnheader', { name: /Patient Name/ })).toHaveAttribute('aria-sort', 'ascending')
  await user.click(button('Next page'))
  await waitFor(() => expect(firstCells()).toEqual(['Plentiful, P11', 'Plentiful, P12']))
  await user.click(button('Patient Name'))
  await waitFor(() => expect(firstCells()[0]).toBe('Plentiful, P12'))
  await user.selectOptions(screen.getByLabelText('Rows per page'), '25')
  await waitFor(() => expect(firstCells()).toHaveLength(12))
  expect(localStorage.getItem('PatientSearch_ResultSize')).toBe('25')
  await user.click(button('Columns'))
  await user.click(screen.getByRole('checkbox', { name: 'Enter Date' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Enter Date' })).toBeNull())
  await user.click(screen.getByRole('checkbox', { name: 'Effective Date' }))
  expect(await screen.findByRole('columnheader', { name: 'Effective Date' })).toBeVisible()
  await expectAccessible()
})

test('a successful search collapses to a summary that reopens the form unchanged', async () => {
  const { user, find, load, reply, searches } = await renderPatientSearch()
  await load('quill')
  expect(screen.queryByRole('textbox', { name: /Search For/ })).toBeNull()
  expect(button('Edit search')).toHaveFocus()
  expect(button('Edit search')).toHaveAccessibleDescription('Patient Last Name “quill” · All Clients')
  await expectAccessible()
  await user.keyboard('{Enter}')
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('quill')
  reply(0)
  await find('nobody')
  await user.click(await screen.findByRole('button', { name: 'Find names like “nobody”' }))
  expect(onFind).toHaveBeenCalledWith('nobody')
  expect(field()).toHaveValue('nobody')
  expect(searches()).toHaveLength(2)
})

test('Reset in the summary opens an empty form, and typed text keeps the form open', async () => {
  const { user, load, edit } = await renderPatientSearch()
  await load('quill')
  await user.click(button('Reset'))
  expect(field()).toHaveFocus()
  expect(screen.queryByText('3 results found')).toBeNull()
  await load('quill')
  await edit()
  await user.type(field(), 'feather')
  expect(screen.queryByRole('button', { name: 'Edit search' })).toBeNull()
  expect(screen.getByText(/These results are from your previous search/)).toBeVisible()
})
