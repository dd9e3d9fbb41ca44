import { type Sql, sql } from '#platform/server/database.ts'

/**
 * The configuration version of a client for one person; it changes with the client (`changedAt`) and the grants of
 * the person (`userId`).
 */
export const versionExpression = (changedAt: Sql, userId: Sql): Sql => sql`
  extract(epoch from ${changedAt}) || coalesce(
    (select '.' || max(extract(epoch from granted_at)) || '.' || count(*)
       from staff_grant
      where user_id = ${userId}), '')`
