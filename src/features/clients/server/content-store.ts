import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '#platform/server/database.ts'
import { messages } from './content-messages.ts'
import { sanitizeContent } from './content-sanitizer.ts'

const contentKey = /^(search|home|member)\/[A-Za-z0-9][A-Za-z0-9-]{0,99}$/
const versionRow = z.object({ version: z.number(), html: z.string() })

type Stored = { version: number; changed: boolean; leftOut: string[] }
type Author = { actor: string; videoHosts: readonly string[] }

/** Stores sanitized HTML under a key as its newest version; unchanged text creates no new version. */
export async function storeContent(
  owner: Database,
  key: string,
  html: string,
  { actor, videoHosts }: Author,
): Promise<Stored> {
  if (!contentKey.test(key)) throw new Error(messages.wrongKey(key))
  const { html: clean, leftOut } = sanitizeContent(html, videoHosts)
  const stored = await inTransaction(owner, (db) => storeSanitized(db, key, clean, actor))
  return { ...stored, leftOut }
}

/** Does the same for HTML that is already sanitized, within the caller's transaction. */
export async function storeSanitized(db: Database, key: string, html: string, actor: string) {
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('content'))`)
  const newest = await newestVersion(db, key)
  if (newest?.html === html) return { version: newest.version, changed: false }
  const version = (newest?.version ?? 0) + 1
  await execute(
    db,
    sql`insert into content (key, version, html, stored_at) values (${key}, ${version}, ${html}, ${now()})`,
  )
  await audit(db, { actor, action: 'content stored', subject: key, detail: { version } })
  return { version, changed: true }
}

/** Finds the current sanitized HTML of a key; undefined if none was stored. */
export async function findContent(db: Database, key: string): Promise<string | undefined> {
  return (await newestVersion(db, key))?.html
}

function newestVersion(db: Database, key: string) {
  return queryRow(
    db,
    versionRow,
    sql`select version, html from content where key = ${key} order by version desc limit 1`,
  )
}
