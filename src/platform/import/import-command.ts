import type { Command } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '../cli/with-database.ts'
import { now } from '../contract/clock.ts'
import { csvFile } from './csv-file.ts'
import { messages } from './import-messages.ts'
import { importProgress } from './import-progress.ts'
import { type ImportResult, importRows, type TableImport } from './import-rows.ts'
import { rejectsFile } from './rejects.ts'

const exitWithRejects = 3

/** The command `import`, and how its subcommands import a file. Exit code 3 means that some rows were rejected. */
export function importCommand(program: Command, open: Open) {
  const parent = program.commands.find((command) => command.name() === 'import') ?? program.command('import')
  const write = (line: string) => parent.configureOutput().writeOut?.(`${line}\n`)
  const run = async (path: string, kind: TableImport) => {
    process.exitCode = await importFile(path, kind, { open, write })
  }
  return { parent, run }
}

type ImportContext = { open: Open; write: (line: string) => void }

async function importFile(path: string, kind: TableImport, { open, write }: ImportContext): Promise<number> {
  const startedAt = now()
  const source = await csvFile(path)
  const rejectsPath = `${path}.rejects.csv`
  const rejects = await rejectsFile(rejectsPath, source.header)
  const progress = importProgress(process.stderr.isTTY === true, write)
  const request = {
    source,
    actor: actorOnCommandLine(),
    rejects,
    progress: progress.update,
    say: progress.say,
  }
  const result = await withDatabase(open, (databaseContext) =>
    importRows(databaseContext, kind, request),
  ).finally(async () => {
    progress.stop()
    await rejects.close()
  })
  const seconds = (now().getTime() - startedAt.getTime()) / 1000
  for (const line of summarize(path, result, seconds)) write(line)
  if (result.rejected > 0) write(messages.rejectsIn(rejectsPath))
  return result.rejected > 0 ? exitWithRejects : 0
}

const summarize = (path: string, result: ImportResult, seconds: number): string[] => [
  messages.summary({ name: path, ...result }),
  ...(result.removed > 0 ? [messages.removed(result.removed)] : []),
  messages.done(result.read, seconds),
  ...(result.added + result.changed + result.removed + result.rejected === 0 ? [messages.nothingToDo] : []),
]
