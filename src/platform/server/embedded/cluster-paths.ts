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
import { reachableFolder } from './accessible-dir.ts'
import { canEnter, type DatabaseUser, databaseUser } from './database-user.ts'
import { messages } from './messages.ts'
import { CannotOpen, codeOf } from './open-error.ts'

/** Where everything of one embedded PostgreSQL stands. */
export type Place = {
  /** Ours, in DATA_DIR: lock, leases, passwords, log. */
  home: string
  /** PostgreSQL's: its data, wherever its user can reach them. */
  data: string
  socket: string
  user: DatabaseUser | undefined
}

// The address of a Unix socket has 104 bytes on macOS (107 on Linux), the file's name among them.
const longestSocketFolder = 103 - '/.s.PGSQL.5432'.length

// Twice what PostgreSQL and the demonstration take.
const roomToBegin = 500_000_000

/** Makes the folder that holds what is ours, and gives its path. */
export function homeIn(dataDir: string, roomNeeded = roomToBegin): string {
  const home = join(resolve(dataDir), 'postgres')
  if (!existsSync(home)) refuseLittleRoom(resolve(dataDir), roomNeeded)
  try {
    makeFolders(home)
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new CannotOpen(messages.folder(resolve(dataDir), codeOf(cause)), { cause })
  }
  return realpathSync(home)
}

/** Before anything is made there. A place of no disk, as /proc, has no room to speak of. */
function refuseLittleRoom(folder: string, needed: number) {
  const { blocks, bavail, bsize } = statfsSync(nearestFolder(folder))
  const left = bavail * bsize
  if (blocks > 0 && left < needed) throw new CannotOpen(messages.littleRoom(folder, left, needed))
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(dirname(folder))

/** One by one: where none can be made, as in /proc, Node's own making of folders within folders never ends. */
function makeFolders(folder: string) {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

/** Finds the place of the data, and makes the folder for its socket. */
export function placeOf(home: string): Place {
  const user = databaseUser(dataIn(home))
  if (user) letThrough(user, [dirname(home), home])
  if (!existsSync(dataIn(home)) && !canEnter(user, home)) linkElsewhere(home)
  const data = dataIn(home)
  return { home, data, socket: madeSocketFolder(data, user), user }
}

/** Folders that are root's alone let PostgreSQL's user pass through to its own, and nobody else. */
function letThrough(user: DatabaseUser, folders: string[]) {
  for (const folder of folders) {
    const { uid, gid, mode } = statSync(folder)
    if (uid !== 0 || gid !== 0 || mode & 0o001) continue
    chownSync(folder, uid, user.gid)
    chmodSync(folder, (mode & 0o707) | 0o010)
  }
}

/** Where the data of that home are, or will be made. */
export function dataIn(home: string): string {
  const folder = join(home, 'cluster')
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()
  return isLink ? readlinkSync(folder) : folder
}

/** Below a folder that only root can enter PostgreSQL's user gets a place of its own, linked from the home. */
function linkElsewhere(home: string) {
  const folder = join(reachableFolder(), shortHash(home))
  const link = join(home, 'cluster')
  if (existsSync(folder) && dataIn(home) !== join(folder, 'cluster')) {
    renameSync(folder, `${folder}-unlinked-${Date.now()}`)
  }
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  rmSync(link, { force: true })
  symlinkSync(join(folder, 'cluster'), link)
}

/** Where the socket is: beside the data, unless PostgreSQL could not name it there (its setting is a list with commas). */
export function socketOf(data: string): string {
  const beside = join(dirname(data), 'socket')
  const isPlain = Buffer.byteLength(beside) <= longestSocketFolder && !/[,"]/.test(beside)
  return isPlain ? beside : join('/tmp', `portal-${shortHash(data)}`)
}

/** Makes the folder of the socket, or takes the one there is: only if it is ours and closed to everybody else. */
export function madeSocketFolder(data: string, user: DatabaseUser | undefined): string {
  const folder = socketOf(data)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause
    refuseForeign(folder, [process.getuid?.(), user?.uid])
  }
  giveTo(user, folder)
  return folder
}

/** Anybody can make a folder, or a link, of this name in /tmp. */
function refuseForeign(folder: string, owners: (number | undefined)[]) {
  const fault = faultOf(lstatSync(folder), owners)
  if (fault) throw new CannotOpen(messages.socketFolder(folder, fault))
}

function faultOf(found: Stats, owners: (number | undefined)[]): string | undefined {
  if (!found.isDirectory()) return messages.notAFolder
  if (!owners.includes(found.uid)) return messages.ofAnotherUser(found.uid)
  return found.mode & 0o077 ? messages.openToOthers : undefined
}

/** Gives a file or folder that we made, never what stands behind a link, to PostgreSQL's user. */
export function giveTo(user: DatabaseUser | undefined, file: string): void {
  if (user) lchownSync(file, user.uid, user.gid)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
