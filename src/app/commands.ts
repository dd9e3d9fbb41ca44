import type { Command } from 'commander'
import { addContentCommands } from '#clients/server/content-commands.ts'
import { readConfig } from '#platform/server/settings.ts'
import type { Workplace } from '#platform/server/workplace.ts'
import { addDirectoryCommands } from '#provider-search/server/directory-commands.ts'
import { addImportProviders } from '#provider-search/server/import-command.ts'

/** Adds every command of the product; each opens the database when it runs and closes it when it is done. */
export function addCommands(program: Command, open: () => Promise<Workplace>) {
  addDirectoryCommands(program, open)
  addImportProviders(program, open)
  addContentCommands(program, open, () => readConfig(process.env).VIDEO_HOSTS)
}
