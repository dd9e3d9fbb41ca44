import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  createServingRole,
  type ExternalServer,
  type Portal,
  startPortal,
  withExternalServer,
} from './external-server.ts'
import { freePort, root, terminate, waitUntilReady } from './portal-run.ts'
import type { Report, Scenario } from './scenario.ts'

const host = 'portal.example.com'
const startMs = 180_000
const requests = 200
/** More than the other checks send within a minute. */
const requestLimit = 400
/** Another address of the loopback interface than the one of all other requests. */
const visitor = '127.0.0.7'

/** The files in deploy/ for nginx, systemd and Prometheus, with two portals. */
export const proxy: Scenario = {
  shows:
    'nginx, with the configuration in deploy/, serves two portals over TLS; an address has one limit at both, and no request fails while one of them stops; systemd accepts the unit, and Prometheus the alerts.',
  run: async (report) => {
    checkUnit(report)
    checkAlerts(report)
    if (spawnSync('nginx', ['-v']).error)
      return report('nginx serves two portals', 'skipped', 'nginx is not installed')
    await withExternalServer(async (server) => {
      await createServingRole(server)
      await checkProxy(server, report)
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
  const words = ['security', '--offline=yes', '--threshold=20', unit]
  const rated = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
  report('systemd rates its exposure 2.0 or less', rated.status === 0, rated.stdout.trim().split('\n').at(-1))
}

/** Prometheus checks the alerts and runs them on the series of the test file. */
function checkAlerts(report: Report) {
  const name = 'Prometheus raises the alerts'
  const checked = spawnSync('promtool', ['check', 'rules', join(root, 'deploy/prometheus-alerts.yml')])
  if (checked.error) return report(name, 'skipped', 'promtool is not installed')
  const file = join(root, 'tests/resilience/alert-rules.test.yml')
  const run = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  report(
    name,
    checked.status === 0 && run.status === 0,
    `${checked.stderr}${run.stderr}`.trim().slice(0, 500),
  )
}

async function checkProxy(server: ExternalServer, report: Report) {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const settings = {
    ...{ PUBLIC_URL: `https://${host}`, TRUSTED_PROXIES: '127.0.0.1', DEMO_DATA: 'off' },
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
    const page = await get(httpsPort, '/')
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
    statuses.push((await get(httpsPort, '/api/info/publicDomestic?name=Quillfeather')).status)
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
    statuses.push((await get(httpsPort, path, visitor)).status)
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
  const other = await get(httpsPort, path)
  report(
    'both refuse its next one, and serve another visitor',
    answers.every(({ status }) => status === 429) && other.status !== 429,
    `${answers.map(({ status }) => status)}, ${other.status}`,
  )
}

type Site = { httpPort: number; httpsPort: number; portals: readonly Pick<Portal, 'port'>[] }

/** Starts nginx with the configuration in deploy/, for any number of portals, and a certificate for the test. */
export async function startNginx(folder: string, { httpPort, httpsPort, portals }: Site) {
  const place = join(folder, 'nginx')
  mkdirSync(place, { recursive: true })
  const [certificate, key] = [join(place, 'fullchain.pem'), join(place, 'key.pem')]
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},IP:127.0.0.1`, '-days', '2']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  })
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace(/( +server )portal-1:3000(.*\n)( +server portal-\d:3000.*\n)+/, (_all, before, after) =>
      portals.map(({ port }) => `${before}127.0.0.1:${port}${after}`).join(''),
    )
    .replaceAll(/listen \[::\].*\n/g, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${httpPort}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${httpsPort}`)
    .replaceAll('/etc/ssl/portal', place)
    .replaceAll('/var/log/nginx', place)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  )
  const main = `pid ${place}/nginx.pid;\nerror_log ${place}/error.log;\ndaemon off;\nevents {}\nhttp {\n${temporary.join('\n')}\n${site}\n}\n`
  const config = join(place, 'nginx.conf')
  writeFileSync(config, main)
  execFileSync('nginx', ['-t', '-q', '-c', config, '-p', place])
  const nginx = spawn('nginx', ['-c', config, '-p', place], { stdio: 'ignore' })
  for (let looks = 0; looks < 100; looks += 1) {
    const answer = await get(httpsPort, '/healthz').catch(() => undefined)
    if (answer?.status === 200) return nginx
    await pause(50)
  }
  throw new Error(`nginx does not answer:\n${readFileSync(join(place, 'error.log'), 'utf8')}`)
}

/** Trusts the certificate of an nginx in this folder. */
export const trustCertificate = (folder: string) =>
  setDefaultCACertificates([
    ...getCACertificates('default'),
    readFileSync(join(folder, 'nginx/fullchain.pem'), 'utf8'),
  ])

/** A request through the proxy. Its certificate is made for the test, so nothing checks it. */
async function get(port: number, path: string, localAddress = '127.0.0.1') {
  const sent = request({
    host: '127.0.0.1',
    localAddress,
    port,
    path,
    servername: host,
    headers: { host },
    rejectUnauthorized: false,
  })
  sent.end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return { status: Number(answer.statusCode), headers: answer.headers as Record<string, string | undefined> }
}
