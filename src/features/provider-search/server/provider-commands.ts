import { type Command, InvalidArgumentError } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import { rotateCaptchaKey } from './feedback-routes.ts'
import { UsageError } from './roster/import-options.ts'
import { messages as roster } from './roster/roster-messages.ts'
import { importRunMessages as messages } from './roster/runs/import-run-messages.ts'
import { importRuns } from './roster/runs/import-runs.ts'
import { hideProvider, removeProvider } from './roster/runs/manual-changes.ts'
import { UndoError, undoImport } from './roster/runs/undo-import.ts'
import { searchMessages } from './search-messages.ts'

/** Adds `captcha-key rotate`. */
export function addCaptchaKeyCommands(program: Command, open: Open) {
  const captchaKey = program
    .command('captcha-key')
    .description('Replaces the key of the captcha in front of provider feedback.')
    .helpCommand(false)

  captchaKey
    .command('rotate')
    .description('Replaces the key at once. Visitors who are solving a captcha have to solve another one.')
    .action(async () => {
      await withDatabase(open, ({ owner }) => rotateCaptchaKey(owner, actorOnCommandLine()))
      captchaKey.configureOutput().writeOut?.(`${searchMessages.captchaKeyRotated}\n`)
    })
}

/** Adds `providers hide`, `show` and `remove`. */
export function addProviderCommands(program: Command, open: Open) {
  const providers = program
    .command('providers')
    .description('Hides, shows and removes single providers.')
    .helpCommand(false)
  const write = (line: string) => providers.configureOutput().writeOut?.(`${line}\n`)

  const add = (name: string, description: string, act: Act) => {
    const command = providers
      .command(name)
      .description(description)
      .argument('<id>', 'the id in the roster')
      .requiredOption('--network <code>', 'the network of the provider')
      .action(async (id: string, { network }: { network: string }) => {
        const target = { id, network, actor: actorOnCommandLine(), onStatus: write }
        try {
          write(await withDatabase(open, (databaseContext) => act(databaseContext, target)))
        } catch (error) {
          if (error instanceof UsageError) command.error(error.message)
          throw error
        }
      })
  }
  add(
    'hide',
    'Hides a provider from every search; imports keep it hidden.',
    async (databaseContext, target) => messages.hidden(await hideProvider(databaseContext, target, true)),
  )
  add('show', 'Shows a hidden provider again.', async (databaseContext, target) =>
    messages.shown(await hideProvider(databaseContext, target, false)),
  )
  add('remove', 'Removes a provider until a roster names it again.', async (databaseContext, target) => {
    const { name, runId } = await removeProvider(databaseContext, target)
    return messages.removed(name, runId)
  })
}

type Act = (...given: Parameters<typeof removeProvider>) => Promise<string>

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
