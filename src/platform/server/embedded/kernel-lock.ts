import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { messages } from './messages.ts'

export type KernelLock = { release(): void }

const sqliteBusy = 5

/**
 * Acquires the lock on a file, or returns undefined if it is held. The operating system holds it (an SQLite
 * transaction is the portable way to get one) and releases it however the process ends, so it is never stale.
 */
export function tryLock(file: string): KernelLock | undefined {
  const handle = new DatabaseSync(file, { open: false, timeout: 0 })
  try {
    handle.open()
    handle.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    if (handle.isOpen) handle.close()
    if (isBusy(error)) return undefined
    throw new EmbeddedPostgresError(messages.unlockable(file), { cause: error })
  }
  return { release: () => handle.isOpen && handle.close() }
}

/** Acquires the lock on a file as soon as it is free. Gives up after `timeoutMs`. */
export async function acquireLock(file: string, timeoutMs: number): Promise<KernelLock> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const lock = tryLock(file)
    if (lock) return lock
    if (Date.now() > deadline) throw new EmbeddedPostgresError(messages.heldTooLong(file))
    await pause(20)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
