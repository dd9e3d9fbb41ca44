import { type Command, InvalidArgumentError } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '../cli/with-database.ts'
import { now } from '../contract/clock.ts'
import type { Database } from '../db/database.ts'
import { csvFile } from './csv-file.ts'
import { messages } from './import-messages.ts'
import { importProgress } from './import-progress.ts'
import { type ImportResult, importRows, type TableImport } from './import-rows.ts'
import { readOrRecordFailure } from './import-runs.ts'
import { rejectsFile } from './rejects.ts'

const exitWithRejects = 3

/** The command `import`, and how its subcommands import a file. Exit code 3 means that some rows were rejected. */
export function importCommand(program: Command, open: Open) {
  const parent = program.commands.find((command) => command.name() === 'import') ?? program.command('import')
  const write = (line: string) => parent.configureOutput().writeOut?.(`${line}\n`)
  const run = async (path: string, kind: TableImport, { source }: SourceOption = {}) => {
    process.exitCode = await importFile(path, kind, { open, write, sourceName: source })
  }
  return { parent, run }
}

export type SourceOption = { source?: string }

/** The option that names the origin of a file, for `import list` and the metrics. */
export const sourceOption = [
  '--source <name>',
  'the system that sends the file, if there are several; failed imports are counted separately for each',
  parseSourceName,
] as const

const sourceNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/

/** Whether a text can be the name of a source. It becomes a label of metrics. */
export const isSourceName = (text: string) => sourceNamePattern.test(text)

function parseSourceName(text: string): string {
  if (!isSourceName(text)) throw new InvalidArgumentError(messages.invalidSourceName(text))
  return text
}

type ImportContext = { open: Open; write: (line: string) => void; sourceName: string | undefined }

async function importFile(path: string, kind: TableImport, { open, write, sourceName }: ImportContext) {
  const startedAt = now()
  const actor = actorOnCommandLine()
  const run = { kind: kind.kind, file: path, sourceName, actor, startedAt }
  const source = await readOrRecordFailure(recordIn(open), run, () => csvFile(path))
  const rejectsPath = `${path}.rejects.csv`
  const rejects = await rejectsFile(rejectsPath, source.header)
  const progress = importProgress(process.stderr.isTTY === true, write)
  const request = {
    source,
    sourceName,
    actor,
    rejects,
    progress: progress.update,
    onStatus: progress.write,
  }
  const result = await withDatabase(open, (databaseContext) =>
    importRows(databaseContext, kind, request),
  ).finally(async () => {
    progress.stop()
    await rejects.close()
  })
  const seconds = (now().getTime() - startedAt.getTime()) / 1000
  for (const line of summarize(path, result, seconds)) write(line)
  if (result.rejected > 0) write(messages.rejectsIn(rejectsPath))
  return result.rejected > 0 ? exitWithRejects : 0
}

/** Records the failure of an import whose file cannot be read. */
export const recordIn = (open: Open) => (work: (owner: Database) => Promise<unknown>) =>
  withDatabase(open, ({ owner }) => work(owner))

const summarize = (path: string, result: ImportResult, seconds: number): string[] => [
  messages.summary({ name: path, ...result }),
  ...(result.removed > 0 ? [messages.removed(result.removed)] : []),
  messages.done(result.read, seconds),
  ...(result.added + result.changed + result.removed + result.rejected === 0 ? [messages.nothingToDo] : []),
]
