import type { DatabaseContext } from '#platform/server/database-context.ts'

export type Open = () => Promise<DatabaseContext>

/** Opens a database context for `work`, closes it afterwards and returns the result of `work`. */
export async function withDatabase<T>(
  open: Open,
  work: (databaseContext: DatabaseContext) => Promise<T>,
): Promise<T> {
  const databaseContext = await open()
  return work(databaseContext).finally(databaseContext.close)
}
