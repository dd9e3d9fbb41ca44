import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { parse } from 'yaml'
import { z } from 'zod'
import type { DatabaseSystem } from './database-system.ts'
import {
  ask,
  type Certificates,
  type Credentials,
  type Etcd,
  makeCertificates,
  startEtcd,
} from './etcd-cluster.ts'
import { installationName } from './external-server.ts'
import { freePort, type Run, root } from './portal-run.ts'
import { listDescendants } from './processes.ts'

const startMs = 120_000
const pollMs = 100
const stopMs = 30_000
const hosts = ['db1', 'db2']
const superuser = { user: 'postgres', password: 'a-password-of-the-superuser' }
/** Who may change the cluster through the interface of Patroni. */
export const patroniLogin = { username: 'patroni', password: 'a-password-of-patroni' }
export const replicationLogin = { username: 'replicator', password: 'a-password-of-the-replicator' }

type Node = { name: string; port: number; apiPort: number; data: string; patroni: Run }

const clusterState = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})

/** Two hosts with PostgreSQL and Patroni, and three with etcd, all of them processes of this machine. */
export type PatroniCluster = {
  /** The ports of PostgreSQL, of Patroni and of etcd. */
  ports: number[]
  apiPorts: number[]
  etcdPorts: number[]
  /** The certificate of the authority, and what a host of the cluster shows, for programs outside the system. */
  authority: string
  credentials: Credentials
  /** How the superuser gets in: only by the sockets of the hosts. */
  superusers: pg.ClientConfig[]
  /** The names of the primary and of its synchronous standby, once both run. */
  waitUntilHealthy(timeoutMs?: number): Promise<{ primary: string; standby: string }>
  /** Waits until another host than this one is the primary. Returns the milliseconds it took. */
  waitForTakeover(from: string, timeoutMs: number): Promise<number>
  superuserOf(name: string): pg.ClientConfig
  /** The table of hosts that `patronictl` prints. */
  list(): Promise<string>
  /** Kills PostgreSQL of a host with kill -9, and before that stops what it sends to its standby for some time. */
  kill(name: string, unsentMs: number): Promise<void>
  /** Stops every process of a host without closing its connections, as a lost network does; returns how to resume them. */
  silence(name: string): () => void
  close(): Promise<void>
}

/** Starts the cluster with the configuration in deploy/. */
export async function openPatroniCluster(system: DatabaseSystem): Promise<PatroniCluster> {
  const certificates = await makeCertificates(system, hosts)
  const etcd = await startEtcd(system, certificates)
  const nodes = await Promise.all(hosts.map((name) => startNode(system, name, etcd, certificates)))
  const files = certificates.filesFor('db1')
  const read = (path: string) => readFileSync(certificates.outer(path), 'utf8')
  const credentials = { ca: read(files.ca), cert: read(files.certificate), key: read(files.key) }
  const find = (name: string) => {
    const node = nodes.find((each) => each.name === name)
    if (!node) throw new Error(`There is no host ${name}.`)
    return node
  }
  return {
    ports: nodes.map(({ port }) => port),
    apiPorts: nodes.map(({ apiPort }) => apiPort),
    etcdPorts: etcd.ports,
    authority: certificates.outer(files.ca),
    credentials,
    superusers: nodes.map((node) => superuserOf(system, node)),
    superuserOf: (name) => superuserOf(system, find(name)),
    async waitUntilHealthy(timeoutMs = startMs) {
      const areHealthy = ({ primary, standby }: Roles) => primary !== undefined && standby !== undefined
      const { primary = '', standby = '' } = await waitForRoles(nodes, credentials, areHealthy, timeoutMs)
      return { primary, standby }
    },
    async waitForTakeover(from, timeoutMs) {
      const began = performance.now()
      await waitForRoles(nodes, credentials, ({ primary = from }) => primary !== from, timeoutMs)
      return Math.round(performance.now() - began)
    },
    list: () => system.execute('patronictl', '-c', join(system.innerFolder, 'db1.yml'), 'list'),
    kill: (name, unsentMs) => killServer(readPostmaster(system, find(name)), unsentMs),
    silence(name) {
      const node = find(name)
      const parents = [Number(node.patroni.child.pid), readPostmaster(system, node)]
      const all = parents.flatMap((parent) => [
        parent,
        ...listDescendants(parent).map(({ processId }) => processId),
      ])
      for (const each of all) process.kill(each, 'SIGSTOP')
      return () => {
        for (const each of all.toReversed()) process.kill(each, 'SIGCONT')
      }
    },
    async close() {
      for (const { patroni } of nodes) patroni.child.kill('SIGTERM')
      await Promise.race([Promise.all(nodes.map(({ patroni }) => patroni.ended)), pause(stopMs)])
      for (const { child } of etcd.runs) child.kill('SIGTERM')
    },
  }
}

async function killServer(postmaster: number, unsentMs: number) {
  const senders = listDescendants(postmaster).filter(({ command }) => command.includes('walsender'))
  if (unsentMs > 0) {
    for (const { processId } of senders) process.kill(processId, 'SIGSTOP')
    await pause(unsentMs)
  }
  process.kill(postmaster, 'SIGKILL')
  for (const { processId } of senders) process.kill(processId, 'SIGKILL')
}

type Roles = { primary: string | undefined; standby: string | undefined }

/** Waits until the hosts have such roles; throws with what Patroni said if that takes too long. */
async function waitForRoles(
  nodes: readonly Node[],
  credentials: Credentials,
  areWanted: (roles: Roles) => boolean,
  timeoutMs: number,
) {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    const roles = await readRoles(nodes, credentials).catch(() => undefined)
    if (roles && areWanted(roles)) return roles
    await pause(pollMs)
  }
  const said = nodes.map(({ patroni }) => patroni.output().slice(-2_000))
  throw new Error(`The cluster did not get its roles within ${timeoutMs / 1000} s:\n${said.join('\n')}`)
}

const access = z.looseObject({ sslmode: z.string().optional() })
const settings = z.looseObject({
  restapi: z.looseObject({}),
  ctl: z.looseObject({}),
  etcd3: z.looseObject({}),
  bootstrap: z.looseObject({
    dcs: z.looseObject({ postgresql: z.looseObject({ parameters: z.looseObject({}) }) }),
  }),
  postgresql: z.looseObject({
    parameters: z.looseObject({}),
    authentication: z.looseObject({ superuser: access, replication: access, rewind: access }),
    pg_hba: z.array(z.string()),
  }),
})

/** Starts a host with the configuration in deploy/; only names, addresses, folders and passwords are others. */
async function startNode(
  system: DatabaseSystem,
  name: string,
  etcd: Etcd,
  certificates: Certificates,
): Promise<Node> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const data = join(system.createFolder(name), 'data')
  const given = settings.parse(parse(readFileSync(join(root, 'deploy/patroni.yml'), 'utf8')))
  const [address, api] = [`127.0.0.1:${port}`, `127.0.0.1:${apiPort}`]
  const { ca, certificate, key } = certificates.filesFor(name)
  const place = join(system.innerFolder, name)
  given.bootstrap.dcs.postgresql.parameters.shared_buffers = '64MB'
  const { parameters, authentication } = given.postgresql
  const own = {
    ...given,
    name,
    restapi: {
      ...given.restapi,
      listen: api,
      connect_address: api,
      certfile: certificate,
      keyfile: key,
      authentication: patroniLogin,
    },
    ctl: { ...given.ctl, cacert: ca },
    etcd3: { ...given.etcd3, hosts: etcd.addresses.join(','), cacert: ca, cert: certificate, key },
    postgresql: {
      ...given.postgresql,
      listen: address,
      connect_address: address,
      data_dir: data,
      bin_dir: system.binaries,
      pgpass: join(place, 'pgpass'),
      parameters: {
        ...parameters,
        unix_socket_directories: place,
        ssl_cert_file: certificate,
        ssl_key_file: key,
      },
      authentication: {
        superuser: { ...authentication.superuser, username: superuser.user, password: superuser.password },
        replication: { ...authentication.replication, ...replicationLogin, sslrootcert: ca },
        rewind: { ...authentication.rewind, password: 'a-password-of-the-rewinder', sslrootcert: ca },
      },
      pg_hba: given.postgresql.pg_hba.map((line) =>
        line
          .replace(/ 10\.0\.0\.\d+\/\d+ /, ' 127.0.0.1/32 ')
          .replace(' portal portal_owner ', ` ${installationName} ${installationName} `),
      ),
    },
  }
  const file = `${name}.yml`
  writeFileSync(join(system.folder, file), JSON.stringify(own), { mode: 0o644 })
  const patroni = system.start('patroni', join(system.innerFolder, file))
  return { name, port, apiPort, data, patroni }
}

const superuserOf = (system: DatabaseSystem, { name, port }: Node): pg.ClientConfig => ({
  ...superuser,
  host: join(system.folder, name),
  port,
  database: 'postgres',
})

/** The roles of the hosts, as the first that answers says. */
async function readRoles(nodes: readonly Node[], { ca }: Credentials): Promise<Roles> {
  const answers = nodes.map(async ({ apiPort }) => {
    const { text } = await ask(apiPort, '/cluster', { ca })
    return clusterState.parse(JSON.parse(text)).members
  })
  const members = await Promise.any(answers)
  const findName = (role: string, state: string) =>
    members.find((each) => each.role === role && each.state === state)?.name
  return { primary: findName('leader', 'running'), standby: findName('sync_standby', 'streaming') }
}

function readPostmaster(system: DatabaseSystem, { data }: Node): number {
  const file = join(system.folder, data.slice(system.innerFolder.length), 'postmaster.pid')
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}
