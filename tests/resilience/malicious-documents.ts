import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openRepricingInvoice } from '#billing/contract.ts'
import { openMedicalRecord, searchPatients } from '#cases/contract.ts'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { memoryMegabytes } from '#platform/pdf/worker-process.ts'
import * as hostile from '#test-support/malicious-pdfs.ts'
import { addBills, findIncidentsWithRecords, replaceFile } from './malicious-document-cases.ts'
import { freePort, run, terminate, waitUntilReady } from './portal-run.ts'
import { createStaffClient } from './portal-staff.ts'
import { describeRemaining, killRemaining, listProcesses } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

const firstStartMs = 600_000
const maxOthersMs = 200
const maxMegabytes = 3_000
const bills = 15
/** The minimum duration of each measurement; requests are repeated to reach it. */
const minTotalMs = 5_000
const megabyte = 1 << 20

/** Each file and its expected response. 404 and 503 come with a message; 200 is a PDF. */
const files: [name: string, make: () => Buffer, statuses: number[]][] = [
  ['1.6 GB of spaces in an object stream (1.6 MB)', () => hostile.blankObjectStream(1600), [404]],
  ['0.4 GB of spaces in an object stream (400 KB)', () => hostile.blankObjectStream(400), [404]],
  ['the same without a cross-reference table', () => hostile.blankObjectStreamWithoutIndex(1600), [404, 503]],
  ['990 cross-reference sections after 50 MB', () => hostile.manySections(990, 50 * megabyte), [404]],
  ['150,000 annotations', () => hostile.manyAnnotations(150_000), [200, 503]],
  ['a page tree of 101 levels', () => hostile.deepTree(101), [404]],
  ['a page tree with endless branches', () => hostile.endlessTree(), [404]],
  ['a page tree that contains itself', hostile.cyclicTree, [404]],
  ['a count of 2,000,000,000 pages', hostile.hugeCount, [200, 404]],
  ['an object stream that refers to itself', hostile.selfReferencingStream, [200, 404]],
  ['rows of 2,000,000,000 columns', hostile.hugeColumns, [200, 404]],
  ['chained filters, 200 MB', () => hostile.chainedFilters(200), [404]],
]

/** Malicious PDFs: their effect on their reader and on everyone else. */
export const maliciousDocuments: Scenario = {
  shows: `Opening ${files.length} malicious PDFs and an invoice with ${bills} images does not delay other requests.`,
  async run(report) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-hostile-'))
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, LOG_LEVEL: 'fatal', DATA_DIR: dataDir, PORT: String(port) }
    try {
      const portal = run([process.execPath, 'src/app/main.ts'], { env })
      await waitUntilReady(portal, port, firstStartMs)
      const database = await openDatabaseContext(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
      try {
        const installation = { database, dataDir, env, origin: `http://127.0.0.1:${port}` }
        await openAll(installation, report)
        await importAll(installation, report)
      } finally {
        await database.close()
      }
      await terminate(portal)
      report(
        'leaves no process behind',
        (await describeRemaining(dataDir)) === '',
        await describeRemaining(dataDir),
      )
    } finally {
      killRemaining(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

type Target = { database: DatabaseContext; dataDir: string; origin: string; env: Record<string, string> }

async function openAll({ database, dataDir, origin }: Target, report: Report) {
  const incidents = await findIncidentsWithRecords(database, files.length + 1)
  const reader = await createStaffClient(database.app, origin, 'Reader')
  const other = await createStaffClient(database.app, origin, 'Other')
  const alone = await measureOthers(dataDir, other, () => pause(10_000))
  const seen = `p99 ${alone.p99.toFixed(0)} ms of ${alone.calls} calls`
  report('other requests succeed while nothing is opened', alone.calls > 0, seen)
  for (const [at, [name, make, statuses]] of files.entries()) {
    const incident = incidents[at] ?? ''
    await replaceFile(database, dataDir, { incident, bytes: make(), pages: bills })
    const fields = { IncidentNumber: incident, PageStartNumber: '1', PageEndNumber: '1' }
    await reportOpening(
      name,
      statuses,
      report,
      await measureOthers(dataDir, other, () => reader.open(openMedicalRecord.path, fields)),
    )
  }
  const incident = incidents[files.length] ?? ''
  await replaceFile(database, dataDir, {
    incident,
    bytes: hostile.sharedImage(bills, 100 * megabyte),
    pages: bills,
  })
  await addBills(database, incident, bills)
  const fields = { IncidentNumber: incident, ITN: 'ALL', ShowImages: 'true' }
  const invoice = await measureOthers(dataDir, other, () => reader.open(openRepricingInvoice.path, fields))
  await reportOpening(`an invoice with ${bills} images from one 100 MB file`, [200], report, invoice)
  report(
    'the invoice contains the images once',
    invoice.bytes < 110 * megabyte,
    `${Math.round(invoice.bytes / 1e6)} MB`,
  )
}

type OtherRequests = { calls: number; p99: number; longest: number; megabytes: number; ms: number }
type Opened = OtherRequests & { status: number; bytes: number; sentence: string }

async function reportOpening(name: string, statuses: number[], report: Report, opened: Opened) {
  const { p99, longest, calls, megabytes, status, sentence, ms } = opened
  const answered = status === 200 ? '' : `: ${sentence.slice(0, 90)}`
  report(
    `${name}: returns an expected status`,
    statuses.includes(status),
    `${status} after ${(ms / 1000).toFixed(1)} s${answered}`,
  )
  const others = `p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${calls} calls`
  report(`${name}: other requests take less than ${maxOthersMs} ms`, p99 < maxOthersMs, others)
  report(
    `${name}: memory stays bounded`,
    megabytes < maxMegabytes,
    `${Math.round(megabytes)} MB with workers`,
  )
}

/**
 * Measures how fast others' requests are during an action, and the peak memory of the portal and its workers.
 */
async function measureOthers(
  dataDir: string,
  other: Awaited<ReturnType<typeof createStaffClient>>,
  work: () => Promise<Response | undefined>,
): Promise<Opened> {
  const times: number[] = []
  let isOver = false
  let megabytes = 0
  const caller = async () => {
    while (!isOver) {
      const began = performance.now()
      await (await other.send(searchPatients.path, { searchType: 'NAMEL', searchTerm: 'sa' })).arrayBuffer()
      times.push(performance.now() - began)
      await pause(5)
    }
  }
  const watcher = async () => {
    for (; !isOver; await pause(100)) megabytes = Math.max(megabytes, portalMegabytes(dataDir))
  }
  const others = Promise.all([caller(), watcher()])
  const { answer, body, ms } = await repeated(work)
  isOver = true
  await others
  times.sort((a, b) => a - b)
  const sentence = answer?.status === 200 ? '' : errorMessage(body)
  return {
    calls: times.length,
    p99: times[Math.ceil(times.length * 0.99) - 1] ?? 0,
    longest: times.at(-1) ?? 0,
    megabytes,
    ms,
    status: answer?.status ?? 0,
    bytes: body.length,
    sentence,
  }
}

async function repeated(work: () => Promise<Response | undefined>) {
  const began = performance.now()
  for (let ms = 0; ; ) {
    const answer = await work()
    const body = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer())
    ms ||= performance.now() - began
    if (performance.now() - began >= minTotalMs) return { answer, body, ms }
  }
}

const errorMessage = (body: Buffer) =>
  /"detail":"([^"]*)"/.exec(body.toString())?.[1] ?? body.toString().replaceAll(/\s+/g, ' ').slice(0, 200)

/** Memory used by the portal and its workers, in megabytes, excluding PostgreSQL (Linux only). */
const portalMegabytes = (dataDir: string) =>
  listProcesses(dataDir)
    .filter(({ command }) => /node .*(main|worker)\.ts/.test(command))
    .reduce((sum, { processId }) => sum + memoryMegabytes({ pid: processId }), 0)

/** Imports the same files: each is rejected with a message, and the command finishes. */
async function importAll({ database, dataDir, env }: Target, report: Report) {
  const refused = files.filter(([, , statuses]) => !statuses.includes(200))
  const incidents = await findIncidentsWithRecords(database, files.length + 1)
  const folder = join(dataDir, 'folder')
  mkdirSync(join(folder, 'files'), { recursive: true })
  for (const [at, [, make]] of refused.entries())
    writeFileSync(join(folder, 'files', `${incidents[at]}.pdf`), make())
  const command = run([process.execPath, 'src/app/cli.ts', 'import', 'cases', folder], { env })
  const code = await command.ended
  report('the import of the same files finishes and reports rejects', code === 3, String(code))
  const rejects = readFileSync(join(folder, 'files.rejects.csv'), 'utf8').trim().split('\n').slice(1)
  const reasons = rejects
    .map((line) => line.split(',')[1]?.replace('it cannot be read as a PDF: ', ''))
    .join(' ')
  report('each file is rejected with a reason', rejects.length === refused.length, reasons)
}
