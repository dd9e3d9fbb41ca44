import type { Application } from './application.ts'

const ownDatabase = ({ settings }: Application) =>
  `set ${settings.databaseUrl[0]} to your own PostgreSQL (17 or newer)`

const forExample = ([name, example]: Application['settings']['dataDir']) => `For example: ${name}=${example}`

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000).toLocaleString('en-US')} MB`

const folderFaults: Readonly<Record<string, string>> = {
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOENT: 'cannot be created',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a full disk',
}

/** Operator messages about the embedded PostgreSQL: what is wrong and what to do. */
export const messages = {
  folder: ({ title, settings: { dataDir } }: Application, folder: string, code = 'unknown reason') =>
    `${dataDir[0]}: ${folder} ${folderFaults[code] ?? 'is not writable'} (${code}). Set it to a folder that the user who starts ${title} can write to. ${forExample(dataDir)}`,
  littleRoom: ({ title, settings: { dataDir } }: Application, folder: string, left: number, needed: number) =>
    `${dataDir[0]}: the disk that holds ${folder} has ${megabytes(left)} left, and ${title} needs ${megabytes(needed)} to start. Free up space, or set it to a folder on another disk. ${forExample(dataDir)}`,
  alreadyRuns: ({ title, settings: { dataDir } }: Application, folder: string, processId: number) =>
    `${capitalize(title)} is already running on ${folder} (process ${processId}). Stop that one first, or start this one with another ${dataDir[0]}.`,
  diskFull: ({ settings: { dataDir } }: Application, folder: string) =>
    `The disk that holds ${folder} is full: PostgreSQL cannot continue. Free up space and restart, or set ${dataDir[0]} to a folder on another disk.`,
  unlockable: ({ title, settings: { dataDir } }: Application, file: string) =>
    `${file} cannot be locked. Make it writable by the user who starts ${title}, or set ${dataDir[0]} to another folder on a local disk.`,
  heldTooLong: (file: string) =>
    `Another process has been starting or stopping PostgreSQL for too long (${file}). Stop it, then try again.`,
  lockedElsewhere: (file: string) => `${file} is locked by another process. Try again.`,
  damagedPasswords: (file: string) => `${file} is damaged. Restore it from your backup.`,

  noPlatform: (application: Application, name: string) =>
    `No PostgreSQL for this platform is installed (${name}). Run "npm ci", or ${ownDatabase(application)}, for example ${application.settings.databaseUrl[1]}.`,
  unusable: (application: Application, folder: string, reason: string) =>
    `The PostgreSQL in ${folder} cannot run here (${reason}). Run "npm ci" again, or ${ownDatabase(application)}.`,
  noUser: ({ title, settings: { databaseUrl } }: Application) =>
    `PostgreSQL refuses to run as root, and the system has no user "postgres" or "nobody". Start ${title} as an ordinary user, or set ${databaseUrl[0]}.`,
  namelessUser: ({ title, settings: { databaseUrl } }: Application, userId: number | undefined) =>
    `PostgreSQL needs a user with a name, and user ${userId} has no entry in /etc/passwd. Start ${title} as another user, or set ${databaseUrl[0]}.`,
  unreachable: ({ title, sharedDir, settings: { databaseUrl } }: Application) =>
    `PostgreSQL does not run as root, its own user cannot access this folder, and ${sharedDir} cannot be created. Move ${title} to a folder that all users can access, start it as an ordinary user, or set ${databaseUrl[0]}.`,

  socketFolder: (folder: string, fault: string) =>
    `${folder}, the folder for PostgreSQL's socket, ${fault}. Remove it.`,
  notAFolder: 'is not a folder',
  ofAnotherUser: (userId: number) => `is owned by another user (${userId})`,
  openToOthers: 'is open to other users',

  cannotMake: (folder: string, reason = 'no reason given') =>
    `PostgreSQL could not create its data directory in ${folder}: ${reason}`,
  otherVersion: ({ settings: { dataDir } }: Application, folder: string, made: string, major: string) =>
    `The data in ${folder} was created by PostgreSQL ${made}, but this is PostgreSQL ${major}. Migrate it with pg_dump and pg_restore, or set ${dataDir[0]} to a new folder.`,
  unknownVersion: 'an unknown version',
  cannotRun: (program: string, reason: string) => `Cannot run ${program}: ${reason}.`,
  notStarting: (reason: string | undefined, log: string) =>
    `PostgreSQL did not start: ${reason}. See its log, ${log}.`,
  notReady: (minutes: number, log: string) =>
    `PostgreSQL was not ready after ${minutes} minutes. See its log, ${log}.`,
  notStopping: (processId: number | undefined) =>
    `PostgreSQL (process ${processId}) did not stop. Stop it, then try again.`,
  takingOver: 'Taking over the PostgreSQL process of an interrupted run.',
  startingAgain: 'PostgreSQL exited unexpectedly. Restarting it.',
} as const

/** The embedded PostgreSQL cannot be opened; the message tells the operator what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The error code (`EACCES`, …), if any. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Whether program output, or a system or PostgreSQL error, means that the disk is full. */
export function isDiskFullMessage(text: string): boolean {
  return /No space left on device|Disk quota exceeded/i.test(text)
}
