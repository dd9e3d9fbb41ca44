import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../tests/resilience/portal-run.ts'
import { assignFiles, clientCodes, clientCount, countRows, writeCases } from './case-dataset.ts'
import type { CasePortal } from './case-portal.ts'

const peopleFiles = ['patients.csv', 'policies.csv', 'incidents.csv']

/**
 * Prints the throughput of the command `import cases` into a full database: a tenth of its size, then the same again.
 * It imports two folders, because incidents need their files before records can refer to their pages.
 */
export async function importCasesInto(portal: CasePortal, patients: number, sha256: string) {
  const { databaseContext, dataDir } = portal
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-cases-'))
  const [people, events] = [join(folder, 'people'), join(folder, 'events')]
  const client = await databaseContext.connect()
  try {
    for (const each of [people, events]) await mkdir(each)
    const range = { first: patients + 1, patients: Math.ceil(patients / 10) }
    await writeCases(client, range, (name) => (peopleFiles.includes(name) ? people : events))
    const rows = countRows(range)
    console.log(`\n\`import cases\` of ${rows.toLocaleString('en-US')} rows, seven files:\n`)
    console.log('| | rows per second | seconds | goal |\n|---|---|---|---|')
    for (const name of ['added to these cases', 'the same folders again']) {
      const first = await measureImport(people, dataDir)
      await assignFilesToAll(client, sha256)
      const seconds = first + (await measureImport(events, dataDir))
      const perSecond = Math.round(rows / seconds).toLocaleString('en-US')
      console.log(`| ${name} | ${perSecond} | ${seconds.toFixed(1)} | 20,000 |`)
    }
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function assignFilesToAll(
  client: Awaited<ReturnType<CasePortal['databaseContext']['connect']>>,
  sha256: string,
) {
  const codes = Array.from({ length: clientCount }, (_, number) => clientCodes(number)).flat()
  await client.query("select set_config('portal.client_codes', $1, false)", [codes.join()])
  await assignFiles(client, sha256)
}

async function measureImport(folder: string, dataDir: string): Promise<number> {
  const began = performance.now()
  const words = [process.execPath, 'src/app/cli.ts', 'import', 'cases', folder]
  const importing = run(words, { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } })
  const code = await importing.ended
  if (code !== 0) throw new Error(`The import ended with ${code}: ${importing.output()}`)
  return (performance.now() - began) / 1000
}
