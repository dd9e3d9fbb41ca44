import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Binaries } from './binaries.ts'
import { type ClusterPaths, chownTo } from './cluster-folders.ts'
import { EmbeddedPostgresError, isDiskFullMessage, messages } from './embedded-errors.ts'
import { as } from './os-user.ts'

const unfinished = 'unfinished-'

/** Creates a PostgreSQL data folder unless it exists. The folder gets its name only when it is complete. */
export async function initCluster(
  paths: ClusterPaths,
  binaries: Binaries,
  password: string,
  durability: Durability,
) {
  if (existsSync(paths.data)) return rejectOtherMajor(paths, binaries.major)
  const parent = dirname(paths.data)
  clearUnfinished(parent)

  const folder = join(parent, `${unfinished}${randomBytes(4).toString('hex')}`)
  const passwordFile = `${folder}-password`
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chownTo(paths.user, folder)
  chownTo(paths.user, passwordFile)
  try {
    await initdb(paths, binaries, [`--pgdata=${folder}`, `--pwfile=${passwordFile}`], durability)
    renameSync(folder, paths.data)
  } finally {
    clearUnfinished(parent)
  }
}

function initdb(
  paths: ClusterPaths,
  binaries: Binaries,
  words: string[],
  durability: Durability,
): Promise<void> {
  const fixed = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
    '--locale-provider=icu',
    '--icu-locale=und',
    '--locale=C.UTF-8',
  ]
  const options =
    durability === 'disposable' ? ['--no-sync', `--set=scram_iterations=${disposable.scram_iterations}`] : []
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, [...fixed, ...options, ...words], {
      ...as(paths.user),
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complaint += text
    })
    const end = () => child.kill()
    process.once('exit', end)
    child.once('error', (cause) =>
      reject(new EmbeddedPostgresError(messages.cannotRun(binaries.initdb, cause.message), { cause })),
    )
    child.once('close', (code) => {
      process.off('exit', end)
      return code === 0 ? resolve() : reject(initdbError(paths, complaint))
    })
  })
}

function initdbError(paths: ClusterPaths, complaint: string): EmbeddedPostgresError {
  if (isDiskFullMessage(complaint))
    return new EmbeddedPostgresError(messages.diskFull(paths.application, paths.home))
  if (/could not look up effective user ID/.test(complaint))
    return new EmbeddedPostgresError(messages.namelessUser(paths.application, process.getuid?.()))
  return new EmbeddedPostgresError(messages.cannotMake(paths.data, complaint.trim().split('\n')[0]))
}

function rejectOtherMajor({ application, data }: ClusterPaths, major: string) {
  const file = join(data, 'PG_VERSION')
  const made = existsSync(file) ? readFileSync(file, 'utf8').trim() : messages.unknownVersion
  if (made === major) return
  throw new EmbeddedPostgresError(messages.otherVersion(application, data, made, major))
}

function clearUnfinished(parent: string) {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(unfinished))) {
    // The program of an interrupted creation may still be writing; the next call removes its leftovers.
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {}
  }
}

export type Durability = 'durable' | 'disposable'

const always = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Without huge pages, memory is allocated as it fills, not at the start.
  huge_pages: 'off',
  random_page_cost: '1.1',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // There are no replicas, so a bulk load into a new table needs no WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // The log contains no data: no failed statements, no quoted rows.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

const durable = { max_connections: '100' }
const disposable = {
  max_connections: '400',
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Tests open thousands of connections, and each would hash the password 4,096 times on both ends.
  scram_iterations: '1',
}

const megabyte = 1024 * 1024
const atLeast = 128
const atMost = 2048

/**
 * The cache size in megabytes: a quarter of the memory, as PostgreSQL advises, within limits. It is allocated
 * as it fills, so a small database stays small.
 */
export function sharedBuffers(memory: number): number {
  return Math.min(Math.max(Math.floor(memory / 4 / megabyte), atLeast), atMost)
}

/** The memory of this machine, or of the container around this process, in bytes. */
function memoryHere(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/** PostgreSQL settings for a laptop as command-line arguments. It listens only on a socket in that folder. */
export function settingArguments(
  socketFolder: string,
  durability: Durability,
  memory = memoryHere(),
): string[] {
  const buffers = { shared_buffers: `${sharedBuffers(memory)}MB` }
  const chosen = durability === 'durable' ? { ...durable, ...buffers } : disposable
  const settings = { ...always, ...chosen, unix_socket_directories: socketFolder }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const passwords = z.object({ superuser: z.string(), owner: z.string(), app: z.string() })
export type Passwords = z.infer<typeof passwords>

/**
 * The random passwords of the three roles, created at the first start and readable only by the user who
 * runs the application.
 */
export function readPasswords(file: string): Passwords {
  if (!existsSync(file)) writeWhole(file, JSON.stringify(newPasswords()))
  try {
    return passwords.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new EmbeddedPostgresError(messages.damagedPasswords(file), { cause })
  }
}

function newPasswords(): Passwords {
  const password = () => randomBytes(24).toString('base64url')
  return { superuser: password(), owner: password(), app: password() }
}

function writeWhole(file: string, text: string) {
  const unfinished = `${file}-${process.pid}`
  const descriptor = openSync(unfinished, 'w', 0o600)
  writeSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(unfinished, file)
}
