import type { Command } from 'commander'
import { now } from '#platform/contract/clock.ts'
import { type Open, withWorkplace } from '#platform/server/command-line/with-workplace.ts'
import { csvFile } from '#platform/server/csv/csv-file.ts'
import { importProgress } from '#platform/server/csv/import-progress.ts'
import { rejectsFile } from '#platform/server/csv/rejects.ts'
import { findMapping } from './roster/find-mapping.ts'
import { importRoster } from './roster/import-roster.ts'
import type { ImportResult } from './roster/roster-import.ts'
import { messages } from './roster/roster-messages.ts'
import { WrongUsage } from './roster/wrong-usage.ts'

type Options = { mapping?: string; network?: string; replace?: boolean; strict?: boolean }

const failed = 1
const doneWithRejects = 3

/** Adds `import providers FILE`. Exit code 3 says that some rows were rejected, 1 that nothing was imported. */
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
    .option('--replace', 'the file is the whole of its networks: providers that it lacks are removed')
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

async function importFile(file: string, options: Options, open: Open, write: (line: string) => void) {
  const startedAt = now()
  const { network, replace = false, strict = false } = options
  const mapping = options.mapping ? await findMapping(options.mapping) : undefined
  const source = await csvFile(file)
  const rejectsPath = `${file}.rejects.csv`
  const progress = importProgress(process.stderr.isTTY === true, write)
  const result = await withWorkplace(open, async (workplace) =>
    importRoster(workplace, {
      source,
      mapping,
      network,
      replace,
      strict,
      actor: 'command line',
      rejects: await rejectsFile(rejectsPath, source.header),
      progress: progress.update,
      say: progress.say,
    }),
  ).finally(progress.stop)
  const seconds = (now().getTime() - startedAt.getTime()) / 1000
  for (const line of summaryOf(result, rejectsPath, seconds)) write(line)
  if (result.outcome === 'refused') return failed
  return result.rejected > 0 ? doneWithRejects : 0
}

function summaryOf({ refusal, outcome, ...result }: ImportResult, rejects: string, seconds: number) {
  const { read, skipped, rejected, networks } = result
  const lines = [messages.counts(read, skipped, rejected, seconds)]
  if (rejected > 0) lines.push(messages.rejectsIn(rejects))
  if (refusal === 'strict') return [...lines, messages.strictRefusal(rejected)]
  if (refusal === 'empty') return [...lines, messages.emptyReplacement]
  if (outcome === 'nothing to do') return [...lines, messages.nothingToDo]
  return [...lines, ...networks.map(messages.summary)]
}
