import type { DatabaseContext } from '#platform/server/database-context.ts'

export type Open = () => Promise<DatabaseContext>

/** What `work` gives at a databaseContext that is opened for it and closed behind it. */
export async function withWorkplace<T>(
  open: Open,
  work: (databaseContext: DatabaseContext) => Promise<T>,
): Promise<T> {
  const databaseContext = await open()
  return work(databaseContext).finally(databaseContext.close)
}
