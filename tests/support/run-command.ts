import { Command } from 'commander'
import type { DatabaseContext } from '#platform/db/database-context.ts'

export type AddCommand = (program: Command, open: () => Promise<DatabaseContext>) => void

/** Runs a command that `add` adds to the program and returns its output. */
export async function runCommand(
  database: { databaseContext: DatabaseContext },
  add: AddCommand,
  words: readonly string[],
): Promise<string> {
  let printed = ''
  const program = new Command('portal')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (printed += text), writeErr: () => {} })
  add(program, async () => ({ ...database.databaseContext, close: async () => {} }))
  await program.parseAsync(words, { from: 'user' })
  return printed
}
