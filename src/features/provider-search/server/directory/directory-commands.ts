import type { Command } from 'commander'
import { stringify } from 'yaml'
import { readTextFile, writeOperatorFile } from '#platform/cli/cli-files.ts'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import type { Database } from '#platform/db/database.ts'
import { importDirectory } from './directory-import.ts'
import { messages } from './directory-messages.ts'
import type { Directory } from './directory-schema.ts'
import { readDirectory } from './directory-store.ts'

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

const heading =
  '# The networks and provider searches of this portal, as docs/search-definitions.md describes them.\n'

/** Exports every network and search definition as YAML; importing it again changes nothing. */
export async function exportDirectory(db: Database): Promise<string> {
  return formatDirectory(await readDirectory(db))
}

/** Formats networks and search definitions as a file that parses back to the same values. */
export function formatDirectory({ networks, definitions }: Directory): string {
  return (
    heading + stringify({ networks, definitions: definitions.map(withoutEmptyMessages) }, { lineWidth: 0 })
  )
}

function withoutEmptyMessages<Entry extends { messages: object }>({ messages, ...entry }: Entry) {
  return Object.keys(messages).length > 0 ? { ...entry, messages } : entry
}
