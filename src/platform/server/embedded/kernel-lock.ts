import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotOpen } from './cannot-open.ts'

export type KernelLock = { release(): void }

const sqliteBusy = 5

/**
 * The lock on a file, or undefined while somebody has it. The operating system holds it for us (an SQLite
 * transaction is the portable way to ask) and lets go however the process ends: it is never stale.
 */
export function tryLock(file: string): KernelLock | undefined {
  const handle = new DatabaseSync(file, { open: false, timeout: 0 })
  try {
    handle.open()
    handle.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    if (handle.isOpen) handle.close()
    if (isBusy(error)) return undefined
    throw new CannotOpen(
      `${file} cannot be locked. Make it writable for the user who starts the portal, or set DATA_DIR to another folder on a local disk.`,
      { cause: error },
    )
  }
  return { release: () => handle.isOpen && handle.close() }
}

/** The lock on a file, as soon as its holder lets go. Gives up after `patienceMs`. */
export async function lockOf(file: string, patienceMs: number): Promise<KernelLock> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const lock = tryLock(file)
    if (lock) return lock
    if (Date.now() > deadline) {
      throw new CannotOpen(
        `Another process has been starting or stopping PostgreSQL for too long (${file}). Stop it, then try again.`,
      )
    }
    await pause(20)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
