import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { type ClusterPaths, chownTo } from './cluster-paths.ts'
import { as } from './database-user.ts'
import { EmbeddedPostgresError, isDiskFullMessage } from './embedded-postgres-error.ts'
import { messages } from './messages.ts'
import type { Durability } from './server-settings.ts'

const unfinished = 'unfinished-'

/** Creates a PostgreSQL data folder unless it exists. The folder gets its name only when it is complete. */
export async function initCluster(
  place: ClusterPaths,
  binaries: Binaries,
  password: string,
  durability: Durability,
) {
  if (existsSync(place.data)) return rejectOtherMajor(place.data, binaries.major)
  const parent = dirname(place.data)
  clearUnfinished(parent)

  const folder = join(parent, `${unfinished}${randomBytes(4).toString('hex')}`)
  const passwordFile = `${folder}-password`
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chownTo(place.user, folder)
  chownTo(place.user, passwordFile)
  try {
    await initdb(place, binaries, [`--pgdata=${folder}`, `--pwfile=${passwordFile}`], durability)
    renameSync(folder, place.data)
  } finally {
    clearUnfinished(parent)
  }
}

function initdb(
  place: ClusterPaths,
  binaries: Binaries,
  words: string[],
  durability: Durability,
): Promise<void> {
  const always = [
    ...['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions'],
    ...['--locale-provider=icu', '--icu-locale=und', '--locale=C.UTF-8'],
  ]
  const options = durability === 'disposable' ? ['--no-sync'] : []
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, [...always, ...options, ...words], {
      ...as(place.user),
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
      return code === 0 ? resolve() : reject(failed(place, complaint))
    })
  })
}

function failed(place: ClusterPaths, complaint: string): EmbeddedPostgresError {
  if (isDiskFullMessage(complaint)) return new EmbeddedPostgresError(messages.diskFull(place.home))
  if (/could not look up effective user ID/.test(complaint))
    return new EmbeddedPostgresError(messages.namelessUser(process.getuid?.()))
  return new EmbeddedPostgresError(messages.cannotMake(place.data, complaint.trim().split('\n')[0]))
}

function rejectOtherMajor(data: string, major: string) {
  const file = join(data, 'PG_VERSION')
  const made = existsSync(file) ? readFileSync(file, 'utf8').trim() : messages.unknownVersion
  if (made === major) return
  throw new EmbeddedPostgresError(messages.otherVersion(data, made, major))
}

function clearUnfinished(parent: string) {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(unfinished))) {
    // The program of an interrupted creation may still be writing; the next call removes its leftovers.
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {}
  }
}
