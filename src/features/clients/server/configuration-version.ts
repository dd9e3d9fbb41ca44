import { type Sql, sql } from '#platform/server/database.ts'

/**
 * The version of a client's configuration for one person: it changes with the client and with the person's
 * grants. `changedAt` is the client's, `userId` the person's.
 */
export const versionFor = (changedAt: Sql, userId: Sql): Sql => sql`
  extract(epoch from ${changedAt}) || coalesce(
    (select '.' || max(extract(epoch from granted_at)) || '.' || count(*)
       from staff_grant
      where user_id = ${userId}), '')`
