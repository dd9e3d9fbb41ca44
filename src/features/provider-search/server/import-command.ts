import { type Command, InvalidArgumentError } from 'commander'
import { now } from '#platform/contract/clock.ts'
import { actorOnCommandLine } from '#platform/server/command-line/actor.ts'
import { askOnTerminal } from '#platform/server/command-line/confirm-prompt.ts'
import { type Open, withDatabase } from '#platform/server/command-line/with-database.ts'
import { csvFile } from '#platform/server/csv/csv-file.ts'
import { type Encoding, findEncoding } from '#platform/server/csv/decode-text.ts'
import { importProgress } from '#platform/server/csv/import-progress.ts'
import { rejectsFile } from '#platform/server/csv/rejects.ts'
import { findMapping } from './roster/find-mapping.ts'
import { importRoster } from './roster/import-roster.ts'
import { summaryOf } from './roster/import-summary.ts'
import { removalLimitIn } from './roster/removal-limit.ts'
import type { ImportResult, RemovalLimit } from './roster/roster-import.ts'
import { messages } from './roster/roster-messages.ts'
import { WrongUsage } from './roster/usage-error.ts'

type Options = {
  mapping?: string
  network?: string
  source?: string
  takeOver?: boolean
  replace?: boolean
  removeUpTo?: RemovalLimit
  strict?: boolean
  encoding?: Encoding
  dryRun?: boolean
}

const failed = 1
const doneWithRejects = 3
const needsConfirmation = 4

/** Adds `import providers FILE`. */
export function addImportProviders(program: Command, open: Open) {
  const parent = program.commands.find((command) => command.name() === 'import') ?? program.command('import')
  const command = parent
    .description('Rosters and other files, into the database.')
    .helpCommand(false)
    .command('providers')
    .description('Adds and updates the providers of a CSV file, as docs/importing-providers.md describes it.')
    .argument('<file>', 'the CSV file')
    .option(
      '--mapping <name|file>',
      'how its columns become those of a roster: a shipped mapping or a JSON file',
    )
    .option('--network <code>', 'the network of every row; else the column "network" says it')
    .option('--source <name>', 'the name under which the file keeps its own providers (main unless given)')
    .option('--take-over', 'providers of other sources that the file names move to this source')
    .option('--replace', 'the file is the whole of its source: providers that it lacks are removed')
    .option(
      '--remove-up-to <n|n%>',
      'how many providers --replace may remove from a network (5% unless given)',
      limit,
    )
    .option('--dry-run', 'read and check everything, show what would change, change nothing')
    .option(
      '--encoding <name>',
      'how the file was written, such as windows-1250; else it is found out',
      encoding,
    )
    .option('--strict', 'import all rows or none')
  const write = (line: string) => command.configureOutput().writeOut?.(`${line}\n`)

  command.action(async (file: string, options: Options) => {
    try {
      process.exitCode = await importFile(file, options, open, write)
    } catch (error) {
      if (error instanceof WrongUsage) command.error(error.message)
      throw error
    }
  })
}

function encoding(text: string): Encoding {
  const found = findEncoding(text)
  if (!found) throw new InvalidArgumentError(messages.noEncoding)
  return found
}

function limit(text: string): RemovalLimit {
  const found = removalLimitIn(text)
  if (!found) throw new InvalidArgumentError(messages.noLimit)
  return found
}

async function importFile(file: string, options: Options, open: Open, write: (line: string) => void) {
  const startedAt = now()
  const mapping = options.mapping ? await findMapping(options.mapping) : undefined
  const source = await csvFile(file, options.encoding)
  const paths = { rejects: `${file}.rejects.csv`, warnings: `${file}.warnings.csv` }
  const progress = importProgress(process.stderr.isTTY === true, write)
  const result = await withDatabase(open, async (databaseContext) =>
    importRoster(databaseContext, {
      source,
      mapping,
      network: options.network,
      sourceName: options.source,
      takeOver: options.takeOver === true,
      replace: options.replace === true,
      removeUpTo: options.removeUpTo,
      strict: options.strict === true,
      dryRun: options.dryRun === true,
      actor: actorOnCommandLine(),
      rejects: await rejectsFile(paths.rejects, source.header),
      warnings: await rejectsFile(paths.warnings, source.header),
      confirm: (question) => {
        progress.stop()
        return askOnTerminal(question)
      },
      progress: progress.update,
      say: progress.say,
    }),
  ).finally(progress.stop)
  const seconds = (now().getTime() - startedAt.getTime()) / 1000
  for (const line of summaryOf(result, {
    ...paths,
    encoding: source.encoding,
    seconds,
    isLimited: options.removeUpTo !== undefined,
  }))
    write(line)
  return exitCodeOf(result)
}

function exitCodeOf({ outcome, refusal, rejected, excess = [] }: ImportResult): number {
  if (refusal === 'removals' || (outcome === 'dry run' && excess.length > 0)) return needsConfirmation
  if (outcome === 'refused') return failed
  return rejected > 0 ? doneWithRejects : 0
}
