const ownDatabase = 'set DATABASE_URL to a PostgreSQL (17 or newer) of your own'

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000).toLocaleString('en-US')} MB`

const folderFaults: Readonly<Record<string, string>> = {
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOENT: 'cannot be made there',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk that is full',
}

/** Every sentence about the embedded PostgreSQL that an operator can meet: what is wrong, what to do. */
export const messages = {
  folder: (folder: string, code = 'unknown reason') =>
    `DATA_DIR: ${folder} ${folderFaults[code] ?? 'cannot be written'} (${code}). Set it to a folder that the user who starts the portal can write. For example: DATA_DIR=/srv/portal`,
  littleRoom: (folder: string, left: number, needed: number) =>
    `DATA_DIR: the disk of ${folder} has ${megabytes(left)} left, and the portal needs ${megabytes(needed)} to begin with. Make room, or set it to a folder on another disk. For example: DATA_DIR=/srv/portal`,
  alreadyRuns: (folder: string, processId: number) =>
    `The portal already runs on ${folder} (process ${processId}). Stop that one first, or start this one with another DATA_DIR.`,
  diskFull: (folder: string) =>
    `The disk of ${folder} is full: PostgreSQL cannot go on there. Make room, then start again, or set DATA_DIR to a folder on another disk.`,
  unlockable: (file: string) =>
    `${file} cannot be locked. Make it writable for the user who starts the portal, or set DATA_DIR to another folder on a local disk.`,
  heldTooLong: (file: string) =>
    `Another process has been starting or stopping PostgreSQL for too long (${file}). Stop it, then try again.`,
  lockedElsewhere: (file: string) => `${file} is locked by another process. Try again.`,
  damagedPasswords: (file: string) => `${file} is damaged: put back the copy from your backup.`,

  noPlatform: (name: string) =>
    `No PostgreSQL for this platform is installed (${name}). Run "npm ci", or ${ownDatabase}, for example postgres://portal:secret@localhost/portal.`,
  unusable: (folder: string, reason: string) =>
    `The PostgreSQL in ${folder} does not run here (${reason}). Run "npm ci" again, or ${ownDatabase}.`,
  noUser:
    'PostgreSQL refuses to run as root, and the system has neither a user "postgres" nor "nobody". Start as an ordinary user, or set DATABASE_URL.',
  namelessUser: (userId: number | undefined) =>
    `PostgreSQL needs a user with a name, and user ${userId} has no line in /etc/passwd. Start as another user, or set DATABASE_URL.`,
  unreachable: (folder: string) =>
    `PostgreSQL does not run as root, its own user cannot enter this folder, and ${folder} cannot be made. Move the portal to a folder that everybody can enter, start it as an ordinary user, or set DATABASE_URL.`,

  socketFolder: (folder: string, fault: string) =>
    `${folder}, where PostgreSQL's socket belongs, ${fault}. Remove it.`,
  notAFolder: 'is not a folder',
  ofAnotherUser: (userId: number) => `is owned by another user (${userId})`,
  openToOthers: 'is open to other users',

  cannotMake: (folder: string, reason = 'it does not say why') =>
    `PostgreSQL could not make its data in ${folder}: ${reason}`,
  otherVersion: (folder: string, made: string, major: string) =>
    `The data in ${folder} were made by PostgreSQL ${made}, and this is PostgreSQL ${major}. Move them over with pg_dump and pg_restore, or set DATA_DIR to a new folder.`,
  unknownVersion: 'an unknown version',
  cannotRun: (program: string, reason: string) => `${program} cannot be run: ${reason}.`,
  notStarting: (reason: string | undefined, log: string) =>
    `PostgreSQL does not start: ${reason}. Its log is ${log}.`,
  notReady: (minutes: number, log: string) =>
    `PostgreSQL has not become ready in ${minutes} minutes. Its log is ${log}.`,
  notStopping: (processId: number | undefined) =>
    `PostgreSQL (process ${processId}) does not stop. End it, then try again.`,
  takingOver: 'Taking over the PostgreSQL that an interrupted run left behind.',
  startingAgain: 'PostgreSQL has died. Starting it again.',
} as const
