import type { Command } from 'commander'
import { actorOnCommandLine } from '#platform/server/command-line/actor.ts'
import { readTextFile } from '#platform/server/command-line/cli-files.ts'
import { type Open, withDatabase } from '#platform/server/command-line/with-database.ts'
import { messages } from './content-messages.ts'
import { findContent, storeContent } from './content-store.ts'

/** Adds `content set KEY FILE` and `content show KEY`. Videos are allowed from the configured hosts. */
export function addContentCommands(program: Command, open: Open, videoHosts: () => readonly string[]) {
  const content = program
    .command('content')
    .description('Manages the HTML of pages: search introductions, home pages and member pages.')
    .helpCommand(false)
  const write = (text: string) => content.configureOutput().writeOut?.(`${text}\n`)

  content
    .command('set')
    .description('Stores the sanitized HTML of a file under a key and publishes it.')
    .argument('<key>', 'search/KEY, home/CLIENT or member/CLIENT')
    .argument('<file>', 'the HTML file')
    .action(async (key: string, file: string) => {
      const html = await readTextFile(file)
      const { version, changed, leftOut } = await withDatabase(open, ({ owner }) =>
        storeContent(owner, key, html, { actor: actorOnCommandLine(), videoHosts: videoHosts() }),
      )
      if (leftOut.length > 0) write(messages.leftOut(leftOut))
      write(changed ? messages.stored(key, version) : messages.unchanged(key, version))
    })

  content
    .command('show')
    .description('Prints the current HTML of a key.')
    .argument('<key>', 'search/KEY, home/CLIENT or member/CLIENT')
    .action(async (key: string) => {
      const html = await withDatabase(open, ({ owner }) => findContent(owner, key))
      if (html === undefined) throw new Error(messages.nothing(key))
      write(html)
    })
}
