import { type Command, InvalidArgumentError } from 'commander'
import { askOnTerminal } from '#platform/cli/terminal-prompt.ts'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import { now } from '#platform/contract/clock.ts'
import { csvFile } from '#platform/import/csv-file.ts'
import { type Encoding, findEncoding } from '#platform/import/decode-text.ts'
import { isSourceName, recordIn } from '#platform/import/import-command.ts'
import { importProgress } from '#platform/import/import-progress.ts'
import { readOrRecordFailure } from '#platform/import/import-runs.ts'
import { rejectsFile } from '#platform/import/rejects.ts'
import {
  type ImportResult,
  mainSource,
  parseRemovalLimit,
  type RemovalLimit,
  UsageError,
} from './roster/import-options.ts'
import { importRoster } from './roster/import-roster.ts'
import { loadMapping } from './roster/mapping/load-mapping.ts'
import { messages } from './roster/roster-messages.ts'

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
export function addImportProvidersCommand(program: Command, open: Open) {
  const parent = program.commands.find((command) => command.name() === 'import') ?? program.command('import')
  const command = parent
    .description('Imports rosters and other files into the database.')
    .helpCommand(false)
    .command('providers')
    .description('Adds and updates the providers of a CSV file, as docs/importing-providers.md describes it.')
    .argument('<file>', 'the CSV file')
    .option('--mapping <name|file>', 'how to read the columns: the name of a built-in mapping or a JSON file')
    .option('--network <code>', 'the network of every row (by default, the column "network" names it)')
    .option('--source <name>', 'the source that the providers of the file belong to (default: main)')
    .option('--take-over', 'move providers of other sources that the file lists to this source')
    .option('--replace', 'remove providers of the source that the file lacks')
    .option(
      '--remove-up-to <n|n%>',
      'how many providers --replace may remove from a network (default: 5%)',
      limit,
    )
    .option('--dry-run', 'validate everything and show what would change, without changing it')
    .option(
      '--encoding <name>',
      'the encoding of the file, such as windows-1250 (detected by default)',
      encoding,
    )
    .option('--strict', 'import all rows or none')
  const write = (line: string) => command.configureOutput().writeOut?.(`${line}\n`)

  command.action(async (file: string, options: Options) => {
    try {
      process.exitCode = await importFile(file, options, open, write)
    } catch (error) {
      if (error instanceof UsageError) command.error(error.message)
      throw error
    }
  })
}

function encoding(text: string): Encoding {
  const found = findEncoding(text)
  if (!found) throw new InvalidArgumentError(messages.unknownEncoding)
  return found
}

function limit(text: string): RemovalLimit {
  const found = parseRemovalLimit(text)
  if (!found) throw new InvalidArgumentError(messages.invalidLimit)
  return found
}

async function importFile(file: string, options: Options, open: Open, write: (line: string) => void) {
  const startedAt = now()
  const mapping = options.mapping ? await loadMapping(options.mapping) : undefined
  const actor = actorOnCommandLine()
  const { network, source: sourceName = mainSource } = options
  const run = { kind: 'providers', file, sourceName, network, actor, startedAt }
  const read = () => csvFile(file, options.encoding)
  // A name that is no source would be counted forever.
  const isRecorded = !options.dryRun && isSourceName(sourceName)
  const source = await (isRecorded ? readOrRecordFailure(recordIn(open), run, read) : read())
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
      actor,
      rejects: await rejectsFile(paths.rejects, source.header),
      warnings: await rejectsFile(paths.warnings, source.header),
      confirm: (question) => {
        progress.stop()
        return askOnTerminal(question)
      },
      progress: progress.update,
      onStatus: progress.write,
    }),
  ).finally(progress.stop)
  const seconds = (now().getTime() - startedAt.getTime()) / 1000
  for (const line of summarizeImport(result, {
    ...paths,
    encoding: source.encoding,
    seconds,
    isLimited: options.removeUpTo !== undefined,
  }))
    write(line)
  return toExitCode(result)
}

function toExitCode({ outcome, refusal, rejected, excess = [] }: ImportResult): number {
  if (refusal === 'removals' || (outcome === 'dry run' && excess.length > 0)) return needsConfirmation
  if (outcome === 'refused') return failed
  return rejected > 0 ? doneWithRejects : 0
}

type SummaryOptions = {
  encoding?: Encoding | undefined
  rejects: string
  warnings: string
  seconds: number
  isLimited: boolean
}

/** Formats the result of an import for the operator. */
function summarizeImport(
  result: ImportResult,
  { encoding, rejects, warnings, seconds, isLimited }: SummaryOptions,
): string[] {
  const { read, skipped, rejected, warned, placed, unplaced, networks, excess = [] } = result
  const lines = [messages.counts(read, skipped, rejected, seconds), messages.placed(placed, unplaced)]
  if (encoding) lines.unshift(messages.encoding(encoding))
  if (rejected > 0) lines.push(messages.rejectsIn(rejects))
  if (warned > 0) lines.push(messages.warningsIn(warned, warnings))
  if (result.refusal === 'strict') return [...lines, messages.strictRejected(rejected)]
  if (result.refusal === 'rejected') return [...lines, messages.allRejected]
  if (result.refusal === 'empty') return [...lines, messages.emptyReplacement]
  if (result.refusal === 'removals') return [...lines, messages.tooManyRemovals(excess, isLimited)]
  if (result.outcome === 'nothing to do') return [...lines, messages.nothingToDo]
  if (result.outcome === 'done')
    return [...lines, ...networks.map(messages.summary), messages.run(result.runId ?? '')]
  const examples = (result.examples ?? []).map(messages.example)
  const warning = excess.length > 0 ? [messages.wouldNeedConfirmation(excess)] : []
  return [...lines, messages.dryRun, ...networks.map(messages.plan), ...examples, ...warning]
}
