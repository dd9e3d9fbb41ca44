import pg from 'pg'
import { messages } from './messages.ts'

const diskFull = '53100'

/** Whether an error means that the database cannot be reached, or broke off. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return (
    /^(08|57P)/.test(code) ||
    syscall === 'connect' ||
    (syscall !== undefined && (code === 'EPIPE' || code === 'ECONNRESET')) ||
    /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  )
}

/** Whether an error means that the disk of the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === diskFull
}

/** What an operator is told of the error that ended a program: its own sentence, unless the database broke. */
export function failureWords(error: unknown): string {
  if (isDatabaseFull(error)) return messages.databaseFull
  if (isDatabaseLost(error)) return messages.databaseLost
  return error instanceof Error ? error.message : String(error)
}
