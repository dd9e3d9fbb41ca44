import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Application } from './application.ts'
import { EmbeddedPostgresError, messages } from './embedded-errors.ts'

/** One server at a time; any number of commands, with or without a server. */
export type Purpose = 'server' | 'command'
export type UsageLock = { name: string; release(): void }
type ClusterUser = { name: string; purpose: string; processId: number }

/**
 * Registers this process as a user of the PostgreSQL of the folder until released or until the process ends.
 */
export function acquireUsageLock(folder: string, application: Application, purpose: Purpose): UsageLock {
  mkdirSync(folder, { recursive: true })
  const name = `${purpose}-${process.pid}-${randomBytes(4).toString('hex')}`
  const file = join(folder, name)
  const lock = tryLock(file, application)
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
export function findClusterUsers(folder: string, application: Application): ClusterUser[] {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name)
    const abandoned = tryLock(file, application)
    if (abandoned) {
      abandoned.release()
      rmSync(file, { force: true })
      return []
    }
    const [purpose = '', processId] = name.split('-')
    return [{ name, purpose, processId: Number(processId) }]
  })
}

export type KernelLock = { release(): void }

const sqliteBusy = 5

/**
 * Acquires the lock on a file, or returns undefined if it is held. The operating system holds it (an SQLite
 * transaction is the portable way to get one) and releases it however the process ends, so it is never stale.
 */
export function tryLock(file: string, application: Application): KernelLock | undefined {
  const handle = new DatabaseSync(file, { open: false, timeout: 0 })
  try {
    handle.open()
    handle.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    if (handle.isOpen) handle.close()
    if (isBusy(error)) return undefined
    throw new EmbeddedPostgresError(messages.unlockable(application, file), { cause: error })
  }
  return { release: () => handle.isOpen && handle.close() }
}

/** Acquires the lock on a file as soon as it is free. Gives up after `timeoutMs`. */
export async function acquireLock(
  file: string,
  application: Application,
  timeoutMs: number,
): Promise<KernelLock> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const lock = tryLock(file, application)
    if (lock) return lock
    if (Date.now() > deadline) throw new EmbeddedPostgresError(messages.heldTooLong(file))
    await pause(20)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
