import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillEmptyPortal } from '#app/prepare-database.ts'
import { readConfig } from '#platform/config/settings.ts'
import { verbatimCsvLine } from '#platform/contract/csv-line.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { migrate } from '#platform/db/migrations.ts'
import type { RowValues } from '#provider-search/server/provider-search-seed.ts'
import { columns } from '#provider-search/server/roster/roster-columns.ts'
import { run as start } from '../tests/resilience/portal-run.ts'
import { fillWithProviders, generateRows, readDatasetSource } from './provider-dataset.ts'

const rows = 1_000_000
const sampleMs = 100

/** Prints the throughput and memory of the command `import providers` with a million rows. */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const databaseContext = await openDatabaseContext(readConfig({ DATA_DIR: folder }), 'command', () => {})
  try {
    await migrate(databaseContext.owner)
    await fillEmptyPortal(databaseContext)
    const draws = await readDatasetSource(databaseContext)
    await fillWithProviders(databaseContext, draws, 0)
    const file = join(folder, 'roster.csv')
    await writeRoster(file, inOneNetwork(generateRows(rows, draws)))
    const megabytes = Math.round((await stat(file)).size / 1e6)
    console.log(`${rows.toLocaleString('en-US')} rows, ${megabytes} MB, one network.\n`)
    console.log('| | rows per second | seconds | peak memory |\n|---|---|---|---|')
    await report('into an empty directory', file, folder, [])
    await report('the same file again, --replace', file, folder, ['--replace'])
  } finally {
    await databaseContext.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function report(name: string, file: string, dataDir: string, options: string[]) {
  const words = [process.execPath, 'src/app/cli.ts', 'import', 'providers', file, ...options]
  const began = performance.now()
  const importing = start(words, { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } })
  const memory = peakMemory(importing.child.pid ?? 0)
  const code = await importing.ended
  const seconds = (performance.now() - began) / 1000
  if (code !== 0) throw new Error(`The import ended with ${code}: ${importing.output()}`)
  console.log(
    `| ${name} | ${Math.round(rows / seconds).toLocaleString('en-US')} | ${seconds.toFixed(1)} | ${memory()} MB |`,
  )
}

/** Samples the peak memory of a process in MB, as the kernel reports it. */
function peakMemory(processId: number) {
  let peak = 0
  const timer = setInterval(() => {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(statusOf(processId)) ?? []
    peak = Math.max(peak, Number(kilobytes))
  }, sampleMs)
  return () => {
    clearInterval(timer)
    return Math.round(peak / 1000)
  }
}

function statusOf(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/status`, 'utf8')
  } catch {
    return ''
  }
}

function* inOneNetwork(providers: Iterable<RowValues>): Generator<RowValues> {
  for (const provider of providers) yield { ...provider, network: 'benchLarge' }
}

async function writeRoster(path: string, providers: Iterable<RowValues>) {
  const file = createWriteStream(path)
  file.write(`${columns.join(',')}\n`)
  for (const provider of providers) {
    const cells = columns.map((column) => String(provider[column] ?? ''))
    if (!file.write(verbatimCsvLine(cells))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}
