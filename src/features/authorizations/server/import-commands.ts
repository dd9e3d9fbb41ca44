import type { Command } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import { now } from '#platform/contract/clock.ts'
import { csvFile } from '#platform/import/csv-file.ts'
import { messages as general } from '#platform/import/import-messages.ts'
import { importProgress } from '#platform/import/import-progress.ts'
import { rejectsFile } from '#platform/import/rejects.ts'
import { messages } from './import/import-messages.ts'
import { type ImportResult, importRows, type TableImport } from './import/import-rows.ts'
import { itnImport } from './import/itn-import.ts'
import { lookupImport } from './import/lookup-import.ts'

const exitWithRejects = 3

/** Adds `import itns FILE` and `import lookups FILE`. Exit code 3 means that some rows were rejected. */
export function addImportAuthorizations(program: Command, open: Open) {
  const parent = program.commands.find((command) => command.name() === 'import') ?? program.command('import')
  const write = (line: string) => parent.configureOutput().writeOut?.(`${line}\n`)
  const run = async (path: string, kind: TableImport) => {
    process.exitCode = await importFile(path, kind, { open, write })
  }

  parent
    .command('itns')
    .description(
      'Adds pending bills and opens the next round for resubmitted bills. See docs/importing-authorizations.md.',
    )
    .argument('<file>', 'the CSV file')
    .action((path: string) => run(path, itnImport))

  parent
    .command('lookups')
    .description('Adds codes to the deny and info lists and updates their descriptions.')
    .argument('<file>', 'the CSV file')
    .option('--replace', 'remove codes that are not in the file, except the default codes')
    .action((path: string, { replace = false }: { replace?: boolean }) => run(path, lookupImport(replace)))
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
  if (result.rejected > 0) write(general.rejectsIn(rejectsPath))
  return result.rejected > 0 ? exitWithRejects : 0
}

const summarize = (path: string, result: ImportResult, seconds: number): string[] => [
  general.summary({ name: path, ...result }),
  ...(result.removed > 0 ? [messages.removed(result.removed)] : []),
  general.done(result.read, seconds),
  ...(result.added + result.changed + result.removed + result.rejected === 0 ? [general.nothingToDo] : []),
]
