import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { messages } from './messages.ts'

const passwords = z.object({ superuser: z.string(), owner: z.string(), app: z.string() })
export type Passwords = z.infer<typeof passwords>

/**
 * The random passwords of the three roles, created at the first start and readable only by the user who
 * started the portal.
 */
export function readPasswords(file: string): Passwords {
  if (!existsSync(file)) writeWhole(file, JSON.stringify(newPasswords()))
  try {
    return passwords.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new EmbeddedPostgresError(messages.damagedPasswords(file), { cause })
  }
}

function newPasswords(): Passwords {
  const password = () => randomBytes(24).toString('base64url')
  return { superuser: password(), owner: password(), app: password() }
}

function writeWhole(file: string, text: string) {
  const unfinished = `${file}-${process.pid}`
  const descriptor = openSync(unfinished, 'w', 0o600)
  writeSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(unfinished, file)
}
