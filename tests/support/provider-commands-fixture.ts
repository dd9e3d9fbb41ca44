import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, sql } from '#platform/db/database.ts'
import { addImportProvidersCommand } from '#provider-search/server/import-providers-command.ts'
import { addImportRunCommands, addProviderCommands } from '#provider-search/server/provider-commands.ts'
import { cloneDatabase, type TestServer } from './database.ts'
import { type AddCommand, runCommand } from './run-command.ts'

/** A database with the network `coastal`, a roster file, and the commands for rosters and providers. */
export async function createProviderCommandsFixture(server: TestServer) {
  const { databaseContext, drop } = await cloneDatabase(server)
  const folder = mkdtempSync(join(tmpdir(), 'portal-rosters-'))
  const roster = join(folder, 'roster.csv')
  await execute(
    databaseContext.owner,
    sql`insert into network (code, label, family) values ('coastal', 'Coastal', 'domestic')`,
  )

  /** Runs a command. Restores the exit code of the process. */
  async function run(...words: string[]) {
    try {
      const printed = await runCommand({ databaseContext }, addCommands, words)
      return { printed, exitCode: process.exitCode }
    } finally {
      process.exitCode = undefined
    }
  }

  return {
    roster,
    run,
    /** Writes the roster file and runs `import providers` with it. */
    importRoster(text: string | Buffer, ...words: string[]) {
      writeFileSync(roster, text)
      return run('import', 'providers', roster, ...words)
    },
    async close() {
      rmSync(folder, { recursive: true })
      await drop()
    },
  }
}

const addCommands: AddCommand = (program, open) => {
  addImportProvidersCommand(program, open)
  addImportRunCommands(program, open)
  addProviderCommands(program, open)
}
