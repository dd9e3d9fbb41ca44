import { type Command, InvalidArgumentError } from 'commander'
import { actorOnCommandLine } from '#platform/server/command-line/actor.ts'
import { type Open, withDatabase } from '#platform/server/command-line/with-database.ts'
import { importRuns } from './roster/import-runs.ts'
import { hideProvider, removeProvider } from './roster/manual-changes.ts'
import { messages as roster } from './roster/roster-messages.ts'
import { runMessages as messages } from './roster/run-messages.ts'
import { UndoRefused, undoImport } from './roster/undo-import.ts'
import { WrongUsage } from './roster/usage-error.ts'

const runsListed = 20

/** Adds `import list` and `import undo` to the existing `import` command. */
export function addRunCommands(program: Command, open: Open) {
  const parent = program.commands.find((command) => command.name() === 'import') ?? program.command('import')
  const write = (line: string) => parent.configureOutput().writeOut?.(`${line}\n`)

  parent
    .command('list')
    .description('Shows past imports: files, sources, counts, by whom, and which ones can be undone.')
    .option('--last <n>', 'how many', count, runsListed)
    .action(async ({ last }: { last: number }) => {
      const runs = await withDatabase(open, ({ owner }) => importRuns(owner, last))
      if (runs.length === 0) write(messages.noRuns)
      for (const run of runs) write(messages.run(run))
    })

  const undo = parent
    .command('undo')
    .description('Brings the providers back to what they were before an import.')
    .argument('<run>', 'the number that "import list" shows', runId)
    .action(async (id: string) => {
      try {
        const asked = { actor: actorOnCommandLine(), say: write }
        const networks = await withDatabase(open, (databaseContext) => undoImport(databaseContext, id, asked))
        write(messages.undone(id))
        for (const network of networks) write(roster.summary(network))
      } catch (error) {
        if (error instanceof UndoRefused) undo.error(error.message)
        throw error
      }
    })
}

/** Adds `providers hide`, `show` and `remove`. */
export function addProviderCommands(program: Command, open: Open) {
  const providers = program
    .command('providers')
    .description('Single providers of the directory.')
    .helpCommand(false)
  const write = (line: string) => providers.configureOutput().writeOut?.(`${line}\n`)

  const add = (name: string, description: string, act: Act) => {
    const command = providers
      .command(name)
      .description(description)
      .argument('<id>', 'the id in the roster')
      .requiredOption('--network <code>', 'the network of the provider')
      .action(async (id: string, { network }: { network: string }) => {
        const asked = { id, network, actor: actorOnCommandLine(), say: write }
        try {
          write(await withDatabase(open, (databaseContext) => act(databaseContext, asked)))
        } catch (error) {
          if (error instanceof WrongUsage) command.error(error.message)
          throw error
        }
      })
  }
  add('hide', 'Hides a provider from every search; imports keep it hidden.', async (databaseContext, asked) =>
    messages.hidden(await hideProvider(databaseContext, asked, true)),
  )
  add('show', 'Shows a hidden provider again.', async (databaseContext, asked) =>
    messages.shown(await hideProvider(databaseContext, asked, false)),
  )
  add('remove', 'Removes a provider until a roster names it again.', async (databaseContext, asked) => {
    const { name, runId } = await removeProvider(databaseContext, asked)
    return messages.removed(name, runId)
  })
}

type Act = (...given: Parameters<typeof removeProvider>) => Promise<string>

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError(messages.noCount)
  return Number(text)
}

function runId(text: string): string {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(messages.noRunId)
  return text
}
