import { Command, CommanderError } from 'commander'
import { readConfig } from '#platform/server/settings.ts'
import { openWorkplace } from '#platform/server/workplace.ts'
import { addCommands } from './commands.ts'

const wrongUsage = 2

const program = new Command('portal')
  .description('Looks after the portal: its directory, its content and its imports.')
  .usage('COMMAND …')
  .helpCommand(false)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) })

addCommands(program, () => openWorkplace(readConfig(process.env), 'command', (line) => console.error(line)))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage
  console.error(error instanceof Error ? error.message : error)
  return 1
}
