import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openTcpProxy } from '#test-support/tcp-proxy.ts'
import {
  createServingRole,
  type ExternalServer,
  portUrl,
  search,
  startPortal,
  withExternalServer,
} from './external-server.ts'
import { freePort, terminate, waitUntilReady } from './portal-run.ts'
import type { Report, Scenario } from './scenario.ts'

const startMs = 180_000

/** PgBouncer between the portal and its database. */
export const pooler: Scenario = {
  shows:
    'Behind PgBouncer the portal works with session pooling and rejects transaction pooling with a message.',
  run: (report) =>
    withExternalServer(async (installation) => {
      if (!isInstalled())
        return report('the portal works behind PgBouncer', 'skipped', 'PgBouncer is not installed')
      await createServingRole(installation)
      const socket = await openTcpProxy(`${installation.server.superuser.host}/.s.PGSQL.5432`)
      try {
        for (const mode of ['transaction', 'statement'])
          await checkRejectedMode(installation, socket.port, mode, report)
        await checkSessionMode(installation, socket.port, report)
      } finally {
        await socket.close()
      }
    }),
}

async function checkRejectedMode(installation: ExternalServer, port: number, mode: string, report: Report) {
  const bouncer = await startPgBouncer(installation, port, mode)
  try {
    const { process } = await startPortal({ ...installation, url: portUrl(bouncer.port) })
    const code = await Promise.race([process.ended, pause(startMs, 'still running')])
    report(
      `${mode} pooling stops the portal with a clear message`,
      code === 1 && /pool_mode = session/.test(process.output()),
      process.output().trim(),
    )
  } finally {
    await bouncer.end()
  }
}

async function checkSessionMode(installation: ExternalServer, port: number, report: Report) {
  const bouncer = await startPgBouncer(installation, port, 'session')
  try {
    const portal = await startPortal({ ...installation, url: portUrl(bouncer.port) })
    await waitUntilReady(portal.process, portal.port, startMs)
    const seen = await search(portal, 'clinic')
    report('the portal serves with session pooling', typeof seen === 'number' && seen > 0, `${seen} found`)
    report('SIGTERM stops the portal', (await terminate(portal.process)) === 0)
  } finally {
    await bouncer.end()
  }
}

const isInstalled = () => {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts PgBouncer in front of the database, as `nobody` because it refuses to run as root. */
async function startPgBouncer(installation: ExternalServer, databasePort: number, mode: string) {
  const port = await freePort()
  const users = join(installation.folder, 'users.txt')
  const settings = join(installation.folder, `pgbouncer-${mode}.ini`)
  const { password } = new pg.Client(portUrl(databasePort))
  writeFileSync(users, `"installation" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
installation = host=127.0.0.1 port=${databasePort} dbname=installation
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 40
max_client_conn = 100
`,
  )
  chmodSync(installation.folder, 0o755)
  for (const file of [users, settings]) chmodSync(file, 0o644)
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn('pgbouncer', [settings], { stdio: 'ignore', ...asNobody })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await waitUntilOpen(port)
  return {
    port,
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function waitUntilOpen(port: number) {
  for (let looks = 0; looks < 100; looks += 1) {
    const client = new pg.Client(portUrl(port))
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isConnected) return
    await pause(100)
  }
  throw new Error('PgBouncer did not open its port.')
}
