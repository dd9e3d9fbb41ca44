import { screen, waitFor } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Exported, recordExport } from '#platform/contract.ts'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { formatInstant, formatInstantDay } from '../format-instant.ts'
import { PagedList } from './paged-list.tsx'
import { withExport } from './sheet-columns.ts'
import { createColumns } from './table-columns.ts'
import { firstView } from './use-data-table.ts'

type Item = { name: string; day: string; amount: string; secret: string }

const { text, time, custom, number, action, all } = createColumns<Item>()
const columns = all([
  withExport(
    custom(
      'name',
      'Name',
      ({ name }) => name,
      ({ name }) => <b>{name}</b>,
    ),
    { includes: ['day'] },
  ),
  action('open', 'Open', () => <button type="button">Open</button>),
  time('day', 'Day', ({ day }) => day),
  withExport(
    number(
      'amount',
      'Amount',
      ({ amount }) => `€${amount}`,
      () => 0,
    ),
    { exported: ({ amount }: Item) => ({ amount, currency: 'EUR' }) },
  ),
  text('secret', 'Secret', ({ secret }) => secret),
])
const items = Array.from({ length: 12 }, (_, at): Item => {
  const name = `Person ${String(12 - at).padStart(2, '0')}`
  return { name, day: '2026-02-28', amount: '10.50', secret: 'hidden' }
})

const renderList = (rows = items, exportedAs: Exported = { list: 'notes', incidentNumber: '26000000017' }) =>
  renderComponent(
    <PagedList
      label="People"
      exportedAs={exportedAs}
      rows={rows}
      columns={columns}
      rowId={({ name }) => name}
      initialColumns={{ day: false, secret: false }}
      view={firstView('name')}
      onView={() => {}}
    />,
  )

setTimeZone('America/New_York')

const getAt = ({ at }: { at: string }) => at

/** The files that the page saves. */
function collectFiles() {
  const files: { name: string; bytes: Blob }[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((bytes) => {
    files.push({ name: '', bytes: bytes as Blob })
    return 'blob:file'
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    const file = files.at(-1)
    if (file) file.name = this.download
  })
  onTestFinished(() => {
    made.mockRestore()
    clicked.mockRestore()
  })
  return files
}

const button = (name: string) => screen.getByRole('button', { name })

test('a download has the rows of all pages in their order and the visible columns, and is recorded first', async () => {
  const api = stubApi()
  const files = collectFiles()
  api.reply(recordExport, () => {
    expect(files).toEqual([])
    return { client: 'alpine' }
  })
  const { user } = await renderList()
  await user.click(button('Download'))
  expect(screen.getByText('All 12 rows, with the columns shown')).toBeVisible()
  await expectAccessible()
  await user.click(button('CSV'))
  await waitFor(() => expect(files[0]?.name).toMatch(/^notes-26000000017-\d{4}-\d\d-\d\d\.csv$/))
  const lines = (await files[0]?.bytes.text())?.trimEnd().split('\r\n')
  expect(lines?.slice(0, 2)).toEqual(['\uFEFFName,Day,Amount,Currency', 'Person 01,2/28/2026,10.50,EUR'])
  expect(lines).toHaveLength(13)
  expect(api.requests(recordExport).map(({ body }) => body)).toEqual([
    { list: 'notes', format: 'csv', rows: 12, incidentNumber: '26000000017' },
  ])
  await waitFor(() => expect(button('Download')).toHaveFocus())
})

test('a download of a search is recorded with its criteria', async () => {
  const api = stubApi()
  const files = collectFiles()
  api.reply(recordExport, { client: 'alpine' })
  const clients = Array.from({ length: 500 }, () => 'ALP1')
  const criteria = { clients, allClients: false, other: '', search: 'Ada', period: 'any' }
  const { user } = await renderList(items, { list: 'vobs', criteria })
  await user.click(button('Download'))
  await user.click(button('CSV'))
  await waitFor(() =>
    expect(api.requests(recordExport)[0]?.body).toEqual({
      list: 'vobs',
      format: 'csv',
      rows: 12,
      criteria: `clients: ${clients.join().slice(0, 200)}; search: Ada; period: any`,
    }),
  )
  await waitFor(() => expect(files[0]?.name).toMatch(/^vobs-alpine-\d{4}-\d\d-\d\d\.csv$/))
})

test('a workbook has times on the portal’s clocks, and dates where the list shows no time', async () => {
  const files = collectFiles()
  stubApi().reply(recordExport, { client: null })
  const at = '2026-02-28T17:00:00.000Z'
  const times = createColumns<{ at: string }>()
  const received = times.time('received', 'Received', getAt, (item) => formatInstant(item.at))
  const issued = times.time('issued', 'Issued', getAt, (item) => formatInstantDay(item.at))
  const list = { label: 'Times', rows: [{ at }], columns: times.all([received, issued]), rowId: getAt }
  const { user } = await renderComponent(
    <PagedList
      {...list}
      exportedAs={{ list: 'vobs', criteria: {} }}
      view={firstView('received')}
      onView={() => {}}
    />,
  )
  await user.click(button('Download'))
  await user.click(button('Excel (XLSX)'))
  await waitFor(() => expect(files[0]?.name).toMatch(/^vobs-\d{4}-\d\d-\d\d\.xlsx$/))
  const zipped = new Uint8Array((await files[0]?.bytes.arrayBuffer()) ?? new ArrayBuffer())
  const cells = new TextDecoder().decode(unzipSync(zipped)['xl/worksheets/sheet1.xml'])
  expect(cells).toMatch(/<v>46081.5<\/v>.*<v>46081<\/v>/)
})

test('a download that cannot be recorded saves no file and says so', async () => {
  const api = stubApi()
  const files = collectFiles()
  api.fail(recordExport, 500)
  const { user } = await renderList()
  await user.click(button('Download'))
  await user.click(button('Excel (XLSX)'))
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t download the list.')
  expect(files).toEqual([])
  expect(button('Excel (XLSX)')).toBeEnabled()
})

test('an empty list has no download', async () => {
  stubApi()
  await renderList([])
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
})
