import type { Command } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import { UsageError } from './roster/import-options.ts'
import { importRunMessages as messages } from './roster/runs/import-run-messages.ts'
import { hideProvider, removeProvider } from './roster/runs/manual-changes.ts'

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
