import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alertRulesFile, alertTestFiles } from '#test-support/alert-rules.ts'
import {
  createServingRole,
  type ExternalServer,
  type Portal,
  startPortal,
  withExternalServer,
} from './external-server.ts'
import { getThroughProxy, host, startNginx } from './nginx.ts'
import { freePort, root, terminate, waitUntilReady } from './portal-run.ts'
import { checkProxyTls } from './proxy-tls.ts'
import type { Report, Scenario } from './scenario.ts'

const startMs = 180_000
const requests = 200
/** More than the other checks send within a minute. */
const requestLimit = 400
/** Another address of the loopback interface than the one of all other requests. */
const visitor = '127.0.0.7'

/** The files in deploy/ for nginx, systemd and Prometheus, with two portals. */
export const proxy: Scenario = {
  shows:
    'nginx, with the configuration in deploy/, serves two portals over TLS; an address has one limit at both, and no request fails while one of them stops; between nginx and a portal on another address, both need TLS; systemd accepts the unit, and Prometheus the alerts.',
  run: async (report) => {
    checkUnit(report)
    checkAlerts(report)
    if (spawnSync('nginx', ['-v']).error)
      return report('nginx serves two portals', 'skipped', 'nginx is not installed')
    await withExternalServer(async (server) => {
      await createServingRole(server)
      await checkProxy(server, report)
      await checkProxyTls(server, report)
    })
  },
}

/** systemd checks the unit; only the program that it names does not exist here. */
function checkUnit(report: Report) {
  const unit = join(root, 'deploy/portal.service')
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  if (verified.error) return report('systemd accepts the unit', 'skipped', 'systemd-analyze is not installed')
  const faults = verified.stderr
    .split('\n')
    .filter((line) => line && !line.includes('/opt/portal/current/bin/portal'))
  report('systemd accepts the unit', faults.length === 0, faults.join('; '))
  const words = ['security', '--offline=yes', '--threshold=16', unit]
  const rated = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
  report('systemd rates its exposure 1.6 or less', rated.status === 0, rated.stdout.trim().split('\n').at(-1))
}

/** Prometheus checks the alerts and runs them on the series of all test files. */
function checkAlerts(report: Report) {
  const name = 'Prometheus raises the alerts'
  const checked = spawnSync('promtool', ['check', 'rules', alertRulesFile], { encoding: 'utf8' })
  if (checked.error) return report(name, 'skipped', 'promtool is not installed')
  const run = spawnSync('promtool', ['test', 'rules', ...alertTestFiles], { encoding: 'utf8' })
  report(
    name,
    checked.status === 0 && run.status === 0,
    `${checked.stderr}${run.stderr}`.trim().slice(0, 500),
  )
}

async function checkProxy(server: ExternalServer, report: Report) {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const settings = {
    PUBLIC_URL: `https://${host}`,
    TRUSTED_PROXIES: '127.0.0.1',
    DEMO_DATA: 'off',
    RATE_LIMIT_PER_MINUTE: String(requestLimit),
  }
  const portals = [await startPortal(server, settings), await startPortal(server, settings)]
  await Promise.all(portals.map(({ process, port }) => waitUntilReady(process, port, startMs)))
  const nginx = await startNginx(server.folder, { httpPort, httpsPort, portals })
  try {
    const plain = await fetch(`http://127.0.0.1:${httpPort}/home`, { redirect: 'manual', headers: { host } })
    report(
      'plain HTTP redirects to HTTPS',
      plain.status === 301 && plain.headers.get('location')?.startsWith('https:') === true,
    )
    const call = await fetch(`http://127.0.0.1:${httpPort}/api/info/publicDomestic`, { headers: { host } })
    report('plain HTTP reaches no endpoint', call.status === 403, `${call.status}`)
    const page = await getThroughProxy(httpsPort, '/')
    report(
      'the portal answers over TLS',
      page.status === 200 && page.headers['strict-transport-security'] !== undefined,
      `${page.status}`,
    )
    await checkSharedLimit(portals, httpsPort, report)
    await checkRestart(portals, httpsPort, report)
    const log = readFileSync(join(server.folder, 'nginx/access.log'), 'utf8')
    report('the log of nginx has no search terms', log.includes('/api/') && !log.includes('Quillfeather'))
  } finally {
    nginx.kill('SIGQUIT')
    await once(nginx, 'close')
    for (const { process } of portals) await terminate(process)
  }
}

/** Sends requests one after the other while one portal ends. */
async function checkRestart([first]: Portal[], httpsPort: number, report: Report) {
  if (!first) return
  let stopped: Promise<unknown> | undefined
  const statuses: number[] = []
  for (let sent = 0; sent < requests; sent += 1) {
    if (sent === requests / 4) stopped = terminate(first.process)
    statuses.push((await getThroughProxy(httpsPort, '/api/info/publicDomestic?name=Quillfeather')).status)
  }
  await stopped
  const failed = statuses.filter((status) => status >= 500)
  report(
    'no request fails while one portal stops',
    failed.length === 0,
    `${requests} requests, ${failed.length} failed`,
  )
}

/** A visitor with an address of its own sends one request more than its limit; then each portal knows it. */
async function checkSharedLimit(portals: readonly Portal[], httpsPort: number, report: Report) {
  const path = '/api/info/publicDomestic'
  const statuses: number[] = []
  for (let sent = 0; sent <= requestLimit; sent += 1)
    statuses.push((await getThroughProxy(httpsPort, path, visitor)).status)
  const refused = statuses.filter((status) => status === 429)
  report(
    'of one request more than the limit, two portals refuse the last',
    refused.length === 1 && statuses.at(-1) === 429,
    `${statuses.length} requests, ${refused.length} refused`,
  )
  const asked = portals.map(({ port }) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': visitor } }),
  )
  const answers = await Promise.all(asked)
  const other = await getThroughProxy(httpsPort, path)
  report(
    'both refuse its next one, and serve another visitor',
    answers.every(({ status }) => status === 429) && other.status !== 429,
    `${answers.map(({ status }) => status)}, ${other.status}`,
  )
}
