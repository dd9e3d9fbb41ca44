import type { Command } from 'commander'
import { actorOnCommandLine } from '#platform/server/command-line/actor.ts'
import { readTextFile, writeOperatorFile } from '#platform/server/command-line/cli-files.ts'
import { type Open, withDatabase } from '#platform/server/command-line/with-database.ts'
import { exportDirectory } from './directory-export.ts'
import { importDirectory } from './directory-import.ts'
import { messages } from './directory-messages.ts'

/** Adds `directory import FILE` and `directory export [FILE]`. */
export function addDirectoryCommands(program: Command, open: Open) {
  const directory = program
    .command('directory')
    .description('Networks and search definitions, as docs/search-definitions.md describes them.')
    .helpCommand(false)
  const write = (text: string) => directory.configureOutput().writeOut?.(text)

  directory
    .command('import')
    .description('Adds and changes the networks and search definitions that a YAML file names.')
    .argument('<file>', 'the YAML file')
    .action(async (file: string) => write(await importFile(file, open)))

  directory
    .command('export')
    .description('Writes every network and search definition as YAML that can be imported again.')
    .argument('[file]', 'the file to write; without it the text is printed')
    .action(async (file?: string) => {
      const text = await withDatabase(open, ({ owner }) => exportDirectory(owner))
      if (file) await writeOperatorFile(file, text)
      else write(text)
    })
}

async function importFile(file: string, open: Open): Promise<string> {
  const text = await readTextFile(file)
  const { networks, definitions } = await withDatabase(open, ({ owner }) =>
    importDirectory(owner, text, { file, actor: actorOnCommandLine() }),
  )
  const entries = [
    ...networks.map(({ entry, change }) => ({ kind: 'Network', name: entry.code, change })),
    ...definitions.map(({ entry, change }) => ({ kind: 'Definition', name: entry.key, change })),
  ]
  const count = (change: string) => entries.filter((each) => each.change === change).length
  return [
    ...entries.map(({ kind, name, change }) => messages.change(kind, name, change)),
    messages.summary(count('added'), count('changed'), count('same')),
    '',
  ].join('\n')
}
