import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/settings.ts'
import { execute, sql } from '#platform/db/database.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { hideProvider } from '#provider-search/server/roster/runs/manual-changes.ts'
import {
  createServingRole,
  environment,
  type Portal,
  portUrl,
  search,
  startPortal,
  withExternalServer,
} from './external-server.ts'
import { freePort, terminate, waitUntilReady } from './portal-run.ts'
import type { Report, Scenario } from './scenario.ts'
import { openReplicatedServer, type ReplicatedServer } from './streaming-replica.ts'

const maxLagSeconds = 3
const startMs = 600_000
const timeoutMs = 60_000
/** Between the bound and the answer: a search, and a look every few milliseconds. */
const slackMs = 500
const changes = 20
const name = 'clinic'
const renamed = 'Miami Renamed'

type Context = {
  portal: Portal
  metricsPort: number
  direct: DatabaseContext
  servers: ReplicatedServer
  report: Report
}

/** Provider searches read from a streaming replica that stops replaying, dies, goes silent and is promoted. */
export const replica: Scenario = {
  shows:
    'Provider searches read from a streaming replica that stops replaying, is killed, goes silent and is promoted: no search fails, and none is older than the bound.',
  run: (report) =>
    withExternalServer(async (installation) => {
      await createServingRole(installation)
      const servers = await openReplicatedServer(installation)
      try {
        const url = servers.primaryUrl
        const metricsPort = await freePort()
        const portal = await startPortal(
          { ...installation, url },
          {
            DATABASE_REPLICA_URL: portUrl(servers.replica.port),
            DATABASE_REPLICA_MAX_LAG: String(maxLagSeconds),
            METRICS_PORT: String(metricsPort),
            LOG_LEVEL: 'info',
          },
        )
        await waitUntilReady(portal.process, portal.port, startMs)
        const settings = readConfig(environment({ ...installation, url }, 0))
        const direct = await openDatabaseContext(settings, 'command', () => {})
        const context = { portal, metricsPort, direct, servers, report }
        await checkAll(context).finally(() => direct.close())
        report('SIGTERM stops the portal', (await terminate(portal.process)) === 0)
      } finally {
        await servers.close()
      }
    }),
}

async function checkAll(context: Context) {
  const { portal, report } = context
  report('the replica serves', (await waitUntilServing(context, 1)) >= 0)
  const before = countOutages(portal)
  const load = searchContinuously(portal)
  await checkChanges(context)
  await checkStoppedReplay(context)
  await checkKill(context)
  await checkSilence(context)
  await checkPromotion(context)
  load.stop()
  const answers = await load.answers
  const outages = countOutages(portal) - before
  report('each of four outages is logged once', outages === 4, `${outages} entries`)
  const failed = answers.filter(({ answer }) => typeof answer !== 'number')
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  report(
    'no search fails',
    failed.length === 0,
    `${answers.length} searches, ${failed[0]?.answer ?? 'all ok'}`,
  )
  report('the slowest search takes at most 5 s', slowest <= 5_000, `${Math.round(slowest)} ms`)
}

/** A change of the directory is in every search that begins after it, as if there were no replica. */
async function checkChanges({ portal, direct, report }: Context) {
  const id = await findProvider(direct)
  const shown = await count(portal)
  let stale = 0
  for (let change = 0; change < changes; change += 1) {
    const isHidden = change % 2 === 0
    await hideProvider(direct, { ...id, actor: 'scenario', onStatus: () => {} }, isHidden)
    if ((await count(portal)) !== (isHidden ? shown - 1 : shown)) stale += 1
  }
  report(`each of ${changes} changes of the directory is in the next search`, stale === 0, `${stale} stale`)
}

/** A change outside of the directory's version proves which server answers. */
async function checkStoppedReplay(context: Context) {
  const { portal, direct, servers, report } = context
  // Until the replica has the changes of the previous check, the primary answers.
  await pause(maxLagSeconds * 1000)
  await waitUntilServing(context, 1)
  const rename = (from: string, to: string) =>
    execute(direct.owner, sql`update network_city set city = ${to} where city = ${from}`)
  const isRenamed = async () => Number((await listCities(portal)).includes(renamed))
  await servers.onReplica('select pg_wal_replay_pause()')
  await rename('Miami', renamed)
  const began = performance.now()
  report('the replica answers while its lag is within the bound', (await isRenamed()) === 0)
  const took = await measureUntil(isRenamed, 1, began)
  const longestMs = maxLagSeconds * 1000 + slackMs
  report(
    `with stopped replay, no answer is older than ${maxLagSeconds} s`,
    took >= 0 && took <= longestMs,
    `${took} ms`,
  )
  report('the metric says that the primary serves', (await waitUntilServing(context, 0)) >= 0)
  await servers.onReplica('select pg_wal_replay_resume()')
  report('the replica serves again after it caught up', (await waitUntilServing(context, 1)) >= 0)
  await rename(renamed, 'Miami')
}

async function listCities(portal: Portal): Promise<string> {
  const headers = { 'provider-code': 'publicDomestic' }
  const answer = await fetch(`http://127.0.0.1:${portal.port}/api/cities/US/FL`, { headers })
  if (!answer.ok) throw new Error(`The cities cannot be listed: ${answer.status}`)
  return answer.text()
}

async function checkKill(context: Context) {
  const { servers, report } = context
  servers.killReplica()
  report('the primary serves after kill -9 of the replica', (await waitUntilServing(context, 0)) >= 0)
  await servers.startReplica()
  report('the replica serves again after its restart', (await waitUntilServing(context, 1)) >= 0)
}

async function checkSilence(context: Context) {
  const { servers, report } = context
  servers.replica.silence()
  report('the primary serves while the replica is silent', (await waitUntilServing(context, 0)) >= 0)
  servers.replica.recover()
  report('the replica serves again when its host is back', (await waitUntilServing(context, 1)) >= 0)
}

async function checkPromotion(context: Context) {
  const { servers, report } = context
  await servers.onReplica('select pg_promote()')
  report('the primary serves after a promotion of the replica', (await waitUntilServing(context, 0)) >= 0)
  await pause(2 * maxLagSeconds * 1000)
  report('a promoted server never serves', (await readServing(context)) === 0)
}

const countOutages = (portal: Portal) =>
  portal.process.output().match(/searches read from the primary/g)?.length ?? 0

async function findProvider({ owner }: DatabaseContext) {
  const { rows } = await sql<{ id: string; network: string }>`
    select roster_id as id, network_code as network
      from provider
     where network_code = 'publicDomestic' and state_id = 'FL' and name_words @@ 'clinic'::tsquery and not hidden
     order by roster_id
     limit 1`.execute(owner)
  const [found] = rows
  if (!found) throw new Error('The demo data has no clinic in Florida.')
  return found
}

async function count(portal: Portal): Promise<number> {
  const answer = await search(portal, name)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

async function readServing({ metricsPort }: Context): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^portal_replica_serving (\d)/m.exec(text)?.[1])
}

const waitUntilServing = (context: Context, wanted: number) =>
  measureUntil(() => readServing(context), wanted, performance.now())

/** Returns the milliseconds since the beginning when `look` returns the wanted value, or -1 if that takes too long. */
async function measureUntil(look: () => Promise<number>, wanted: number, began: number): Promise<number> {
  while (performance.now() - began < timeoutMs) {
    if ((await look()) === wanted) return Math.round(performance.now() - began)
    await pause(20)
  }
  return -1
}

/** Five visitors who search continuously until stopped. */
function searchContinuously(portal: Portal) {
  let isOver = false
  const visit = async () => {
    const seen: { answer: number | string; ms: number }[] = []
    while (!isOver) {
      const began = performance.now()
      const answer = await search(portal, name).catch((error: Error) => error.name)
      seen.push({ answer, ms: performance.now() - began })
      await pause(20)
    }
    return seen
  }
  const answers = Promise.all(Array.from({ length: 5 }, visit)).then((all) => all.flat())
  const stop = () => {
    isOver = true
  }
  return { stop, answers }
}
