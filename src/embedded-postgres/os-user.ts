import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Application } from './application.ts'
import { EmbeddedPostgresError, messages } from './embedded-errors.ts'

export type OsUser = { name: string; uid: number; gid: number }

/**
 * The user for PostgreSQL, which refuses to run as root: the owner of existing data, otherwise `postgres`,
 * otherwise `nobody`. Undefined if we are not root: PostgreSQL then runs as our user.
 */
export function osUser(dataFolder: string, application: Application): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = usersOfTheSystem()
  const owner = existsSync(dataFolder) ? statSync(dataFolder).uid : 0
  const found = users.find(({ uid }) => owner !== 0 && uid === owner)
  const user =
    found ?? users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody')
  if (!user) {
    throw new EmbeddedPostgresError(messages.noUser(application))
  }
  return user
}

/** The `spawn` options to run a program as that user. */
export function as(user: OsUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** Whether that user can enter the folder. */
export function canEnter(user: OsUser | undefined, folder: string): boolean {
  if (!user) return true
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { ...as(user), cwd: '/' }).status === 0
}

function usersOfTheSystem(): OsUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}
