import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { tryLock } from './kernel-lock.ts'
import { messages } from './messages.ts'

/** One server at a time; any number of commands, with or without a server. */
export type Purpose = 'server' | 'command'
export type UsageLock = { name: string; release(): void }
export type ClusterUser = { name: string; purpose: string; processId: number }

/**
 * Registers this process as a user of the PostgreSQL of the folder until released or until the process ends.
 */
export function acquireUsageLock(folder: string, purpose: Purpose): UsageLock {
  mkdirSync(folder, { recursive: true })
  const name = `${purpose}-${process.pid}-${randomBytes(4).toString('hex')}`
  const file = join(folder, name)
  const lock = tryLock(file)
  if (!lock) throw new EmbeddedPostgresError(messages.lockedElsewhere(file))
  return {
    name,
    release() {
      lock.release()
      rmSync(file, { force: true })
    },
  }
}

/** The living processes that use the PostgreSQL of the folder. Locks of dead ones are removed. */
export function findClusterUsers(folder: string): ClusterUser[] {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name)
    const abandoned = tryLock(file)
    if (abandoned) {
      abandoned.release()
      rmSync(file, { force: true })
      return []
    }
    const [purpose = '', processId] = name.split('-')
    return [{ name, purpose, processId: Number(processId) }]
  })
}
