import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { dayMs, timeAgo } from '../contract/clock.ts'
import { type Database, measureClockDifference, queryRow, queryRows, sql } from '../db/database.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { executedMigrations, knownMigrations } from '../db/migrations.ts'
import { type BacklogSource, readBacklog } from '../jobs/read-backlog.ts'
import { messages } from './doctor-messages.ts'
import { type Check, failed, type Outcome, ok, warning } from './doctor-report.ts'

const { names } = messages
const nameRow = z.object({ name: z.string() })
const neededExtensions = ['btree_gin', 'btree_gist', 'fuzzystrmatch', 'pg_trgm', 'unaccent']
const maxClockSeconds = { ok: 2, warning: 30 }
/** Deliveries that fail are retried with growing delays; a queue that waits longer needs attention. */
const maxQueueMinutes = 15
const maxTokenDays = 366
const schemaFile = new URL('../../../docs/schema.sql', import.meta.url)

/** The checks of an opened database that contains a portal. */
export const databaseChecks = (
  { owner, app }: Pick<DatabaseContext, 'owner' | 'app'>,
  backlogs: readonly BacklogSource[],
): Check[] => [
  { name: names.roles, run: () => checkRoles(app) },
  { name: names.extensions, run: () => checkExtensions(app) },
  { name: names.clock, run: () => checkClock(app) },
  { name: names.migrations, run: () => checkMigrations(owner) },
  { name: names.indexes, run: () => checkIndexes(owner) },
  { name: names.serviceTokens, run: () => checkServiceTokens(owner) },
  ...backlogs.map((source) => ({ name: names.queue(source.queue), run: () => checkQueue(owner, source) })),
]

/** Whether the database has the tables of a portal. */
export async function hasPortal(db: Database): Promise<boolean> {
  const exists = sql`select from pg_class where oid = to_regclass('kysely_migration')`
  return (await queryRow(db, z.object({}), exists)) !== undefined
}

export async function readServerVersion(db: Database): Promise<string | undefined> {
  const version = sql`select split_part(current_setting('server_version'), ' ', 1) as name`
  return (await queryRow(db, nameRow, version))?.name
}

const roleRow = z.object({
  role: z.string(),
  bypasses: z.boolean(),
  owned: z.number(),
  mayChangeAudit: z.boolean(),
  unprotected: z.array(z.string()),
})

/** Checks the rights of the sessions that serve requests. */
async function checkRoles(app: Database): Promise<Outcome> {
  const found = await queryRow(
    app,
    roleRow,
    sql`
    select rolname as role, rolsuper or rolbypassrls as bypasses,
           (select count(*)::int from pg_class where relowner = r.oid and relkind in ('r', 'p')) as owned,
           coalesce(has_table_privilege(to_regclass('audit_event'), 'update, delete, truncate'), false) as "mayChangeAudit",
           array(select c.relname::text from pg_class as c
                  where not c.relrowsecurity and exists (select from pg_policy where polrelid = c.oid)
                  order by 1) as unprotected
      from pg_roles as r
     where rolname = current_user`,
  )
  if (!found) throw new Error('The role of the session is unknown.')
  const { role, bypasses, owned, mayChangeAudit, unprotected } = found
  const faults = [
    bypasses && messages.roleFaults.bypasses(role),
    owned > 0 && messages.roleFaults.owns(role, owned),
    mayChangeAudit && messages.roleFaults.mayChangeAudit(role),
    unprotected.length > 0 && messages.roleFaults.unprotected(unprotected),
  ].filter((fault) => typeof fault === 'string')
  return faults.length > 0
    ? failed(`${faults.join('; ')}.`, messages.rolesAdvice)
    : ok(messages.rolesFine(role))
}

async function checkExtensions(app: Database): Promise<Outcome> {
  const installed = await queryRows(app, nameRow, sql`select extname as name from pg_extension`)
  const missing = neededExtensions.filter((needed) => !installed.some(({ name }) => name === needed))
  if (missing.length === 0) return ok(messages.extensionsFine(neededExtensions))
  return failed(messages.extensionsMissing(missing), messages.extensionsAdvice(missing))
}

/** Sessions and due times use both clocks. */
async function checkClock(app: Database): Promise<Outcome> {
  const seconds = await measureClockDifference(app)
  if (seconds <= maxClockSeconds.ok) return ok(messages.clockFine(seconds))
  const judge = seconds <= maxClockSeconds.warning ? warning : failed
  return judge(messages.clockFine(seconds), messages.clockAdvice)
}

async function compareMigrations(owner: Database) {
  const [known, applied] = [await knownMigrations(), await executedMigrations(owner)]
  const pending = known.filter((name) => !applied.includes(name))
  return { known, pending, newer: applied.filter((name) => !known.includes(name)) }
}

async function checkMigrations(owner: Database): Promise<Outcome> {
  const { known, pending, newer } = await compareMigrations(owner)
  if (newer.length > 0) return failed(messages.newer(newer), messages.newerAdvice)
  if (pending.length > 0) return warning(messages.pending(pending), messages.pendingAdvice)
  return ok(messages.migrated(known.length))
}

/** Nothing else limits the age of a token: it works until somebody rotates or revokes it. */
async function checkServiceTokens(owner: Database): Promise<Outcome> {
  const tokens = await queryRows(
    owner,
    nameRow.extend({ since: z.date() }),
    sql`select name, coalesce(rotated_at, made_at) as since from service_token where revoked_at is null order by name`,
  )
  const old = tokens.filter(({ since }) => since < timeAgo(maxTokenDays * dayMs)).map(({ name }) => name)
  if (old.length > 0) return warning(messages.tokensOld(old), messages.tokensAdvice)
  return ok(messages.tokensFine(tokens.length))
}

/** Compares the indexes with docs/schema.sql, which is generated from the migrations. */
async function checkIndexes(owner: Database): Promise<Outcome> {
  const { pending, newer } = await compareMigrations(owner)
  if (pending.length + newer.length > 0) return warning(messages.indexesWait, messages.pendingAdvice)
  const expected = expectedIndexes(await readFile(schemaFile, 'utf8'))
  const indexes = await queryRows(
    owner,
    nameRow.extend({ isValid: z.boolean() }),
    sql`
    select c.relname as name, i.indisvalid and i.indisready as "isValid"
      from pg_index as i
      join pg_class as c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace
     order by c.relname`,
  )
  const existing = new Set(indexes.map(({ name }) => name))
  const missing = expected.filter((name) => !existing.has(name))
  if (missing.length > 0) return failed(messages.indexesMissing(missing), messages.missingAdvice)
  const invalid = indexes.filter(({ isValid }) => !isValid).map(({ name }) => name)
  if (invalid.length > 0) return failed(messages.indexesInvalid(invalid), messages.invalidAdvice(invalid))
  return ok(messages.indexesFine(expected.length))
}

const expectedIndexes = (schema: string): string[] =>
  [
    ...schema.matchAll(/^CREATE (?:UNIQUE )?INDEX (\w+) ON /gm),
    ...schema.matchAll(/^ {2}constraint (\w+) (?:PRIMARY KEY|UNIQUE|EXCLUDE)/gm),
  ].map(([, name = '']) => name)

async function checkQueue(owner: Database, source: BacklogSource): Promise<Outcome> {
  const { waiting, oldestSeconds, givenUp } = await readBacklog(owner, source)
  const minutes = Math.floor(oldestSeconds / 60)
  if (minutes >= maxQueueMinutes)
    return warning(messages.queueLate(waiting, minutes), messages.queueLateAdvice)
  if (givenUp > 0) return warning(messages.queueGivenUp(givenUp), messages.queueGivenUpAdvice)
  return ok(messages.queueFine(waiting))
}
