import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../prove/portal-run.ts'
import type { CasePortal } from './case-portal.ts'
import { rowsIn, writeCases } from './many-cases.ts'

/** Prints what the command `import cases` does a second, beside what is there already: a tenth of it, and the same again. */
export async function importCasesInto({ workplace, dataDir }: CasePortal, patients: number) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-cases-'))
  try {
    const stretch = { first: patients + 1, patients: Math.ceil(patients / 10) }
    const client = await workplace.connect()
    await writeCases(client, folder, stretch).finally(() => client.end())
    const rows = rowsIn(stretch)
    console.log(`\n\`import cases\` of ${rows.toLocaleString('en-US')} rows, seven files:\n`)
    console.log('| | rows a second | seconds | goal |\n|---|---|---|---|')
    for (const name of ['added to these cases', 'the same folder again']) {
      const seconds = await timedImport(folder, dataDir)
      const perSecond = Math.round(rows / seconds).toLocaleString('en-US')
      console.log(`| ${name} | ${perSecond} | ${seconds.toFixed(1)} | 20,000 |`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function timedImport(folder: string, dataDir: string): Promise<number> {
  const began = performance.now()
  const words = [process.execPath, 'src/app/cli.ts', 'import', 'cases', folder]
  const importing = run(words, { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } })
  const code = await importing.ended
  if (code !== 0) throw new Error(`The import ended with ${code}: ${importing.said()}`)
  return (performance.now() - began) / 1000
}
