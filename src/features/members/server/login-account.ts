import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { audit } from '#platform/db/audit.ts'
import { type Database, queryRow, sql } from '#platform/db/database.ts'

const account = z.object({
  id: z.string(),
  clientId: z.string(),
  passwordHash: z.string(),
  isEnabled: z.boolean(),
})
/** The account data for a login. */
export type Account = z.infer<typeof account>

/** Finds an account by its normalized name (lowercase, trimmed). */
export const findAccountByName = (db: Database, name: string) =>
  queryRow(
    db,
    account,
    sql`
    select a.id, a.client_id as "clientId", a.password_hash as "passwordHash",
           a.disabled_at is null and c.enabled as "isEnabled"
      from member_account a
      join client c on c.id = a.client_id
     where a.name = ${name}`,
  )

/** Whether the account is still enabled and still has the password that was verified. */
export const isUnchanged = async (db: Database, { id, passwordHash }: Account) =>
  (await queryRow(
    db,
    z.object({}),
    sql`
    select from member_account
     where id = ${id} and password_hash = ${passwordHash} and disabled_at is null`,
  )) !== undefined

/** Audits the result of a login without the typed name, which may be a password. */
export const auditLogin = (
  db: Database,
  request: FastifyRequest,
  found: Account | undefined,
  action: string,
  detail: { refused?: number } = {},
) =>
  audit(db, {
    actor: found?.id ?? 'unknown member',
    action,
    subject: found?.id ?? 'unknown member',
    address: request.ip,
    reference: request.id,
    detail: { client: found?.clientId ?? null, ...detail },
  })
