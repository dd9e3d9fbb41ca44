import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { type DatabaseSystem, describeMissing, openDatabaseSystem } from './database-system.ts'
import { addPendingItns, approval, createDecider, type Decider } from './decision-staff.ts'
import { installationRoles, portUrl } from './external-server.ts'
import {
  checkDocuments,
  checkErasure,
  importPerson,
  type Moment,
  person,
  submitBill,
} from './point-in-time-documents.ts'
import { terminate, waitUntilReady } from './portal-run.ts'
import { openAll, withReader } from './record-reader.ts'
import { createInstance, type PortalInstance, runCommand, start } from './restore-portal.ts'
import type { Report, Scenario } from './scenario.ts'
import {
  asSuperuser,
  loseServer,
  makeBaseBackup,
  readTables,
  restoreServer,
  type Server,
  startArchivingServer,
} from './wal-archive.ts'

const programs = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup', 'pg_verifybackup']
const startMs = 600_000
const steadyMs = 1_500
const looks = 60
/** Longer than `archive_timeout`, so that the archive has some of what was decided. */
const loadMs = 75_000
const thinkMs = 100
const mostLostMs = 65_000

/** A PostgreSQL that archives its write-ahead log, with a portal. */
type Original = { system: DatabaseSystem; server: Server; instance: PortalInstance; report: Report }

/** Point-in-time recovery with the commands of the documentation. */
export const pointInTime: Scenario = {
  shows:
    'A PostgreSQL with a base backup and an archive of its write-ahead log is lost and restored to a moment between two known writes, table by table, with the documented commands; a portal starts on it with its documents.',
  async run(report) {
    const missing = describeMissing(programs, 'postgresql-17')
    if (missing) return report('a database is restored to a moment', 'skipped', missing)
    const system = openDatabaseSystem('point-in-time')
    try {
      const server = await startArchivingServer(system)
      await asSuperuser(
        server,
        async (client) => {
          for (const statement of installationRoles) await client.query(statement)
        },
        'postgres',
      )
      const instance = await createPortal(system, server, 'portal')
      await checkRecovery({ system, server, instance, report })
    } finally {
      system.close()
    }
  },
}

/** All portals of the scenario have the same documents. */
async function createPortal({ folder }: DatabaseSystem, { port }: Server, name: string) {
  const trial = { DEMO_DATA: 'on', ALLOW_INSECURE_TRIAL: 'on' }
  const dataDir = join(folder, 'portal')
  mkdirSync(dataDir, { recursive: true })
  const settings = { ...trial, DATABASE_URL: portUrl(port), DATA_DIR: dataDir }
  return { ...(await createInstance(folder, name, settings)), dataDir }
}

async function checkRecovery(original: Original) {
  const { system, server, instance, report } = original
  const portal = start(instance)
  await waitUntilReady(portal, instance.port, startMs)
  const backupMs = await makeBaseBackup(system, server)
  const size = await readSize(server)
  report('a base backup is made and verified while the portal runs', true, `${seconds(backupMs)}, ${size}`)
  const moment = await withDecider(instance, (direct, staff) => writeAround(original, direct, staff))
  const lost = await withDecider(instance, async (direct, staff) => {
    const decided = await decideForAWhile(direct, staff)
    const lostAt = performance.now()
    await loseServer(system, server)
    return { decided, lostAt }
  })
  await terminate(portal)
  await checkMoment(original, moment)
  await checkLatest(original, lost)
}

async function withDecider<T>(
  { env, port }: PortalInstance,
  work: (direct: DatabaseContext, staff: Decider) => Promise<T>,
): Promise<T> {
  const direct = await openDatabaseContext(readConfig(env), 'command', () => {})
  try {
    return await work(direct, await createDecider(direct.app, `http://127.0.0.1:${port}`, 'Clara'))
  } finally {
    await direct.close()
  }
}

/** A decision before the moment; after it another one, a document and an erasure. */
async function writeAround(
  { system, server, instance, report }: Original,
  direct: DatabaseContext,
  staff: Decider,
): Promise<Moment> {
  const [before = '', after = ''] = await addPendingItns(direct, 'AROUND', 2)
  const isImported = await importPerson(instance)
  const { records, opened } = await withReader(instance, async (reader, found) => ({
    records: found,
    opened: await openAll(reader, found),
  }))
  const first = await staff.decide(approval(before), before)
  const { at, tables } = await findSteadyMoment(server)
  const second = await staff.decide(approval(after), after)
  const bill = await submitBill(direct, instance)
  const certificate = join(system.folder, 'certificate.pdf')
  const words = ['person', 'erase', person, '--yes', '--certificate', certificate]
  const isErased = (await runCommand(instance, ...words)).code === 0
  const isWritten = isImported && isErased && [first, second].every((answer) => answer?.statusCode === 200)
  report(
    'a decision is made before the moment; another one, a document and an erasure after it',
    isWritten,
    at,
  )
  return { at, tables, records, opened, bill, certificate: certificate.replace('.pdf', '.json') }
}

const readSize = (server: Server) =>
  asSuperuser(server, async (client) => {
    const { rows } = await client.query(`select pg_size_pretty(pg_database_size('installation')) as size`)
    return String(rows[0].size)
  })

/** A moment around which nothing changes in any table. */
async function findSteadyMoment(server: Server) {
  let tables = await readTables(server)
  for (let look = 0; look < looks; look += 1) {
    await pause(steadyMs)
    const { rows } = await asSuperuser(server, (client) =>
      client.query('select clock_timestamp()::text as at'),
    )
    await pause(steadyMs)
    const again = await readTables(server)
    if (findDifferences(tables, again).length === 0) return { at: String(rows[0].at), tables }
    tables = again
  }
  throw new Error('The tables never stand still.')
}

const findDifferences = (expected: Map<string, string>, found: Map<string, string>) =>
  [...new Set([...expected.keys(), ...found.keys()])].filter((name) => expected.get(name) !== found.get(name))

/** Decides bills until some of the write-ahead log must have been archived. */
async function decideForAWhile(direct: DatabaseContext, staff: Decider) {
  const decided: { itn: string; at: number }[] = []
  const end = performance.now() + loadMs
  for (const itn of await addPendingItns(direct, 'LAST', 1_000)) {
    if (performance.now() > end) break
    if ((await staff.decide(approval(itn), itn))?.statusCode === 200)
      decided.push({ itn, at: performance.now() })
    await pause(thinkMs)
  }
  return decided
}

async function checkMoment({ system, report }: Original, moment: Moment) {
  const began = performance.now()
  const { server, ms } = await restoreServer(system, 'restored', moment.at)
  const tables = await readTables(server)
  const different = findDifferences(moment.tables, tables)
  report(
    `all ${tables.size} tables are as they were at the moment`,
    different.length === 0,
    different
      .slice(0, 3)
      .map((name) => `${name}: ${moment.tables.get(name)}, now ${tables.get(name)}`)
      .join('; '),
  )
  const instance = await createPortal(system, server, 'restored-portal')
  const comparedMs = performance.now() - began - ms
  const portal = start(instance)
  await checkErasure(instance, moment, report)
  await waitUntilReady(portal, instance.port, startMs)
  const total = performance.now() - began - comparedMs
  report(
    'a portal starts on it, and is ready once the erasure has been repeated',
    true,
    `PostgreSQL ${seconds(ms)}, together ${seconds(total)}`,
  )
  await checkDocuments(instance, portal, moment, report)
}

type Lost = { decided: readonly { itn: string; at: number }[]; lostAt: number }

/** What the archive did not have yet when the server was lost. */
async function checkLatest({ system, report }: Original, { decided, lostAt }: Lost) {
  const { server, ms } = await restoreServer(system, 'latest')
  const { rows } = await asSuperuser(server, (client) =>
    client.query<{ itn: string }>(`select itn from authorization_decision where itn like 'LAST-%'`),
  )
  const restored = new Set(rows.map(({ itn }) => itn))
  const firstLost = decided.find(({ itn }) => !restored.has(itn))
  const lostMs = firstLost ? lostAt - firstLost.at : 0
  report(
    'without a target, the archive restores all but the last minute',
    restored.size > 0 && lostMs < mostLostMs,
    `${restored.size} of ${decided.length} decisions, the last ${seconds(lostMs)} lost, restored in ${seconds(ms)}`,
  )
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
