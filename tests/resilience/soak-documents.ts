import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openMedicalRecord } from '#cases/contract.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { openReportRun } from '#reports/contract.ts'
import { showReport } from '#reports/view-contract.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { addBills } from '#test-support/report-fixture.ts'
import { findIncidentsWithRecords, replaceFile } from './malicious-document-cases.ts'
import type { Recorder } from './mixed-load.ts'
import { createStaffClient } from './portal-staff.ts'
import { createReportReader, largeReport } from './report-reader.ts'
import { findIncident } from './report-records.ts'

const pages = 500
const fewPages = 20
const bytesPerPage = 105_000
const bills = 12_000
const everyMs = 5_000
const reportEveryMs = 30_000
const slowReaders = 3
const slowReadMs = 60_000
const readEveryMs = 1_000

type Place = { database: DatabaseContext; dataDir: string; address: string }

/** Makes a PDF of 500 pages and 50 MB the file of two incidents, and adds 12,000 bills to another. */
export async function prepareHeaviestDocuments({ database, dataDir, address }: Place) {
  const [whole = '', part = ''] = await findIncidentsWithRecords(database, 2)
  for (const [incident, lastPage] of [
    [whole, pages],
    [part, fewPages],
  ] as const) {
    const texts = Array.from({ length: pages }, (_, at) => `Page ${at + 1}`)
    const mark = randomBytes(bytesPerPage / 2).toString('hex')
    const bytes = Buffer.from(await makePdf(texts, { mark }))
    await replaceFile(database, dataDir, { incident, bytes, pages, lastPage })
  }
  await addBills(database.owner, 'ALP1', await findIncident(database), bills)
  return {
    whole,
    part,
    staff: await createStaffClient(database.app, address, 'Reader of large documents'),
    reader: await createReportReader(database.app, address, 'Reader of large reports'),
  }
}

type Documents = Awaited<ReturnType<typeof prepareHeaviestDocuments>>

/** Opens them until the signal, next to clients who read the largest one a byte a second. */
export async function openHeaviestDocuments(documents: Documents, recorder: Recorder, signal: AbortSignal) {
  const { staff, reader, whole, part } = documents
  const repeat = async (everyMs: number, work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      await work()
      await pause(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  const open = (name: string, incident: string, last: number) =>
    recorder.record({ name, kind: 'document' }, () =>
      staff.open(openMedicalRecord.path, fieldsFor(incident, last)),
    )
  await Promise.all([
    repeat(everyMs, () => open(`${pages} pages of 50 MB`, whole, pages)),
    repeat(everyMs, () => open(`${fewPages} of ${pages} pages`, part, fewPages)),
    repeat(everyMs, () =>
      recorder.record({ name: `${bills} bills on the page`, kind: 'document' }, () =>
        staff.send(showReport.path, largeReport),
      ),
    ),
    repeat(reportEveryMs, () =>
      recorder.record(
        { name: `report of ${bills} bills, from request to PDF`, kind: 'document' },
        async () => {
          const run = await reader.requestRun()
          await reader.ended(run)
          return reader.open(openReportRun.path, { Run: run })
        },
      ),
    ),
    ...Array.from({ length: slowReaders }, () => repeat(0, () => readSlowly(documents, recorder, signal))),
  ])
}

const fieldsFor = (IncidentNumber: string, last: number) => ({
  IncidentNumber,
  PageStartNumber: '1',
  PageEndNumber: String(last),
})

/** Reads the beginning of the largest document, a chunk a second, and leaves after a minute. */
async function readSlowly({ staff, whole }: Documents, recorder: Recorder, signal: AbortSignal) {
  await recorder.record({ name: 'response read slowly', kind: 'document' }, async () => {
    const response = await staff.open(openMedicalRecord.path, fieldsFor(whole, pages))
    const reader = response.body?.getReader()
    const until = performance.now() + slowReadMs
    while (performance.now() < until && !signal.aborted) {
      await reader?.read()
      await pause(readEveryMs, undefined, { signal }).catch(() => {})
    }
    await reader?.cancel()
    return new Response(null, { status: response.status })
  })
}
