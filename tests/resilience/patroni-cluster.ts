import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import type { DatabaseSystem } from './database-system.ts'
import { freePort, type Run, root } from './portal-run.ts'
import { listDescendants } from './processes.ts'

const startMs = 120_000
const pollMs = 100
const answerMs = 2_000
const stopMs = 30_000
export const superuser = { user: 'postgres', password: 'a-password-of-the-superuser' }

type Node = { name: string; port: number; apiPort: number; data: string; patroni: Run }

const clusterState = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})

/** Two hosts with PostgreSQL and Patroni, and three with etcd, all of them processes of this machine. */
export type PatroniCluster = {
  ports: number[]
  /** The names of the primary and of its synchronous standby, once both run. */
  waitUntilHealthy(timeoutMs?: number): Promise<{ primary: string; standby: string }>
  /** Waits until another host than this one is the primary. Returns the milliseconds it took. */
  waitForTakeover(from: string, timeoutMs: number): Promise<number>
  portOf(name: string): number
  /** Kills PostgreSQL of a host with kill -9, and before that stops what it sends to its standby for some time. */
  kill(name: string, unsentMs: number): Promise<void>
  /** Stops every process of a host without closing its connections, as a lost network does; returns how to resume them. */
  silence(name: string): () => void
  close(): Promise<void>
}

/** Starts the cluster with the configuration in deploy/. */
export async function openPatroniCluster(system: DatabaseSystem): Promise<PatroniCluster> {
  const etcd = await startEtcd(system)
  const nodes = [await startNode(system, 'db1', etcd), await startNode(system, 'db2', etcd)]
  const find = (name: string) => {
    const node = nodes.find((each) => each.name === name)
    if (!node) throw new Error(`There is no host ${name}.`)
    return node
  }
  return {
    ports: nodes.map(({ port }) => port),
    portOf: (name) => find(name).port,
    async waitUntilHealthy(timeoutMs = startMs) {
      const areHealthy = ({ primary, standby }: Roles) => primary !== undefined && standby !== undefined
      const { primary = '', standby = '' } = await waitForRoles(nodes, areHealthy, timeoutMs)
      return { primary, standby }
    },
    async waitForTakeover(from, timeoutMs) {
      const began = performance.now()
      await waitForRoles(nodes, ({ primary = from }) => primary !== from, timeoutMs)
      return Math.round(performance.now() - began)
    },
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
async function waitForRoles(nodes: readonly Node[], areWanted: (roles: Roles) => boolean, timeoutMs: number) {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    const roles = await readRoles(nodes).catch(() => undefined)
    if (roles && areWanted(roles)) return roles
    await pause(pollMs)
  }
  const said = nodes.map(({ patroni }) => patroni.output().slice(-2_000))
  throw new Error(`The cluster did not get its roles within ${timeoutMs / 1000} s:\n${said.join('\n')}`)
}

type Etcd = { addresses: string[]; runs: Run[] }

async function startEtcd(system: DatabaseSystem): Promise<Etcd> {
  const members = await Promise.all(
    ['etcd1', 'etcd2', 'etcd3'].map(async (name) => {
      const [client, peer] = [await freePort(), await freePort()]
      return { name, client, peer: `http://127.0.0.1:${peer}` }
    }),
  )
  const initial = members.map(({ name, peer }) => `${name}=${peer}`).join(',')
  const runs = members.map(({ name, client, peer }) => {
    const own = `http://127.0.0.1:${client}`
    const clients = ['--listen-client-urls', own, '--advertise-client-urls', own]
    const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer]
    const data = ['--name', name, '--data-dir', system.createFolder(name), '--log-level', 'error']
    return system.start('etcd', ...data, ...clients, ...peers, '--initial-cluster', initial)
  })
  return { addresses: members.map(({ client }) => `127.0.0.1:${client}`), runs }
}

const settings = z.looseObject({
  bootstrap: z.looseObject({
    dcs: z.looseObject({ postgresql: z.looseObject({ parameters: z.looseObject({}) }) }),
  }),
  postgresql: z.looseObject({ authentication: z.looseObject({}), pg_hba: z.array(z.string()) }),
})

async function startNode(system: DatabaseSystem, name: string, { addresses }: Etcd): Promise<Node> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const data = join(system.createFolder(name), 'data')
  const given = settings.parse(parse(readFileSync(join(root, 'deploy/patroni.yml'), 'utf8')))
  const [address, api] = [`127.0.0.1:${port}`, `127.0.0.1:${apiPort}`]
  const place = join(system.innerFolder, name)
  given.bootstrap.dcs.postgresql.parameters.shared_buffers = '64MB'
  const own = {
    ...given,
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: addresses.join(',') },
    postgresql: {
      ...given.postgresql,
      listen: address,
      connect_address: address,
      data_dir: data,
      bin_dir: system.binaries,
      pgpass: join(place, 'pgpass'),
      parameters: { unix_socket_directories: place },
      authentication: {
        superuser: { username: superuser.user, password: superuser.password },
        replication: { username: 'replicator', password: 'a-password-of-the-replicator' },
      },
      pg_hba: given.postgresql.pg_hba.map((line) => line.replace('hostssl', 'host')),
    },
  }
  const file = `${name}.yml`
  writeFileSync(join(system.folder, file), JSON.stringify(own), { mode: 0o644 })
  const patroni = system.start('patroni', join(system.innerFolder, file))
  return { name, port, apiPort, data, patroni }
}

/** The roles of the hosts, as the first that answers says. */
async function readRoles(nodes: readonly Node[]): Promise<Roles> {
  const answers = nodes.map(async ({ apiPort }) => {
    const signal = AbortSignal.timeout(answerMs)
    const answer = await fetch(`http://127.0.0.1:${apiPort}/cluster`, { signal })
    return clusterState.parse(await answer.json()).members
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
