import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'yaml'
import { z } from 'zod'
import type { DatabaseSystem } from './database-system.ts'
import { freePort, type Run, root } from './portal-run.ts'

const members = ['etcd1', 'etcd2', 'etcd3']
const script = 'cluster-certificates.sh'
const address = '127.0.0.1'

/** The paths of a host's certificate and key and of the authority, as programs of the system see them. */
export type CertificateFiles = { ca: string; certificate: string; key: string }

/** The certificates of the cluster, made by the script in deploy/. */
export type Certificates = { filesFor(host: string): CertificateFiles; outer(path: string): string }
export type Etcd = { addresses: string[]; ports: number[]; runs: Run[] }

export async function makeCertificates(
  system: DatabaseSystem,
  hosts: readonly string[],
): Promise<Certificates> {
  const folder = system.createFolder('tls')
  copyFileSync(join(root, 'deploy', script), join(system.folder, script))
  const named = [...hosts, ...members].map((host) => `${host}=${address}`)
  await system.execute('sh', join(system.innerFolder, script), folder, ...named)
  const path = (name: string) => join(folder, `${name}.pem`)
  return {
    filesFor: (host) => ({ ca: path('ca'), certificate: path(host), key: path(`${host}-key`) }),
    outer: (inner) => join(system.folder, inner.slice(system.innerFolder.length)),
  }
}

const security = z.looseObject({ 'cert-file': z.string(), 'client-cert-auth': z.boolean() })
const settings = z.looseObject({
  'client-transport-security': security,
  'peer-transport-security': security,
})

/** Starts three members with the configuration in deploy/. */
export async function startEtcd(system: DatabaseSystem, certificates: Certificates): Promise<Etcd> {
  const given = settings.parse(parse(readFileSync(join(root, 'deploy/etcd.yml'), 'utf8')))
  const ports = await Promise.all(
    members.map(async (name) => ({ name, client: await freePort(), peer: await freePort() })),
  )
  const toUrl = (port: number) => `https://${address}:${port}`
  const initial = ports.map(({ name, peer }) => `${name}=${toUrl(peer)}`).join(',')
  const runs = ports.map(({ name, client, peer }) => {
    const { ca, certificate, key } = certificates.filesFor(name)
    const files = { 'cert-file': certificate, 'key-file': key, 'trusted-ca-file': ca }
    const own = {
      ...given,
      name,
      'data-dir': system.createFolder(name),
      'log-level': 'error',
      'listen-client-urls': toUrl(client),
      'advertise-client-urls': toUrl(client),
      'listen-peer-urls': toUrl(peer),
      'initial-advertise-peer-urls': toUrl(peer),
      'initial-cluster': initial,
      'client-transport-security': { ...given['client-transport-security'], ...files },
      'peer-transport-security': { ...given['peer-transport-security'], ...files },
    }
    const file = `${name}.yml`
    writeFileSync(join(system.folder, file), JSON.stringify(own), { mode: 0o644 })
    return system.start('etcd', '--config-file', join(system.innerFolder, file))
  })
  return {
    addresses: ports.map(({ client }) => `${address}:${client}`),
    ports: ports.map(({ client }) => client),
    runs,
  }
}

const answerMs = 2_000

/** The certificate of an authority, and a certificate and key of one of its hosts. */
export type Credentials = { ca: string; cert: string; key: string }

/** Sends a request to a server of this machine over TLS; rejects if either does not accept the other's certificate. */
export async function ask(port: number, path: string, options: RequestOptions) {
  const sent = request({ host: '127.0.0.1', port, path, agent: false, ...options })
  sent.setTimeout(answerMs, () => sent.destroy(new Error('no answer')))
  sent.end()
  const [answer] = await once(sent, 'response')
  return { status: Number(answer.statusCode), text: await text(answer) }
}
