import { join } from 'node:path'
import type { Command } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { recordIn, type SourceOption, sourceOption } from '#platform/import/import-command.ts'
import { messages } from '#platform/import/import-messages.ts'
import { importProgress } from '#platform/import/import-progress.ts'
import { readOrRecordFailure } from '#platform/import/import-runs.ts'
import { rejectsFile } from '#platform/import/rejects.ts'
import { createChunkIndex } from '#platform/pdf/document-service/chunk-index.ts'
import { openDocumentService } from '#platform/pdf/document-service/document-service.ts'
import { documentOptions } from '#platform/pdf/document-service/document-settings.ts'
import { caseFolder } from './import/case-files.ts'
import { type FileResult, importCases } from './import/import-cases.ts'
import { messages as importMessages } from './import/import-messages.ts'

const exitWithRejects = 3

/** Adds `import cases FOLDER`. Exit code 3 means that some rows were rejected. */
export function addImportCases(program: Command, open: Open, config: () => Config) {
  const parent = program.commands.find((command) => command.name() === 'import') ?? program.command('import')
  const command = parent
    .command('cases')
    .description('Adds and updates cases from a folder of CSV files and PDFs. See docs/importing-cases.md.')
    .argument('<folder>', 'the folder')
    .option(...sourceOption)
  const write = (line: string) => command.configureOutput().writeOut?.(`${line}\n`)
  command.action(async (folder: string, { source }: SourceOption) => {
    process.exitCode = await importFolder(folder, { open, config: config(), write, sourceName: source })
  })
}

type ImportContext = {
  open: Open
  config: Config
  write: (line: string) => void
  sourceName: string | undefined
}

async function importFolder(path: string, context: ImportContext): Promise<number> {
  const { open, config, write, sourceName } = context
  const startedAt = now()
  const actor = actorOnCommandLine()
  const run = { kind: 'cases', file: path, sourceName, actor, startedAt }
  const folder = await readOrRecordFailure(recordIn(open), run, () => caseFolder(path))
  for (const each of folder.skipped ?? []) write(importMessages.skipped(each))
  const progress = importProgress(process.stderr.isTTY === true, write)
  const warnings: string[] = []
  const results = await withDatabase(open, (databaseContext) => {
    const chunkIndex = createChunkIndex(databaseContext.owner)
    const documentService = openDocumentService(config.DATA_DIR, { ...documentOptions(config), chunkIndex })
    return importCases(databaseContext, {
      folder,
      documentService,
      sourceName,
      actor,
      openRejects: (file) =>
        file === 'files'
          ? rejectsFile(rejectsPath(join(path, file)), ['file'])
          : rejectsFile(rejectsPath(file.name), file.header),
      progress: progress.update,
      onStatus: progress.write,
      warn: (name, active) => void warnings.push(importMessages.active(name, active)),
    }).finally(documentService.close)
  }).finally(progress.stop)
  const seconds = (now().getTime() - startedAt.getTime()) / 1000
  for (const line of [...limitWarnings(warnings), ...summarize(path, results, seconds)]) write(line)
  return results.some(({ rejected }) => rejected > 0) ? exitWithRejects : 0
}

const maxWarnings = 20

const limitWarnings = (warnings: readonly string[]) => [
  ...warnings.slice(0, maxWarnings),
  ...(warnings.length > maxWarnings ? [importMessages.moreActive(warnings.length - maxWarnings)] : []),
]

const rejectsPath = (path: string) => `${path}.rejects.csv`

function summarize(path: string, results: readonly FileResult[], seconds: number): string[] {
  const read = results.reduce((sum, each) => sum + each.read, 0)
  const rejecting = results.filter(({ rejected }) => rejected > 0)
  const isUnchanged = results.every(({ added, changed, rejected }) => added + changed + rejected === 0)
  return [
    ...results.map(messages.summary),
    messages.done(read, seconds),
    ...rejecting.map(({ name }) => messages.rejectsIn(rejectsPath(join(path, name)))),
    ...(isUnchanged ? [messages.nothingToDo] : []),
  ]
}
