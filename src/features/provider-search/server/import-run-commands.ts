import { type Command, InvalidArgumentError } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import { messages as roster } from './roster/roster-messages.ts'
import { importRunMessages as messages } from './roster/runs/import-run-messages.ts'
import { importRuns } from './roster/runs/import-runs.ts'
import { UndoError, undoImport } from './roster/runs/undo-import.ts'

const runsListed = 20

/** Adds `import list` and `import undo` to the existing `import` command. */
export function addImportRunCommands(program: Command, open: Open) {
  const parent = program.commands.find((command) => command.name() === 'import') ?? program.command('import')
  const write = (line: string) => parent.configureOutput().writeOut?.(`${line}\n`)

  parent
    .command('list')
    .description('Shows past imports: files, sources, counts, operators, and whether they can be undone.')
    .option('--last <n>', 'how many', count, runsListed)
    .action(async ({ last }: { last: number }) => {
      const runs = await withDatabase(open, ({ owner }) => importRuns(owner, last))
      if (runs.length === 0) write(messages.noRuns)
      for (const run of runs) write(messages.run(run))
    })

  const undo = parent
    .command('undo')
    .description('Restores the providers as they were before an import.')
    .argument('<run>', 'the number that "import list" shows', runId)
    .action(async (id: string) => {
      try {
        const options = { actor: actorOnCommandLine(), onStatus: write }
        const networks = await withDatabase(open, (databaseContext) =>
          undoImport(databaseContext, id, options),
        )
        write(messages.undone(id))
        for (const network of networks) write(roster.summary(network))
      } catch (error) {
        if (error instanceof UndoError) undo.error(error.message)
        throw error
      }
    })
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError(messages.invalidCount)
  return Number(text)
}

function runId(text: string): string {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(messages.invalidRunId)
  return text
}
