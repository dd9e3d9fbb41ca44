import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Portal } from './external-server.ts'
import { root } from './portal-run.ts'

/** The name of the portal behind nginx. */
export const host = 'portal.example.com'

type Site = {
  httpPort: number
  httpsPort: number
  portals: readonly Pick<Portal, 'port'>[]
  /** Directives for TLS to the portals; without them, nginx speaks HTTP. */
  tls?: string
}

/**
 * Starts nginx with the configuration in deploy/, for any number of portals, and a certificate for the test. Waits until it
 * responds, whatever the portals do.
 */
export async function startNginx(folder: string, { httpPort, httpsPort, portals, tls }: Site) {
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
    .replaceAll('http://portal;', tls ? 'https://portal;' : 'http://portal;')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  )
  const main = `pid ${place}/nginx.pid;\nerror_log ${place}/error.log;\ndaemon off;\nevents {}\nhttp {\n${temporary.join('\n')}\n${tls ?? ''}\n${site}\n}\n`
  const config = join(place, 'nginx.conf')
  writeFileSync(config, main)
  execFileSync('nginx', ['-t', '-q', '-c', config, '-p', place])
  const nginx = spawn('nginx', ['-c', config, '-p', place], { stdio: 'ignore' })
  for (let looks = 0; looks < 100; looks += 1) {
    const answer = await getThroughProxy(httpsPort, '/healthz').catch(() => undefined)
    if (answer?.status === 200 || (tls && answer)) return nginx
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
export async function getThroughProxy(port: number, path: string, localAddress = '127.0.0.1') {
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
