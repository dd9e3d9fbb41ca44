import { z } from 'zod'
import { sleep } from '../concurrency/sleep.ts'
import { splitConnectionString, toReplicaAddress } from '../db/check-external-database.ts'
import { type Database, openDatabase, queryRow, queryRows, sql } from '../db/database.ts'
import { UnsuitableDatabaseError } from '../db/database-errors.ts'
import { NotReplicaError, takeSample } from '../db/replica.ts'
import { messages } from './doctor-messages.ts'
import { failed, type Outcome, ok, warning } from './doctor-report.ts'

const sessionTimeoutMs = 5_000
const pollMs = 200
/** A standby takes over once it has replayed what it received, so this is added to a failover. */
const maxReplaySeconds = 10

const openHost = (connectionString: string) =>
  openDatabase(toReplicaAddress(connectionString), {
    connections: 1,
    statementTimeoutMs: sessionTimeoutMs,
    purpose: 'command',
  })

/** Seconds until a standby has what the primary had at the start; undefined if it takes longer than `maxLag`. */
async function measureReplay(
  primary: Database,
  replica: Database,
  maxLag: number,
): Promise<number | undefined> {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  const { primary: wanted, replica: found } = await takeSample({ primary, replica })
  for (let reached = found; reached < wanted; reached = (await takeSample({ primary, replica })).replica) {
    if (passed() > maxLag) return undefined
    await sleep(pollMs, new AbortController().signal)
  }
  return passed()
}

/** Whether the replica follows this primary, and reaches its position in time. */
export async function checkReplica(primary: Database, url: string, maxLag: number): Promise<Outcome> {
  const replica = openHost(url)
  try {
    const seconds = await measureReplay(primary, replica, maxLag)
    if (seconds !== undefined) return ok(messages.replicaFine(seconds))
    return warning(messages.replicaBehind(maxLag), messages.replicaBehindAdvice)
  } catch (error) {
    if (error instanceof NotReplicaError)
      return failed(messages.notReplica[error.code], messages.notReplicaAdvice)
    if (error instanceof UnsuitableDatabaseError) return failed(error.message, messages.notReplicaAdvice)
    return warning(messages.replicaAway(readCode(error)), messages.replicaAwayAdvice)
  } finally {
    await replica.destroy()
  }
}

const readCode = (error: unknown): string => (error as { code?: string }).code ?? ''

type Host = { name: string; db: Database }
/** What a host is; `code` says why it is away or why it is no standby of the primary. */
type HostState =
  | { name: string; kind: 'primary' }
  | { name: string; kind: 'standby'; seconds: number | undefined }
  | { name: string; kind: 'away'; code: string }
  | { name: string; kind: 'stray'; code: NotReplicaError['code'] }

/** Whether each host of `DATABASE_URL` responds, which one is the primary, and how long the others take to follow it. */
export async function checkHosts(connectionString: string): Promise<Outcome> {
  const hosts = splitConnectionString(connectionString).map((each) => ({
    name: decodeURIComponent(new URL(each).host),
    db: openHost(each),
  }))
  try {
    return judgeHosts(await readHosts(hosts))
  } finally {
    await Promise.all(hosts.map(({ db }) => db.destroy()))
  }
}

async function readHosts(hosts: readonly Host[]): Promise<HostState[]> {
  const roles = await Promise.all(hosts.map(readRole))
  const [primary] = hosts.filter((_, index) => roles[index]?.kind === 'primary')
  const read = async (host: Host, index: number): Promise<HostState> => {
    const role = roles[index] ?? { name: host.name, kind: 'away', code: '' }
    if (role.kind !== 'standby' || !primary) return role
    return await measureReplay(primary.db, host.db, maxReplaySeconds).then(
      (seconds) => ({ ...role, seconds }),
      (error: unknown) =>
        error instanceof NotReplicaError
          ? { name: host.name, kind: 'stray', code: error.code }
          : { name: host.name, kind: 'away', code: readCode(error) },
    )
  }
  return await Promise.all(hosts.map(read))
}

async function readRole({ name, db }: Host): Promise<HostState> {
  const role = sql`select pg_is_in_recovery() as "isStandby"`
  try {
    const row = await queryRow(db, z.object({ isStandby: z.boolean() }), role)
    return row?.isStandby ? { name, kind: 'standby', seconds: undefined } : { name, kind: 'primary' }
  } catch (error) {
    return { name, kind: 'away', code: readCode(error) }
  }
}

export function judgeHosts(hosts: readonly HostState[]): Outcome {
  const found = messages.hosts(hosts.map(describeHost))
  const primaries = hosts.filter(({ kind }) => kind === 'primary').length
  if (primaries > 1) return failed(found, messages.primariesAdvice)
  if (primaries === 0) return failed(found, messages.noPrimaryAdvice)
  if (hosts.some((host) => host.kind === 'stray' && host.code === 'other-cluster'))
    return failed(found, messages.strayAdvice)
  if (hosts.some(({ kind }) => kind === 'away' || kind === 'stray'))
    return warning(found, messages.hostAwayAdvice)
  if (hosts.some((host) => host.kind === 'standby' && host.seconds === undefined))
    return warning(found, messages.hostBehindAdvice)
  return ok(found)
}

function describeHost(host: HostState): string {
  if (host.kind === 'primary') return messages.hostStates.primary(host.name)
  if (host.kind === 'away') return messages.hostStates.away(host.name, host.code)
  if (host.kind === 'stray') return messages.hostStates.stray[host.code](host.name)
  return host.seconds === undefined
    ? messages.hostStates.behind(host.name, maxReplaySeconds)
    : messages.hostStates.standby(host.name, host.seconds)
}

const attachedRow = z.object({
  name: z.string().nullable(),
  /** `sync` or `quorum` if commits wait for it; null if the login may not see it. */
  mode: z.string().nullable(),
  seconds: z.number().nullable(),
})
const replicationRow = z.object({ role: z.string(), mayRead: z.boolean(), isWanted: z.boolean() })
type Replication = z.infer<typeof replicationRow> & { attached: z.infer<typeof attachedRow>[] }

/** Whether the primary waits for a standby before it confirms a commit, so that a failover loses no decision. */
export async function checkStandby(owner: Database): Promise<Outcome> {
  const row = await queryRow(
    owner,
    replicationRow,
    sql`
    select current_user::text as role, pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "mayRead",
           current_setting('synchronous_standby_names') <> ''
             and current_setting('synchronous_commit') not in ('off', 'local') as "isWanted"`,
  )
  if (!row) throw new Error('The server returned no settings.')
  const attached = await queryRows(
    owner,
    attachedRow,
    sql`
    select application_name as name, sync_state as mode, extract(epoch from replay_lag)::float8 as seconds
      from pg_stat_replication
     where state is null or state in ('streaming', 'catchup')
     order by application_name`,
  )
  return judgeStandby({ ...row, attached })
}

export function judgeStandby({ role, mayRead, isWanted, attached }: Replication): Outcome {
  if (attached.length === 0) return failed(messages.noStandby, messages.noStandbyAdvice)
  if (!isWanted) return warning(messages.standbyAsynchronous(attached.length), messages.synchronousAdvice)
  if (!mayRead)
    return warning(messages.standbyHidden(attached.length, role), messages.standbyHiddenAdvice(role))
  const synchronous = attached.filter(({ mode }) => mode === 'sync' || mode === 'quorum')
  if (synchronous.length === 0)
    return warning(messages.standbyAsynchronous(attached.length), messages.synchronousAdvice)
  const names = synchronous.map(({ name }) => name ?? '')
  const seconds = Math.min(...synchronous.map((each) => each.seconds ?? 0))
  const found = messages.standbyFine(names, seconds)
  return seconds > maxReplaySeconds ? warning(found, messages.hostBehindAdvice) : ok(found)
}

const archiverRow = z.object({
  isOn: z.boolean(),
  failures: z.number(),
  isFailing: z.boolean(),
  minutes: z.number().nullable(),
})

/** Whether the write-ahead log reaches its archive, without which no moment after the last backup can be restored. */
export async function checkArchiving(db: Database): Promise<Outcome> {
  const row = await queryRow(
    db,
    archiverRow,
    sql`
    select current_setting('archive_mode') <> 'off' as "isOn", failed_count::float8 as failures,
           coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
           floor(extract(epoch from clock_timestamp() - last_archived_time) / 60)::float8 as minutes
      from pg_stat_archiver`,
  )
  if (!row) throw new Error('The server returned no statistics.')
  const { isOn, failures, isFailing, minutes } = row
  if (!isOn) return ok(messages.archivingOff)
  if (isFailing) return failed(messages.archivingFails(failures, minutes), messages.archivingAdvice)
  if (minutes === null) return warning(messages.nothingArchived, messages.archivingAdvice)
  return ok(messages.archivingFine(minutes))
}
