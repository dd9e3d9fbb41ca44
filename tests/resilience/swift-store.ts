import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from './portal-run.ts'

const services = ['account', 'container', 'object'] as const
const programs = [
  'memcached',
  'swift-ring-builder',
  'swift-proxy-server',
  ...services.map((name) => `swift-${name}-server`),
]
const secret = 'a-secret-of-the-store'

export const swiftPackages = 'swift-proxy swift-account swift-container swift-object memcached'

/** The programs of OpenStack Swift that are not installed. */
export const missingPrograms = () =>
  programs.filter(
    (name) => !(process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name))),
  )

/** OpenStack Swift with its S3 interface on one machine, with one device that is a folder. */
export type SwiftStore = {
  /** The settings of a portal whose documents are below this prefix. */
  settings(prefix: string): Record<string, string>
  /** The files with the bytes of all objects. */
  objectFiles(): string[]
  /** Stops the S3 interface without closing its connections, as a machine that hangs. */
  stall(): void
  resume(): void
  /** Kills the S3 interface and the server of objects. */
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

/** Starts Swift in a new folder and creates the bucket `documents`. */
export async function startSwift(folder: string): Promise<SwiftStore> {
  const ports = Object.fromEntries(
    await Promise.all(['memcached', 'proxy', ...services].map(async (name) => [name, await freePort()])),
  ) as Record<'memcached' | 'proxy' | (typeof services)[number], number>
  configure(folder, ports)
  const running = new Map<string, ChildProcess>()
  const start = async (name: keyof typeof ports) => {
    const words =
      name === 'memcached'
        ? [
            'memcached',
            '-l',
            '127.0.0.1',
            '-p',
            `${ports.memcached}`,
            ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []),
          ]
        : [`swift-${name}-server`, join(folder, `${name}-server.conf`)]
    const [program = '', ...rest] = words
    running.set(name, spawn(program, rest, { stdio: 'ignore', env: { PATH: process.env.PATH ?? '' } }))
    await waitUntilOpen(ports[name])
  }
  const stop = async (name: string) => {
    const child = running.get(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  for (const name of ['memcached', ...services, 'proxy'] as const) await start(name)
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  await createBucket(endpoint)
  return {
    settings: (prefix) => ({
      DOCUMENTS_URL: `s3://documents/${prefix}?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: 'test:portal',
      AWS_SECRET_ACCESS_KEY: secret,
    }),
    objectFiles: () => listObjectFiles(folder),
    stall: () => void running.get('proxy')?.kill('SIGSTOP'),
    resume: () => void running.get('proxy')?.kill('SIGCONT'),
    async kill() {
      for (const name of ['proxy', 'object']) await stop(name)
    },
    async restart() {
      for (const name of ['object', 'proxy'] as const) await start(name)
    },
    async close() {
      for (const name of running.keys()) await stop(name)
    },
  }
}

function listObjectFiles(folder: string): string[] {
  const objects = join(folder, 'devices/d1/objects')
  if (!existsSync(objects)) return []
  const entries = readdirSync(objects, { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => name.endsWith('.data')).map((name) => join(objects, name))
}

function configure(folder: string, ports: Record<string, number>) {
  mkdirSync(join(folder, 'devices/d1'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write(
    'swift.conf',
    `[swift-hash]
swift_hash_path_suffix = suffix
swift_hash_path_prefix = prefix
[storage-policy:0]
name = gold
default = yes
`,
  )
  const common = (port: number | undefined) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
workers = 0
user = ${userInfo().username}
`
  for (const name of services) {
    const build = (...words: string[]) =>
      execFileSync('swift-ring-builder', [`${name}.builder`, ...words], { cwd: folder })
    const device = ['--ip', '127.0.0.1', '--port', `${ports[name]}`, '--device', 'd1', '--weight', '1']
    build('create', '4', '1', '1')
    build('add', '--region', '1', '--zone', '1', ...device)
    build('rebalance')
    write(
      `${name}-server.conf`,
      `${common(ports[name])}[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`,
    )
  }
  write(
    'proxy-server.conf',
    `${common(ports.proxy)}[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_portal = ${secret} .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memcached}
[filter:catch_errors]
use = egg:swift#catch_errors
`,
  )
}

async function createBucket(endpoint: string) {
  const credentials = { accessKeyId: 'test:portal', secretAccessKey: secret }
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: 'documents' }))
  client.destroy()
}

async function waitUntilOpen(port: number) {
  for (let looks = 0; looks < 300; looks += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await pause(100)
  }
  throw new Error(`Swift did not open its port ${port}.`)
}

/** Changes one byte in the middle of the file of an object with these bytes. Returns whether there is one. */
export function corruptObject(files: readonly string[], bytes: Buffer): boolean {
  const file = files.find((path) => readFileSync(path).equals(bytes))
  if (!file) return false
  const changed = Buffer.from(bytes)
  const middle = changed.length >> 1
  changed[middle] = (changed[middle] ?? 0) ^ 1
  // In place, because Swift keeps the metadata of an object with its file.
  writeFileSync(file, changed, { flag: 'r+' })
  return true
}
