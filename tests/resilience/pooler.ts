import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openTcpProxy } from '#test-support/tcp-proxy.ts'
import {
  createServingRole,
  type ExternalServer,
  found,
  portUrl,
  startPortal,
  withExternalServer,
} from './external-server.ts'
import { freePort, ready, terminate } from './portal-run.ts'
import type { Report, Scenario } from './scenario.ts'

const startMs = 180_000

/** PgBouncer between the portal and its database. */
export const pooler: Scenario = {
  shows:
    'Behind PgBouncer the portal works with session pooling and rejects transaction pooling with a message.',
  run: (tell) =>
    withExternalServer(async (installation) => {
      if (!isInstalled()) return tell('the portal behind PgBouncer', 'skipped', 'PgBouncer is not installed')
      await createServingRole(installation)
      const socket = await openTcpProxy(`${installation.server.superuser.host}/.s.PGSQL.5432`)
      try {
        for (const mode of ['transaction', 'statement']) await refuses(installation, socket.port, mode, tell)
        await serves(installation, socket.port, tell)
      } finally {
        await socket.close()
      }
    }),
}

async function refuses(installation: ExternalServer, port: number, mode: string, tell: Report) {
  const bouncer = await startPgBouncer(installation, port, mode)
  try {
    const { process } = await startPortal({ ...installation, url: portUrl(bouncer.port) })
    const code = await Promise.race([process.ended, pause(startMs, 'still running')])
    tell(
      `${mode} pooling stops the start with clear words`,
      code === 1 && /pool_mode = session/.test(process.said()),
      process.said().trim(),
    )
  } finally {
    await bouncer.end()
  }
}

async function serves(installation: ExternalServer, port: number, tell: Report) {
  const bouncer = await startPgBouncer(installation, port, 'session')
  try {
    const portal = await startPortal({ ...installation, url: portUrl(bouncer.port) })
    await ready(portal.process, portal.port, startMs)
    const seen = await found(portal, 'clinic')
    tell('with session pooling it serves', typeof seen === 'number' && seen > 0, `${seen} found`)
    tell('SIGTERM ends it', (await terminate(portal.process)) === 0)
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

/** A PgBouncer in front of the database; it refuses to run as root. */
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
  await isOpen(port)
  return {
    port,
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function isOpen(port: number) {
  for (let looks = 0; looks < 100; looks += 1) {
    const client = new pg.Client(portUrl(port))
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isThere) return
    await pause(100)
  }
  throw new Error('PgBouncer did not open its port.')
}
