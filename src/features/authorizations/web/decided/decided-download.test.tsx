import { screen, waitFor } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordExport } from '#platform/contract.ts'
import { createDecision } from '#test-support/decided-bill.ts'
import { renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listComments } from '../../comment-contract.ts'
import { type DecidedAuthorization, listDecidedAuthorizations } from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { Decided } from './decided.tsx'

const columnText = decidedMessages.columns

const denied = createDecision({ round: 3, dueAt: '2026-03-11T12:00:00.000Z' })
const approved: DecidedAuthorization = {
  ...denied,
  itnNumber: 'ITN2',
  action: 'A',
  decision: 'approved',
  code: null,
  reason: null,
  maximumCovered: '1200.50',
  patientResponsibility: '50.00',
  isSent: false,
  sentAt: null,
}
const undone = {
  ...denied,
  itnNumber: 'ITN3',
  undoneAt: '2026-03-12T15:00:07.000Z',
  isSent: false,
  sentAt: null,
}

/** Downloads the list with the columns that it shows at first. */
async function download(format: 'CSV' | 'Excel (XLSX)') {
  const api = stubApi()
  api.reply(listDecidedAuthorizations, { decisions: [denied, approved, undone], notice: null })
  api.reply(listComments, { comments: [] })
  api.reply(recordExport, { client: null })
  const files: Blob[] = []
  const saving = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  onTestFinished(() => saving.mockRestore())
  const clients = [{ code: 'ALP1', name: 'Alpine' }]
  const { user } = await renderComponent(
    <Decided owner="me" clients={clients} openItn={undefined} onClosed={() => {}} onOpen={async () => {}} />,
    { path: '/authorization/decided' },
  )
  await user.click(await screen.findByRole('button', { name: 'Download' }))
  await user.click(screen.getByRole('button', { name: format }))
  await waitFor(() => expect(files).toHaveLength(1))
  return new Response(files[0])
}

test('a download has what was released to the back office, also in hidden columns, and says what was never released', async () => {
  const text = await (await download('CSV')).text()
  const [head = [], ...rows] = text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.replaceAll(/"[^"]*"/g, 'quoted').split(','))
  const values = (label: string) => rows.map((row) => row[head.indexOf(label)])
  expect(values(columnText.itn)).toEqual(['ITN1', 'ITN2', 'ITN3'])
  expect(values(columnText.code)).toEqual(['0188', '', '0188'])
  expect(values(columnText.patientPays)).toEqual(['', '50.00', ''])
  expect(values(columnText.round)).toEqual(['3', '3', '3'])
  expect(values(columnText.id)).toEqual(Array(3).fill(denied.id))
  expect(values(columnText.sent)).toEqual([
    expect.stringMatching(/^3\/12\/2026 \d+:01:00 [AP]M$/),
    decidedMessages.notReleased,
    decidedMessages.neverReleased,
  ])
})

test('the time of the release is a time in Excel', async () => {
  const bytes = new Uint8Array(await (await download('Excel (XLSX)')).arrayBuffer())
  const sheet = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml'])
  const cells = [...sheet.matchAll(/<c r="([A-Z]+)(\d+)"[^>]*>(.*?)<\/c>/g)]
  const column = cells.find(
    ([, , row, content]) => row === '1' && content?.includes(`>${columnText.sent}<`),
  )?.[1]
  const released = cells.find(([, of, row]) => of === column && row === '2')?.[3]
  // 3/12/2026 as Excel counts days.
  expect(released).toMatch(/^<v>46093\.\d+<\/v>$/)
})
