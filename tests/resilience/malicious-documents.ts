import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { openRepricingInvoice } from '#billing/contract.ts'
import { openMedicalRecord, searchPatients } from '#cases/contract.ts'
import { execute, inTransaction, rowsOf, sql } from '#platform/server/database.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/server/database-context.ts'
import { memoryMegabytes } from '#platform/server/documents/worker-process.ts'
import { readConfig } from '#platform/server/settings.ts'
import * as hostile from '#test-support/malicious-pdfs.ts'
import { freePort, ready, run, terminate } from './portal-run.ts'
import { staffAt } from './portal-staff.ts'
import { endAll, leftOf, processesOf } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

const firstStartMs = 600_000
const longestOfOthersMs = 200
const mostMegabytes = 3_000
const bills = 15
/** Faster responses are repeated, so that there is enough to measure. */
const leastMs = 5_000
const megabyte = 1 << 20

/** Each file and its expected response. 404 and 503 come with a message; 200 is a PDF. */
const files: [name: string, make: () => Buffer, statuses: number[]][] = [
  ['1.6 GB of blanks in an object stream (1.6 MB)', () => hostile.blankObjectStream(1600), [404]],
  ['0.4 GB of blanks in an object stream (400 KB)', () => hostile.blankObjectStream(400), [404]],
  ['the same without an index', () => hostile.blankObjectStreamWithoutIndex(1600), [404, 503]],
  ['990 sections of an index behind 50 MB', () => hostile.manySections(990, 50 * megabyte), [404]],
  ['150,000 annotations', () => hostile.manyAnnotations(150_000), [200, 503]],
  ['a page tree of 101 levels', () => hostile.deepTree(101), [404]],
  ['a page tree that branches without end', () => hostile.endlessTree(), [404]],
  ['a page tree that contains itself', hostile.cyclicTree, [404]],
  ['a count of 2,000,000,000 pages', hostile.hugeCount, [200, 404]],
  ['an object stream that needs itself', hostile.selfReferencingStream, [200, 404]],
  ['rows of 2,000,000,000 columns', hostile.hugeColumns, [200, 404]],
  ['filters upon filters, 200 MB', () => hostile.chainedFilters(200), [404]],
]

/** Malicious PDFs: their effect on their reader and on everyone else. */
export const hostileDocuments: Scenario = {
  shows: `Opening ${files.length} malicious PDFs and an invoice with ${bills} images does not delay other requests.`,
  async run(tell) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-hostile-'))
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, LOG_LEVEL: 'fatal', DATA_DIR: dataDir, PORT: String(port) }
    try {
      const portal = run([process.execPath, 'src/app/main.ts'], { env })
      await ready(portal, port, firstStartMs)
      const database = await openDatabaseContext(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
      try {
        const installation = { database, dataDir, env, origin: `http://127.0.0.1:${port}` }
        await openAll(installation, tell)
        await importAll(installation, tell)
      } finally {
        await database.close()
      }
      await terminate(portal)
      tell('no process is left behind', (await leftOf(dataDir)) === '', await leftOf(dataDir))
    } finally {
      endAll(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

type Target = { database: DatabaseContext; dataDir: string; origin: string; env: Record<string, string> }

async function openAll({ database, dataDir, origin }: Target, tell: Report) {
  const incidents = await incidentsWithRecords(database)
  const reader = await staffAt(database.app, origin, 'Reader')
  const other = await staffAt(database.app, origin, 'Other')
  const alone = await besides(dataDir, other, () => pause(10_000))
  const seen = `p99 ${alone.p99.toFixed(0)} ms of ${alone.calls} calls`
  tell('others are answered while nothing is opened', alone.calls > 0, seen)
  for (const [at, [name, make, statuses]] of files.entries()) {
    const incident = incidents[at] ?? ''
    await putInPlace(database, dataDir, { incident, bytes: make() })
    const fields = { IncidentNumber: incident, PageStartNumber: '1', PageEndNumber: '1' }
    await tellOpening(
      name,
      statuses,
      tell,
      await besides(dataDir, other, () => reader.open(openMedicalRecord.path, fields)),
    )
  }
  const incident = incidents[files.length] ?? ''
  await putInPlace(database, dataDir, { incident, bytes: hostile.sharedImage(bills, 100 * megabyte) })
  await addBills(database, incident)
  const fields = { IncidentNumber: incident, ITN: 'ALL', ShowImages: 'true' }
  const invoice = await besides(dataDir, other, () => reader.open(openRepricingInvoice.path, fields))
  await tellOpening(`an invoice of ${bills} images of one file of 100 MB`, [200], tell, invoice)
  tell('its images are in it once', invoice.bytes < 110 * megabyte, `${Math.round(invoice.bytes / 1e6)} MB`)
}

type Beside = { calls: number; p99: number; longest: number; megabytes: number; ms: number }
type Opened = Beside & { status: number; bytes: number; sentence: string }

async function tellOpening(name: string, statuses: number[], tell: Report, opened: Opened) {
  const { p99, longest, calls, megabytes, status, sentence, ms } = opened
  const answered = status === 200 ? '' : `: ${sentence.slice(0, 90)}`
  tell(
    `${name}: answered`,
    statuses.includes(status),
    `${status} after ${(ms / 1000).toFixed(1)} s${answered}`,
  )
  const others = `p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${calls} calls`
  tell(`${name}: others wait less than ${longestOfOthersMs} ms`, p99 < longestOfOthersMs, others)
  tell(`${name}: memory stays bounded`, megabytes < mostMegabytes, `${Math.round(megabytes)} MB with workers`)
}

/** Response times of other users during an action, and the peak memory of the portal and its workers. */
async function besides(
  dataDir: string,
  other: Awaited<ReturnType<typeof staffAt>>,
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
    for (; !isOver; await pause(100)) megabytes = Math.max(megabytes, memoryOf(dataDir))
  }
  const beside = Promise.all([caller(), watcher()])
  const { answer, body, ms } = await repeated(work)
  isOver = true
  await beside
  times.sort((a, b) => a - b)
  const sentence = answer?.status === 200 ? '' : sentenceIn(body)
  return {
    ...{
      calls: times.length,
      p99: times[Math.ceil(times.length * 0.99) - 1] ?? 0,
      longest: times.at(-1) ?? 0,
    },
    ...{ megabytes, ms, status: answer?.status ?? 0, bytes: body.length, sentence },
  }
}

async function repeated(work: () => Promise<Response | undefined>) {
  const began = performance.now()
  for (let ms = 0; ; ) {
    const answer = await work()
    const body = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer())
    ms ||= performance.now() - began
    if (performance.now() - began >= leastMs) return { answer, body, ms }
  }
}

const sentenceIn = (body: Buffer) =>
  /"detail":"([^"]*)"/.exec(body.toString())?.[1] ?? body.toString().replaceAll(/\s+/g, ' ').slice(0, 200)

/** Megabytes of the portal and its workers, without PostgreSQL (Linux). */
const memoryOf = (dataDir: string) =>
  processesOf(dataDir)
    .filter(({ command }) => /node .*(main|worker)\.ts/.test(command))
    .reduce((sum, { processId }) => sum + memoryMegabytes({ pid: processId }), 0)

async function incidentsWithRecords({ owner }: DatabaseContext): Promise<string[]> {
  const found = await inTransaction(owner, async (db) => {
    await execute(db, everyClient)
    return rowsOf(
      db,
      z.object({ number: z.string() }),
      sql`
      select distinct incident_number as number from medical_record join document_file using (incident_number)
       where medical_record.client_code = 'ALP1' order by 1 limit ${files.length + 1}`,
    )
  })
  return found.map(({ number }) => number)
}

const everyClient = sql`select set_config('portal.every_client', 'yes', true)`

/** Replaces an incident's file, as an import before the limits existed would have. */
async function putInPlace(
  { owner }: DatabaseContext,
  dataDir: string,
  { incident, bytes }: { incident: string; bytes: Buffer },
) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  mkdirSync(join(dataDir, 'documents', sha256.slice(0, 2)), { recursive: true })
  writeFileSync(join(dataDir, 'documents', sha256.slice(0, 2), `${sha256.slice(2)}.pdf`), bytes)
  await inTransaction(owner, async (db) => {
    await execute(db, everyClient)
    await execute(
      db,
      sql`
      update document_file set sha256 = ${sha256}, pages = ${bills} where incident_number = ${incident}`,
    )
    await execute(
      db,
      sql`
      delete from medical_record where incident_number = ${incident}
         and id <> (select min(id) from medical_record where incident_number = ${incident})`,
    )
    await execute(
      db,
      sql`
      update medical_record set page_start = 1, page_end = 1 where incident_number = ${incident}`,
    )
  })
}

async function addBills({ owner }: DatabaseContext, incident: string) {
  await inTransaction(owner, async (db) => {
    await execute(db, everyClient)
    await execute(db, sql`delete from bill where incident_number = ${incident}`)
    await execute(
      db,
      sql`
      insert into bill (client_code, itn, incident_number, provider_name, service_from, service_to, currency,
                        total_charges, repriced_amount, processed_on, payment_status, image_page_start, image_page_end)
      select 'ALP1', 'HOSTILE-' || page, ${incident}, 'Clinic', '2026-05-01', '2026-05-01', 'USD', 100, 90,
             '2026-05-30', 'Paid', page, page
        from generate_series(1, ${bills}) page`,
    )
  })
}

/** The same files through the import command: each is rejected with a message, and the command finishes. */
async function importAll({ database, dataDir, env }: Target, tell: Report) {
  const refused = files.filter(([, , statuses]) => !statuses.includes(200))
  const incidents = await incidentsWithRecords(database)
  const folder = join(dataDir, 'folder')
  mkdirSync(join(folder, 'files'), { recursive: true })
  for (const [at, [, make]] of refused.entries())
    writeFileSync(join(folder, 'files', `${incidents[at]}.pdf`), make())
  const command = run([process.execPath, 'src/app/cli.ts', 'import', 'cases', folder], { env })
  const code = await command.ended
  tell('the import of the same files ends, and says that some were rejected', code === 3, String(code))
  const rejects = readFileSync(join(folder, 'files.rejects.csv'), 'utf8').trim().split('\n').slice(1)
  const reasons = rejects
    .map((line) => line.split(',')[1]?.replace('it cannot be read as a PDF: ', ''))
    .join(' ')
  tell('each of them is rejected with its reason', rejects.length === refused.length, reasons)
}
