import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { migrate } from '#platform/db/migrations.ts'
import { toXlsx } from '#platform/web/table/sheet-file.ts'
import { activitySelection } from '#reports/case-list-contract.ts'
import { renderReport } from '#reports/server/render-report.ts'
import { findReport } from '#reports/server/report-list.ts'
import { findBillCondition, findBillPage, findBillSums } from '#reports/server/view/bill-page-queries.ts'
import { findCasePage } from '#reports/server/view/case-page-queries.ts'
import { billSelection, billsPerPage } from '#reports/view-contract.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { listDescendants } from '../tests/resilience/processes.ts'
import { fill, processedDays } from './report-dataset.ts'
import { measureScreens } from './report-screens.ts'

const sizes = [10_000, 100_000]
const sampleMs = 50

/**
 * Prints the time and peak memory of reports of 10,000 and 100,000 bills, and their time in the database and on the
 * screen.
 */
export async function run() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const databaseContext = await openDatabaseContext(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  try {
    await migrate(databaseContext.owner)
    console.log('| | rows | seconds | worker MB | server MB | KB |\n|---|---|---|---|---|---|')
    for (const size of sizes) {
      const code = `B${size}`
      await addClient({ databaseContext }, `bench-${size}`, [code])
      const owner = await databaseContext.connect()
      await fill(owner, code, size).finally(() => owner.end())
      for (const report of ['BILLDETAIL', 'SAVINGS', 'ACTIVITY']) await measure(databaseContext, report, code)
    }
    console.log('\n| on the page, from the database | p50 ms | p95 ms |\n|---|---|---|')
    for (const size of sizes) await measurePages(databaseContext, `B${size}`)
    await measureWorkbook()
  } finally {
    await databaseContext.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  await measureScreens()
}

async function measure({ app }: DatabaseContext, name: string, code: string) {
  const report = findReport(name)
  if (!report) throw new Error(`There is no report ${name}.`)
  const period = { ...processedDays, timeZone: 'America/New_York', at: now(), baseCurrency: 'USD' }
  const title = {
    company: 'Bench',
    report: name,
    client: code,
    clients: [code],
    period,
    paper: 'letter' as const,
    basis: '',
    explanation: '',
  }
  const peaks = watchMemory()
  const began = performance.now()
  const { found, pdf } = await renderReport(
    { db: app, onWorkerLog: console.error },
    {
      report,
      title,
      scope: scopeOfCodes([code]),
      signal: new AbortController().signal,
      shouldRender: async () => true,
    },
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const { worker, server } = peaks.stop()
  const size = Math.round((pdf?.length ?? 0) / 1024).toLocaleString('en-US')
  console.log(
    `| ${name}, ${code.slice(1)} bills | ${found?.rows} | ${seconds} | ${worker} | ${server} | ${size} |`,
  )
}

const samples = 30
const selectedDays = { firstDay: processedDays.first, lastDay: processedDays.last }

/** Prints the time of reports on the page, and of the lists of bills to which their figures lead. */
async function measurePages({ app }: DatabaseContext, code: string) {
  const { signal } = new AbortController()
  const period = { ...processedDays, timeZone: 'America/New_York', at: now(), baseCurrency: 'USD' }
  const read = async <Result>(name: string, load: (scoped: Database) => Promise<Result>) => {
    const times: number[] = []
    for (let sample = 0; sample < samples; sample += 1) {
      const began = performance.now()
      await withScope(app, scopeOfCodes([code]), load, { isSnapshot: true })
      times.push(performance.now() - began)
    }
    times.sort((one, other) => one - other)
    const [p50, p95] = [0.5, 0.95].map((share) => Math.round(times[Math.floor(share * samples)] ?? 0))
    console.log(`| ${name}, ${code.slice(1)} bills | ${p50} | ${p95} |`)
  }
  for (const name of ['SAVINGS', 'BILLDETAIL', 'ACTIVITY'])
    await read(
      name,
      (scoped) => findReport(name)?.view.findSections(scoped, period, signal) ?? Promise.resolve(undefined),
    )
  const list = (change: object) => async (scoped: Database) => {
    const selection = billSelection.parse({ ...selectedDays, ...change })
    const isSelected = await findBillCondition(scoped, selection, signal)
    await findBillSums(scoped, isSelected, signal)
    await findBillPage(scoped, isSelected, { afterDay: '', afterItn: '', limit: billsPerPage }, signal)
  }
  await read('all bills', list({}))
  const march = { firstDay: '2026-03-01', lastDay: '2026-03-31' }
  await read('bills of a month', list({ ...march, billCurrency: 'USD' }))
  await read(
    'bills of a provider',
    list({ billGroup: 'provider', billValue: 'Hospital of Town 12', billCurrency: 'USD' }),
  )
  await read('bills in review', list({ billState: 'in review', billCurrency: 'EUR' }))
  const listCases = (change: object) => async (scoped: Database) => {
    const selection = { ...selectedDays, list: 'cases', ...change }
    const { list: _, ...activity } = activitySelection.parse(selection)
    await findCasePage(scoped, activity, period, { afterDay: '', afterIncident: '', limit: 50 }, signal)
  }
  await read('all active cases', listCases({}))
  await read('cases with bills of a month', listCases({ ...march, kind: 'bill' }))
}

/** Prints the time and peak memory of a workbook of 100,000 bills, apart from the memory of its rows. */
async function measureWorkbook() {
  const rows = Array.from({ length: 100_000 }, (_, n) => [
    `ITN${n}`,
    `2600000${n % 9000}`,
    `Hospital of Town ${n % 997}`,
    'ALP1',
    'Paid',
    { day: '2026-01-02' },
    { day: '2026-01-20' },
    { number: n % 100, digits: 1 },
    ...[9000, 7000, 2000].map((most) => ({ amount: `${n % most}.25`, currency: 'USD' })),
  ])
  const before = Math.round(process.memoryUsage.rss() / 2 ** 20)
  const peaks = watchMemory()
  const began = performance.now()
  const file = await toXlsx([{ head: rows[0]?.map((_, at) => `Column ${at}`) ?? [], rows }])
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const megabytes = Math.max(0, peaks.stop().server - before)
  console.log(
    `\nA workbook of 100,000 bills: ${seconds} s (goal 10), ${megabytes} MB more (goal 300), ${Math.round(file.size / 1024)} KB`,
  )
}

/** The peak memory of this process and its report worker during the work, in MB (Linux only). */
function watchMemory() {
  const peaks = { worker: 0, server: 0 }
  const look = () => {
    peaks.server = Math.max(peaks.server, Math.round(process.memoryUsage.rss() / 2 ** 20))
    for (const id of reportWorkers()) peaks.worker = Math.max(peaks.worker, peakOf(id))
  }
  const watching = setInterval(look, sampleMs)
  return {
    stop: () => {
      clearInterval(watching)
      return peaks
    },
  }
}

const reportWorkers = () =>
  listDescendants(process.pid)
    .filter(({ command }) => command.includes('streaming-worker'))
    .map(({ processId }) => processId)

const peakOf = (id: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${id}/status`))?.[1] ?? 0) / 1024)

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
