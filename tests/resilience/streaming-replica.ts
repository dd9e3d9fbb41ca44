import { appendFileSync, chmodSync, cpSync, lchownSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '#embedded-postgres/binaries.ts'
import { type ClusterPaths, clusterHome, clusterPaths } from '#embedded-postgres/cluster-folders.ts'
import { settingArguments } from '#embedded-postgres/init-cluster.ts'
import { findPostmaster, startServer, stopServer } from '#embedded-postgres/pg-process.ts'
import { portalApplication } from '#platform/db/database-context.ts'
import { openTcpProxy, type TcpProxy } from '#test-support/tcp-proxy.ts'
import { type ExternalServer, socketUrl } from './external-server.ts'

/** A primary and its streaming replica, both on the programs of the embedded PostgreSQL. */
export type ReplicatedServer = {
  primaryUrl: string
  /** The replica behind a proxy that can make its host vanish. */
  replica: TcpProxy
  /** Runs a statement on the primary as the superuser. */
  onPrimary(statement: string): Promise<unknown>
  /** Runs a statement on the replica as the superuser. */
  onReplica(statement: string): Promise<unknown>
  /** Kills the replica as a power failure does. */
  killReplica(): void
  startReplica(): Promise<void>
  close(): Promise<void>
}

const replicating = { wal_level: 'replica', max_wal_senders: '5', hot_standby: 'on' }

/** Turns the installation into a primary, copies its files while it is stopped, and starts both. */
export async function openReplicatedServer({ folder, server }: ExternalServer): Promise<ReplicatedServer> {
  const { superuser } = server
  // Closing removes the folder of the socket, which the paths create.
  await server.close()
  const primary = clusterPaths(clusterHome(folder, portalApplication), portalApplication)
  const replica = clusterPaths(clusterHome(join(folder, 'replica'), portalApplication), portalApplication)
  await start(primary)
  await stopServer(primary.data)
  copyCluster(primary, replica, superuser)
  await start(primary)
  await start(replica)
  const proxy = await openTcpProxy(join(replica.socket, '.s.PGSQL.5432'))
  return {
    primaryUrl: socketUrl({ ...server, superuser: { ...superuser, host: primary.socket } }),
    replica: proxy,
    onPrimary: (statement) => runOn({ ...superuser, host: primary.socket }, statement),
    onReplica: (statement) => runOn({ ...superuser, host: replica.socket }, statement),
    killReplica() {
      const pid = findPostmaster(replica.data)?.processId
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
    startReplica: () => start(replica),
    async close() {
      await proxy.close()
      await Promise.allSettled([stopServer(replica.data), stopServer(primary.data)])
    },
  }
}

async function runOn(server: pg.ClientConfig, statement: string): Promise<unknown> {
  const client = new pg.Client(server)
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

async function start(paths: ClusterPaths) {
  const { postgres } = await findBinaries(paths.user, portalApplication)
  const settings = Object.entries(replicating).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = [postgres, '-D', paths.data, ...settingArguments(paths.socket, 'durable'), ...settings]
  await startServer({ paths, args }, false)
}

/** The copy follows the original: a file says so, and the settings name the original. */
function copyCluster(from: ClusterPaths, to: ClusterPaths, { user, password }: pg.ClientConfig) {
  cpSync(from.data, to.data, { recursive: true, preserveTimestamps: true })
  const secret = typeof password === 'string' ? password : ''
  const connection = `host=${from.socket} port=5432 user=${user} password=${secret}`
  appendFileSync(join(to.data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
  writeFileSync(join(to.data, 'standby.signal'), '')
  giveTo(to)
}

/** Gives the copied files to the user of PostgreSQL, which refuses to run as root. */
function giveTo({ data, user }: ClusterPaths) {
  chmodSync(data, 0o700)
  if (!user) return
  for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(data, name), user.uid, user.gid)
}
