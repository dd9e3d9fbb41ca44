import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type AuditEvent, audit } from '#platform/db/audit.ts'
import { bypassInTransaction } from '#platform/db/bypass-tenant-filter.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { staffName } from '#platform/db/staff-name.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { type QueueFilters, queueFilters } from '../queue-contract.ts'
import { leaseSeconds } from '../rules.ts'
import { changedSinceCondition, createVersion, readSentVersion } from './queue-version.ts'

const statusRow = z.object({ pendingCount: z.number(), hasChanged: z.boolean(), snapshot: z.string() })

type StatusQuery = { codes: readonly string[]; since: string | undefined; signal: AbortSignal }

/**
 * Counts the pending bills, and returns the version of the list of the given client codes: the one that the page has, unless a
 * bill has been added, changed, decided, assigned or commented on since.
 */
export async function findQueueStatus(db: Database, { codes, since, signal }: StatusQuery) {
  const requested = await readSentVersion(db, codes, since)
  const { base } = requested
  // The trigger `authorization_request_notes_change` writes `changed_in`.
  const changed =
    base &&
    sql`
           exists (select from authorization_request
                    where client_code = any(${codes}) and ${changedSinceCondition(sql`changed_in`, base)})`
  const query = sql`
    select (select count(*)::int from authorization_request where is_pending) as "pendingCount",
           ${changed ?? sql`true`} as "hasChanged",
           pg_current_snapshot()::text as snapshot`
  const { pendingCount, hasChanged, snapshot } =
    (await queryRow(db, statusRow, query, { signal })) ?? noStatus
  return {
    pending: pendingCount,
    version: hasChanged ? createVersion(requested, snapshot, { isCut: base?.isCut ?? false }) : (since ?? ''),
  }
}

const noStatus = { pendingCount: 0, hasChanged: false, snapshot: '' }

const reviewingRow = z.object({ itn: z.string(), names: z.array(z.string()) })

type ReviewingQuery = { userId: string; codes: readonly string[]; signal: AbortSignal }

/** Lists the bills of the given client codes that other people have open. */
export const findReviewing = (db: Database, { userId, codes, signal }: ReviewingQuery) =>
  queryRows(
    db,
    reviewingRow,
    sql`
    select l.itn, array_agg(${staffName} order by l.expires_at desc) as names
      from authorization_lease l
      join staff_user u on u.id = l.user_id
     where l.expires_at > ${now()} and l.user_id <> ${userId} and l.client_code = any(${codes})
     group by l.itn
     order by l.itn`,
    { signal },
  )

const lockedBill = z.object({
  client: z.string(),
  assignee: z.string().nullable(),
  assigneeName: z.string().nullable(),
})

/** Locks and returns a pending bill, with its assignee as of then. */
export const lockPendingBill = (db: Database, itn: string) =>
  queryRow(
    db,
    lockedBill,
    sql`
    select locked.*,
           (select ${staffName} from staff_user u where u.id = locked.assignee) as "assigneeName"
      from (select client_code as client, assignee_id as assignee
              from authorization_request
             where itn = ${itn} and is_pending
               for no key update) as locked`,
  )

type Assignment = { itn: string; assignee: string | null; event: AuditEvent }

/** Stores the assignee of a bill, with the audit entry. */
export async function writeAssignee(db: Database, { itn, assignee, event }: Assignment) {
  await execute(db, sql`update authorization_request set assignee_id = ${assignee} where itn = ${itn}`)
  await audit(db, event)
}

/** A lost lease does no harm, so its transaction does not wait for the disk. */
const withoutDisk = sql`(select set_config('synchronous_commit', 'off', true)) as setting`

/**
 * Takes or renews the lease on a pending bill. Returns the names of the others who have it open; undefined if there is no
 * such pending bill.
 */
export async function takeLease(db: Database, itn: string, userId: string): Promise<string[] | undefined> {
  const at = now()
  const taken = await queryRow(
    db,
    z.object({ others: z.array(z.string()) }),
    sql`
    with taken as (
      insert into authorization_lease (itn, user_id, client_code, expires_at)
      select itn, ${userId}, client_code, ${new Date(at.getTime() + leaseSeconds * 1000)}
        from authorization_request
       cross join ${withoutDisk}
       where itn = ${itn} and is_pending
          on conflict (itn, user_id) do update set expires_at = excluded.expires_at
      returning itn
    )
    select array(select ${staffName}
                   from authorization_lease l
                   join staff_user u on u.id = l.user_id
                  where l.itn = ${itn} and l.user_id <> ${userId} and l.expires_at > ${at}
                  order by l.expires_at desc) as others
      from taken`,
  )
  return taken?.others
}

/** Finds the client code of a bill, pending or decided; undefined if there is no such bill. */
export async function findClientCode(db: Database, itn: string): Promise<string | undefined> {
  const bill = await queryRow(
    db,
    z.object({ clientCode: z.string() }),
    sql`select client_code as "clientCode" from authorization_request where itn = ${itn}`,
  )
  return bill?.clientCode
}

export const endLease = (db: Database, itn: string, userId: string) =>
  execute(
    db,
    sql`delete from authorization_lease using ${withoutDisk} where itn = ${itn} and user_id = ${userId}`,
  )

/** Deletes expired leases of every client. The serving role sees leases only inside a scope, so the owner does it. */
export const leasesCleanup: CleanupJob[] = [
  {
    name: 'authorization_lease',
    statements: () => [
      bypassInTransaction,
      sql`delete from authorization_lease where expires_at <= ${now()}`,
    ],
  },
]

const viewRow = z.object({ id: z.string(), name: z.string(), filters: queueFilters })

/** A person at a client. */
export type ViewOwner = { userId: string; clientId: string }

/** Lists the views of a person for a client. */
export const findViews = (db: Database, { userId, clientId }: ViewOwner) =>
  queryRows(
    db,
    viewRow,
    sql`
    select id, name, filters
      from authorization_view
     where user_id = ${userId} and client_id = ${clientId}
     order by lower(name), name`,
  )

/** Makes other changes of the person's views wait until the transaction ends. */
export const lockViews = (db: Database, { userId }: ViewOwner) =>
  execute(db, sql`select pg_advisory_xact_lock(hashtext('authorization views'), hashtext(${userId}))`)

/** Saves a view, in place of any with the same name, while the views are locked. Returns how many views the person now has for the client. */
export async function writeView(
  db: Database,
  { userId, clientId }: ViewOwner,
  view: { name: string; filters: QueueFilters },
): Promise<number> {
  await execute(
    db,
    sql`
    delete from authorization_view
     where user_id = ${userId} and client_id = ${clientId} and name = ${view.name}`,
  )
  await execute(
    db,
    sql`
    insert into authorization_view (user_id, client_id, name, filters, created_at)
    values (${userId}, ${clientId}, ${view.name}, ${toSqlJson(view.filters)}, ${now()})`,
  )
  const counted = await queryRow(
    db,
    z.object({ count: z.number() }),
    sql`
    select count(*)::int as count from authorization_view where user_id = ${userId} and client_id = ${clientId}`,
  )
  return counted?.count ?? 0
}

/** Deletes a view of a person, if it exists. */
export const deleteView = (db: Database, { userId, clientId }: ViewOwner, id: string) =>
  execute(
    db,
    sql`delete from authorization_view where id = ${id} and user_id = ${userId} and client_id = ${clientId}`,
  )
