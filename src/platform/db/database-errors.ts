import pg from 'pg'
import { messages } from '../config/messages.ts'

const diskFull = '53100'
const readOnlyTransaction = '25006'
const uniqueViolation = '23505'
const lockNotAvailable = '55P03'
const deadlock = '40P01'

/** The database cannot be used as it is; the message says why and how its administrator can fix it. */
export class UnsuitableDatabaseError extends Error {
  override name = 'UnsuitableDatabaseError'
}

/** The server is a standby or read-only, but the portal needs one that accepts writes. */
export class StandbyError extends Error {
  override name = 'StandbyError'
}

/** The database driver's messages for a silent server and for a pool without a free connection. */
const timeouts = /^(Query read timeout|timeout exceeded when trying to connect|timeout expired)/
const breaks = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** Whether an error means that the database is unreachable, unusable or disconnected. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof UnsuitableDatabaseError || error instanceof StandbyError) return true
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return (
    /^(08|57P)/.test(code) ||
    isReadOnlyServer(error) ||
    syscall === 'connect' ||
    (syscall !== undefined && (code === 'EPIPE' || code === 'ECONNRESET')) ||
    timeouts.test(error.message) ||
    breaks.test(error.message)
  )
}

/** Whether an error means that the server no longer accepts writes: it was demoted or set to read-only. */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === readOnlyTransaction
}

/** Whether an error means that a statement gave up waiting for a lock, or was chosen to end a deadlock. */
export function isLockRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === lockNotAvailable || error.code === deadlock)
}

/** Whether an error means that a row with the same unique key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === uniqueViolation
}

/** Whether an error means that the database disk is full. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === diskFull
}

/** The message for an operator about the error that ended a program: its own, unless the database failed. */
export function describeDatabaseError(error: unknown): string {
  if (isDatabaseFull(error)) return messages.databaseFull
  if (error instanceof UnsuitableDatabaseError || error instanceof StandbyError) return error.message
  if (isDatabaseLost(error)) return messages.databaseLost
  return error instanceof Error ? error.message : String(error)
}
