import type { Command } from 'commander'
import type { Open } from '#platform/cli/with-database.ts'
import { importCommand, type SourceOption, sourceOption } from '#platform/import/import-command.ts'
import { itnImport } from './itn-import.ts'
import { lookupImport } from './lookup-import.ts'

/** Adds `import itns FILE` and `import lookups FILE`. Exit code 3 means that some rows were rejected. */
export function addImportAuthorizations(program: Command, open: Open) {
  const { parent, run } = importCommand(program, open)

  parent
    .command('itns')
    .description(
      'Adds pending bills and opens the next round for resubmitted bills. See docs/importing-authorizations.md.',
    )
    .argument('<file>', 'the CSV file')
    .option(...sourceOption)
    .action((path: string, options: SourceOption) => run(path, itnImport, options))

  parent
    .command('lookups')
    .description('Adds codes to the deny and info lists and updates their descriptions.')
    .argument('<file>', 'the CSV file')
    .option('--replace', 'remove codes that are not in the file, except the default codes')
    .option(...sourceOption)
    .action((path: string, { replace = false, ...options }: SourceOption & { replace?: boolean }) =>
      run(path, lookupImport(replace), options),
    )
}
