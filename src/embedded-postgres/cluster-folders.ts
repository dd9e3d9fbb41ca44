import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Application } from './application.ts'
import { accessibleDir } from './binaries.ts'
import { EmbeddedPostgresError, errorCode, messages } from './embedded-errors.ts'
import { canEnter, type OsUser, osUser } from './os-user.ts'

/** The paths of one embedded PostgreSQL. */
export type ClusterPaths = {
  application: Application
  /** Our folder, `postgres` in the data folder: lock, usage locks, passwords, log. */
  home: string
  /** PostgreSQL's folder: its data, in a location that its user can access. */
  data: string
  socket: string
  user: OsUser | undefined
}

// The path of a Unix socket has at most 103 bytes on macOS (107 on Linux), including the file name.
const maxSocketPathBytes = 103 - '/.s.PGSQL.5432'.length

// For a new cluster, its write-ahead log and the first data, in bytes.
const roomToBegin = 500_000_000

/** Creates our folder and returns its path. */
export function clusterHome(dataDir: string, application: Application, roomNeeded = roomToBegin): string {
  const home = join(resolve(dataDir), 'postgres')
  if (!existsSync(home)) rejectLowDiskSpace(resolve(dataDir), application, roomNeeded)
  try {
    makeFolders(home)
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new EmbeddedPostgresError(messages.folder(application, resolve(dataDir), errorCode(cause)), {
      cause,
    })
  }
  return realpathSync(home)
}

/**
 * Checks free space before creating anything. A virtual file system such as /proc has no meaningful free
 * space.
 */
function rejectLowDiskSpace(folder: string, application: Application, needed: number) {
  const { blocks, bavail, bsize } = statfsSync(nearestFolder(folder))
  const left = bavail * bsize
  if (blocks > 0 && left < needed)
    throw new EmbeddedPostgresError(messages.littleRoom(application, folder, left, needed))
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(dirname(folder))

/**
 * Creates folders one by one: where creation is impossible, as in /proc, Node's recursive mkdir never
 * returns.
 */
function makeFolders(folder: string) {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

/** Locates the data and creates the socket folder. */
export function clusterPaths(home: string, application: Application): ClusterPaths {
  const user = osUser(clusterDataDir(home), application)
  if (user) letThrough(user, [dirname(home), home])
  if (!existsSync(clusterDataDir(home)) && !canEnter(user, home)) linkElsewhere(home, application)
  const data = clusterDataDir(home)
  return { application, home, data, socket: createSocketDir(socketDir(data, application), user), user }
}

/** Lets PostgreSQL's user, and no other user, pass through folders that only root can enter. */
function letThrough(user: OsUser, folders: string[]) {
  for (const folder of folders) {
    const { uid, gid, mode } = statSync(folder)
    if (uid !== 0 || gid !== 0 || mode & 0o001) continue
    chownSync(folder, uid, user.gid)
    chmodSync(folder, (mode & 0o707) | 0o010)
  }
}

/** The location of the data, existing or new. */
export function clusterDataDir(home: string): string {
  const folder = join(home, 'cluster')
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()
  return isLink ? readlinkSync(folder) : folder
}

/** Below a folder that only root can enter, PostgreSQL's user gets a separate folder, linked from ours. */
function linkElsewhere(home: string, application: Application) {
  const folder = join(accessibleDir(application), shortHash(home))
  const link = join(home, 'cluster')
  if (existsSync(folder) && clusterDataDir(home) !== join(folder, 'cluster')) {
    renameSync(folder, `${folder}-unlinked-${Date.now()}`)
  }
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  rmSync(link, { force: true })
  symlinkSync(join(folder, 'cluster'), link)
}

/**
 * The socket folder: next to the data, unless PostgreSQL cannot express that path (its setting is a
 * comma-separated list).
 */
export function socketDir(data: string, { tempPrefix }: Application): string {
  const socketPath = join(dirname(data), 'socket')
  const isPlain = Buffer.byteLength(socketPath) <= maxSocketPathBytes && !/[,"]/.test(socketPath)
  return isPlain ? socketPath : join('/tmp', `${tempPrefix}${shortHash(data)}`)
}

/** Creates the socket folder, or reuses the existing one if it is ours and closed to other users. */
export function createSocketDir(folder: string, user: OsUser | undefined): string {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST') throw cause
    rejectForeign(folder, [process.getuid?.(), user?.uid])
  }
  chownTo(user, folder)
  return folder
}

/** Any user can create a folder or a link with this name in /tmp. */
function rejectForeign(folder: string, owners: (number | undefined)[]) {
  const fault = describeFault(lstatSync(folder), owners)
  if (fault) throw new EmbeddedPostgresError(messages.socketFolder(folder, fault))
}

function describeFault(found: Stats, owners: (number | undefined)[]): string | undefined {
  if (!found.isDirectory()) return messages.notAFolder
  if (!owners.includes(found.uid)) return messages.ofAnotherUser(found.uid)
  return found.mode & 0o077 ? messages.openToOthers : undefined
}

/** Gives a file or folder that we created, never the target of a link, to PostgreSQL's user. */
export function chownTo(user: OsUser | undefined, file: string): void {
  if (user) lchownSync(file, user.uid, user.gid)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
