import { mkdirSync } from 'node:fs'
import { messages } from './messages.ts'
import { CannotOpen } from './open-error.ts'

const folder = '/var/lib/client-portal'

/** Where root puts what PostgreSQL's own user has to reach when our folder lies below one that only root can enter. */
export function reachableFolder(): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    return folder
  } catch (cause) {
    throw new CannotOpen(messages.unreachable(folder), { cause })
  }
}
