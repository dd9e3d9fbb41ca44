import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { searchProviders } from '#provider-search/contract.ts'
import { openMailServer } from '#test-support/mail-server.ts'
import { isInstalled } from './database-system.ts'
import { listPendingBills, toItnRow } from './decision-staff.ts'
import { createServingRole, type ExternalServer, environment, withExternalServer } from './external-server.ts'
import { checkDeliveries, findLongestGap, type Load, people, startLoad } from './failover-load.ts'
import { startNginx, trustCertificate } from './nginx.ts'
import { findPreviousVersion, withCopy, withVersion } from './portal-builds.ts'
import { freePort, type Run, root, run, terminate, waitUntilReady } from './portal-run.ts'
import type { Report, Scenario } from './scenario.ts'

const startMs = 180_000
/** How long both versions serve after each replacement: as long as docs/going-to-production.md says to wait for nginx. */
const mixedMs = 3_000
const searchMs = 100

type Served = { port: number; process: Run }
type Site = {
  server: ExternalServer
  direct: DatabaseContext
  mail: Awaited<ReturnType<typeof openMailServer>>
  address: string
  portals: Served[]
  /** The folder of the version of both portals, unless they are being replaced. */
  folder: string
  settings: Record<string, string>
  report: Report
}

/** A new version replaces two portals behind a proxy, one after the other, while people work. */
export const upgrade: Scenario = {
  shows: `Two portals behind nginx are replaced one after the other while ${people} people decide and others search: from the last tagged release, or the commit before the newest migration (FROM=COMMIT names another), to this one and back, and from this one on to a version with one more migration, and back to this one. Every request succeeds, after one retry at most; no decision is lost. A planted migration that removes what the previous version reads is caught.`,
  async run(report) {
    if (!isInstalled('nginx')) return report('portals are replaced', 'skipped', 'nginx is not installed.')
    const previous = findPreviousVersion()
    if (!previous) report('the previous version is replaced', 'skipped', 'the history has no such version')
    else
      await withVersion(previous, (folder) =>
        withSite(folder, report, async (site) => {
          await checkReplacement(site, `${previous} is replaced by this version`, 'UP', root)
          site.settings.ALLOW_NEWER_DATABASE = 'on'
          await checkReplacement(site, `this version is replaced by ${previous} again`, 'RETURN', folder)
        }),
      )
    await withSite(root, report, goForwardAndBack)
    await withSite(root, report, checkPlantedMigration)
  },
}

async function goForwardAndBack(site: Site) {
  const { report, settings, server } = site
  await withMigration('alter table authorization_request add column planted text', async (newer) => {
    await checkReplacement(site, 'this version is replaced by one with one more migration', 'NEXT', newer)
    const refused = run([process.execPath, 'src/app/main.ts'], {
      env: environment(server, await freePort(), settings),
    })
    const isRefused = (await refused.ended) === 1 && refused.output().includes('9999_planted')
    report('the previous version does not start on the newer database unless allowed', isRefused)
    Object.assign(settings, { ALLOW_NEWER_DATABASE: 'on' })
    await checkReplacement(site, 'the newer version is replaced by this one again', 'BACK', root)
  })
}

/** Without the column, neither the previous version nor this one can save decisions; clients notice. */
async function checkPlantedMigration(site: Site) {
  const { report } = site
  await withMigration(
    'alter table authorization_decision rename column comment to planted',
    async (newer) => {
      const load = await startSiteLoad(site, 'LOST')
      await replaceEach(site, newer).catch(() => {})
      await load.stop()
      const failed = countFailed(load)
      report(
        'a planted migration that removes what the previous version reads is caught',
        failed > 0,
        `${failed} failed`,
      )
    },
  )
}

/** Requests that failed again when they were retried. */
const countFailed = ({ acknowledged, unexpected, counts }: Load) => {
  const repeatedOften = acknowledged.filter(({ requests }) => requests > 2).length
  const unfinished = counts.repeated - acknowledged.reduce((sum, { requests }) => sum + requests - 1, 0)
  return unexpected.length + repeatedOften + unfinished
}

async function checkReplacement(site: Site, what: string, prefix: string, folder: string) {
  const { report } = site
  const searches = startSearches(site.address)
  const load = await startSiteLoad(site, prefix)
  await pause(mixedMs)
  await replaceEach(site, folder)
  await load.stop()
  const { sent, repeated, failed } = await searches.stop()
  const decided = load.acknowledged.length
  report(
    `${what}: every decision succeeds, after one retry at most`,
    countFailed(load) === 0 && decided > people,
    `${decided} decisions, ${load.counts.repeated} repeated; longest time without one ${findLongestGap(load)} ms`,
  )
  report(
    'every search succeeds, after one retry at most',
    failed.length === 0,
    `${sent} searches, ${repeated} repeated ${failed[0] ?? ''}`,
  )
  const stored = await checkDeliveries(site, load, prefix)
  const lost = load.acknowledged.filter(({ itn }) => !stored.has(itn))
  report('no acknowledged decision is lost', lost.length === 0, `${lost.length}`)
}

/** Replaces each portal by the version in a folder, while the other portal serves. */
async function replaceEach(site: Site, folder: string) {
  const { server, portals, settings } = site
  for (const portal of portals) {
    await terminate(portal.process)
    portal.process = await startVersion(server, portal.port, folder, settings)
    await pause(mixedMs)
  }
  site.folder = folder
}

async function startVersion(server: ExternalServer, port: number, cwd: string, settings: Site['settings']) {
  const portal = run([process.execPath, 'src/app/main.ts'], { cwd, env: environment(server, port, settings) })
  await waitUntilReady(portal, port, startMs)
  return portal
}

/** Starts a load whose bills the serving version imports: only its own command line knows the tables of that version. */
const startSiteLoad = (site: Site, prefix: string) =>
  startLoad({ ...site, prefix, addBills: (name, count) => importBills(site, name, count) })

async function importBills({ server, folder, settings }: Site, name: string, count: number) {
  const bills = listPendingBills(name, count)
  const rows = bills.map(toItnRow)
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)]
  const file = join(server.folder, `${name}.csv`)
  writeFileSync(file, lines.map((values) => `"${values.join('","')}"\n`).join(''))
  const command = [process.execPath, 'src/app/cli.ts', 'import', 'itns', file]
  const imported = run(command, { cwd: folder, env: environment(server, 0, settings) })
  if ((await imported.ended) !== 0) throw new Error(`The bills were not imported:\n${imported.output()}`)
  return bills.map(({ itn }) => itn)
}

/** Searches without pauses, and retries a failed search once. */
function startSearches(address: string) {
  const counts = { sent: 0, repeated: 0, failed: [] as string[] }
  const body = {
    providerSearchCode: 'publicDomestic',
    providerType: '0000000000',
    name: 'center',
    state: 'FL',
  }
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const search = async () => {
    const answer = await fetch(`${address}${searchProviders.path}`, request).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => {})
    return answer?.status ?? 0
  }
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      counts.sent += 1
      let status = await search()
      if (status !== 200) {
        counts.repeated += 1
        await pause(searchMs)
        status = await search()
      }
      if (status !== 200) counts.failed.push(String(status))
      await pause(searchMs)
    }
  })()
  return {
    async stop() {
      isOver = true
      await running
      return counts
    },
  }
}

/** Two portals of the version in a folder, with a separate database, behind nginx. */
async function withSite(folder: string, report: Report, work: (site: Site) => Promise<void>) {
  await withExternalServer(async (server) => {
    await createServingRole(server)
    const mail = await openMailServer()
    const settings = {
      PUBLIC_URL: 'https://portal.example.com',
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: mail.url,
      RATE_LIMIT_PER_MINUTE: '1000000',
    }
    const portals: Served[] = []
    for (const port of [await freePort(), await freePort()])
      portals.push({ port, process: await startVersion(server, port, folder, settings) })
    const [httpPort, httpsPort] = [await freePort(), await freePort()]
    const nginx = await startNginx(server.folder, { httpPort, httpsPort, portals })
    trustCertificate(server.folder)
    const direct = await openDatabaseContext(readConfig(environment(server, 0)), 'command', () => {})
    try {
      const address = `https://127.0.0.1:${httpsPort}`
      await work({ server, direct, mail, address, portals, folder, settings, report })
    } finally {
      nginx.kill('SIGQUIT')
      for (const { process } of portals) await terminate(process)
      await direct.close()
      await mail.close()
    }
  })
}

/** Runs `work` with a copy of the portal that has one more migration. */
const withMigration = (text: string, work: (folder: string) => Promise<void>) =>
  withCopy(async (folder) => {
    writeFileSync(join(folder, 'migrations/9999_planted.sql'), text)
    await work(folder)
  })
