import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { openMailServer } from '#test-support/mail-server.ts'
import { addBills } from '#test-support/report-fixture.ts'
import { type DatabaseSystem, describeMissing, isInstalled, openDatabaseSystem } from './database-system.ts'
import { findRecords } from './decision-records.ts'
import { environment, hostsUrl, installationRoles } from './external-server.ts'
import { checkAccess } from './failover-access.ts'
import { causeFaults, type Fault } from './failover-faults.ts'
import { checkDeliveries, findLongestGap, type Load, people, startLoad } from './failover-load.ts'
import { askReadiness, setReadOnly, watchReadiness } from './failover-readiness.ts'
import { startNginx, trustCertificate } from './nginx.ts'
import { openPatroniCluster, type PatroniCluster } from './patroni-cluster.ts'
import { withPlantedFault } from './portal-builds.ts'
import { freePort, type Run, root, run, terminate, waitUntilReady } from './portal-run.ts'
import { findIncident } from './report-records.ts'
import type { Report, Scenario } from './scenario.ts'

/** KILLS=2 SILENCES=1 causes fewer faults, for a quick check. */
const kills = Number(process.env.KILLS ?? 20)
const silences = Number(process.env.SILENCES ?? 5)
const mostPlantedKills = 5
const programs = [
  'postgres',
  'initdb',
  'pg_basebackup',
  'pg_rewind',
  'patroni',
  'patronictl',
  'etcd',
  'openssl',
]
const packages = 'postgresql-17 patroni etcd-server openssl'
const reportBills = 12_000
const startMs = 600_000
const noticeMs = 1_000
const readOnlyMs = 5_000
const arrivalMs = 60_000

export type FailoverContext = {
  cluster: PatroniCluster
  direct: DatabaseContext
  mail: Awaited<ReturnType<typeof openMailServer>>
  address: string
  report: Report
}
type Installation = { folder: string; url: string; ports: [number, number]; settings: Record<string, string> }

/** A PostgreSQL cluster that fails over while people work. */
export const failover: Scenario = {
  shows: `A Patroni primary is killed ${kills} times and goes silent ${silences} times while ${people} people decide through nginx and two portals: no acknowledged decision is lost or duplicated, and mail, reports and the back-office feed resume. A planted build that answers before it commits is caught. Strangers are refused by etcd, Patroni and PostgreSQL.`,
  async run(report) {
    const missing =
      describeMissing(programs, packages) ?? (isInstalled('nginx') ? undefined : 'nginx is not installed.')
    if (missing) return report('the database fails over', 'skipped', missing)
    const system = openDatabaseSystem('failover')
    const mail = await openMailServer()
    try {
      const cluster = await openPatroniCluster(system)
      const { primary } = await cluster.waitUntilHealthy()
      await createInstallation(cluster.superuserOf(primary))
      await checkAccess(cluster, report)
      const table = await cluster.list()
      report(
        'patronictl lists the primary and its standby',
        /Leader/.test(table) && /Sync Standby/.test(table),
      )
      await serve(system, cluster, mail, report)
      await cluster.close()
    } finally {
      await mail.close()
      system.close()
    }
  },
}

async function createInstallation(superuser: pg.ClientConfig) {
  const client = new pg.Client(superuser)
  await client.connect()
  for (const statement of installationRoles) await client.query(statement)
  await client.end()
}

async function serve(
  { folder }: DatabaseSystem,
  cluster: PatroniCluster,
  mail: FailoverContext['mail'],
  report: Report,
) {
  const url = hostsUrl(cluster.ports, cluster.authority)
  const public_ = { PUBLIC_URL: 'https://portal.example.com', TRUSTED_PROXIES: '127.0.0.1' }
  const settings = { ...public_, SMTP_URL: mail.url, RATE_LIMIT_PER_MINUTE: '1000000' }
  const installation: Installation = {
    folder,
    url,
    settings,
    ports: [await freePort(), await freePort()],
  }
  const portals = await startPortals(installation, root)
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const upstreams = installation.ports.map((port) => ({ port }))
  const nginx = await startNginx(folder, { httpPort, httpsPort, portals: upstreams })
  trustCertificate(folder)
  const config = readConfig(environment({ folder, url }, 0))
  const direct = await openDatabaseContext(config, 'command', () => {})
  try {
    const address = `https://127.0.0.1:${httpsPort}`
    const context: FailoverContext = { cluster, direct, mail, address, report }
    await checkOwnBuild(context, installation)
    for (const portal of portals) report('SIGTERM stops a portal', (await terminate(portal)) === 0)
    await checkPlantedBuild(context, installation)
  } finally {
    nginx.kill('SIGQUIT')
    await direct.close()
  }
}

async function startPortals({ folder, url, ports, settings }: Installation, cwd: string): Promise<Run[]> {
  const portals = ports.map((port) =>
    run([process.execPath, 'src/app/main.ts'], { cwd, env: environment({ folder, url }, port, settings) }),
  )
  await Promise.all(portals.map((portal, at) => waitUntilReady(portal, Number(ports[at]), startMs)))
  return portals
}

async function checkOwnBuild(context: FailoverContext, { ports }: Installation) {
  const { direct, address, report, cluster } = context
  await addBills(direct.owner, 'ALP1', await findIncident(direct), reportBills)
  const load = await startLoad({ direct, address, prefix: 'FAIL' })
  const readiness = watchReadiness(cluster.superusers, ports)
  let faults: Fault[]
  let seen: Awaited<ReturnType<typeof readiness.stop>>
  try {
    faults = await causeFaults(context, load, { kills, silences })
    await checkReadOnly(context, ports)
  } finally {
    seen = await readiness.stop()
    await load.stop()
  }
  await checkLoad(context, load, faults)
  report(
    `no portal says that it is ready ${noticeMs / 1000} s after the last server accepted writes`,
    seen.longestMs < noticeMs && seen.refused > 0,
    `${Math.round(seen.longestMs)} ms at most, ready ${seen.ready} and not ready ${seen.refused} times`,
  )
}

/** A primary that turns read-only keeps its sessions open. */
async function checkReadOnly({ cluster, report }: FailoverContext, ports: readonly number[]) {
  const { primary } = await cluster.waitUntilHealthy()
  const server = cluster.superuserOf(primary)
  await setReadOnly(server, true)
  const noticed = await Promise.all(ports.map((each) => measureReadiness(each, false)))
  const until = performance.now() + readOnlyMs
  let ready = 0
  while (performance.now() < until) for (const each of ports) ready += Number(await askReadiness(each))
  await setReadOnly(server, false)
  const recovered = await Promise.all(ports.map((each) => measureReadiness(each, true)))
  report(
    'portals whose primary turns read-only are not ready until it accepts writes again',
    ready === 0 && [...noticed, ...recovered].every((ms) => ms >= 0),
    `noticed after ${Math.max(...noticed)} ms, ready after ${Math.max(...recovered)} ms`,
  )
}

async function measureReadiness(port: number, wanted: boolean): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < arrivalMs) {
    if ((await askReadiness(port)) === wanted) return Math.round(performance.now() - began)
    await pause(20)
  }
  return -1
}

async function checkLoad({ direct, mail, report }: FailoverContext, load: Load, faults: readonly Fault[]) {
  const stored = await checkDeliveries({ direct, mail, report }, load, 'FAIL')
  const { acknowledged, counts } = load
  const lost = acknowledged.filter(({ itn }) => !stored.has(itn))
  report(
    `no acknowledged decision is lost in ${faults.length} faults`,
    lost.length === 0 && acknowledged.length > faults.length * people,
    `${acknowledged.length} acknowledged, ${lost.length} lost, ${counts.repeated} requests repeated`,
  )
  const gap = findLongestGap(load)
  report('people never ran out of bills', counts.idle === 0, `${counts.idle}`)
  report('the longest time without a decision', true, `${(gap / 1000).toFixed(1)} s`)
}

/** The response is sent before the transaction is committed. */
const fault = {
  file: 'src/features/authorizations/server/decision-routes.ts',
  code: '  const attempt = () => withScope(db, getScope(request), (scoped) => decide(scoped, command, context))\n',
  planted: `  const attempt = () =>
    new Promise<Awaited<ReturnType<typeof decide>>>((resolve, reject) => {
      const answering = async (scoped: Database) => resolve(await decide(scoped, command, context))
      withScope(db, getScope(request), answering).catch(reject)
    })
`,
}

async function checkPlantedBuild(context: FailoverContext, installation: Installation) {
  const { cluster, direct, address, report } = context
  await withPlantedFault(fault, async (folder) => {
    const portals = await startPortals(installation, folder)
    const load = await startLoad({ direct, address, prefix: 'EARLY' })
    let [killed, lost] = [0, 0]
    try {
      while (killed < mostPlantedKills && lost === 0) {
        killed += 1
        await causeFaults({ ...context, report: () => {} }, load, { kills: 1, silences: 0 })
        const stored = new Set((await findRecords(direct, 'EARLY')).decisions)
        lost = load.acknowledged.filter(({ itn }) => !stored.has(itn)).length
      }
    } finally {
      await load.stop()
    }
    for (const portal of portals) await terminate(portal)
    await cluster.waitUntilHealthy()
    const counts = `${lost} of ${load.acknowledged.length} lost after ${killed} ${killed === 1 ? 'kill' : 'kills'}`
    report('a planted build that answers before it commits is caught', lost > 0, counts)
  })
}
