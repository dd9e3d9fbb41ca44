import { mkdirSync } from 'node:fs'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { messages } from './messages.ts'

const folder = '/var/lib/client-portal'

/**
 * A folder for files that PostgreSQL's own user must reach when our folder lies below one that only root can
 * enter.
 */
export function accessibleDir(): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    return folder
  } catch (cause) {
    throw new EmbeddedPostgresError(messages.unreachable(folder), { cause })
  }
}
