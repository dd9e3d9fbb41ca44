import { Command, CommanderError } from 'commander'
import { requirePerson } from '#platform/cli/with-database.ts'
import { portalVersion } from '#platform/config/portal-command.ts'
import { isProduction } from '#platform/config/production-rules.ts'
import { readConfig, rejectUnencrypted } from '#platform/config/settings.ts'
import { warnOfNames } from '#platform/config/start-warnings.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { describeDatabaseError } from '#platform/db/database-errors.ts'
import { migrate } from '#platform/db/migrations.ts'
import { addCommands } from './commands.ts'
import { fillEmptyPortal } from './prepare-database.ts'

const wrongUsage = 2

const program = new Command('portal')
  .description('Manages the portal: clients, searches, content, imports, staff, members, tokens and backups.')
  .usage('COMMAND …')
  .version(portalVersion, '--version', 'display the version of the portal')
  .helpCommand(false)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) })

// An interrupted command still releases the database on process exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

// A reader such as `head` may close the pipe early: the command still completes silently.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

program.hook('preAction', (_program, command) => {
  // `doctor` lists these warnings among its findings.
  if (command.name() !== 'doctor') for (const warning of warnOfNames(process.env)) console.error(warning)
  return requirePerson(command, () => isProduction(readConfig(process.env)))
})
addCommands(program, { open: openPrepared, openAsIs, openUnchecked })

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = toExitCode(error)
}

async function openAsIs(config = readConfig(process.env)) {
  rejectUnencrypted(config, process.env)
  return openUnchecked(config)
}

async function openUnchecked(config = readConfig(process.env)) {
  return openDatabaseContext(config, 'command', (line) => console.error(line))
}

/** A command may be the first to open the database, so it loads the initial data. */
async function openPrepared() {
  const config = readConfig(process.env)
  const databaseContext = await openAsIs(config)
  try {
    const onWait = databaseContext.print
    await migrate(databaseContext.owner, { allowsNewer: config.ALLOW_NEWER_DATABASE, onWait })
    await fillEmptyPortal(databaseContext)
    return databaseContext
  } catch (error) {
    await databaseContext.close()
    throw error
  }
}

function toExitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage
  console.error(describeDatabaseError(error))
  return 1
}
