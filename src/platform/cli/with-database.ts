import { userInfo } from 'node:os'
import type { DatabaseContext } from '../db/database-context.ts'

export type Open = () => Promise<DatabaseContext>

/** Opens a database context for `work`, closes it afterwards and returns the result of `work`. */
export async function withDatabase<T>(
  open: Open,
  work: (databaseContext: DatabaseContext) => Promise<T>,
): Promise<T> {
  const databaseContext = await open()
  return work(databaseContext).finally(databaseContext.close)
}

/** The user of a command for the audit trail: the operating system account. */
export function actorOnCommandLine(): string {
  return `command line (${accountName()})`
}

/** An account without a name, as in containers, is identified by its number. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
