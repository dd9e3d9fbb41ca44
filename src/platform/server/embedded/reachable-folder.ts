import { mkdirSync } from 'node:fs'
import { CannotOpen } from './cannot-open.ts'

const folder = '/var/lib/client-portal'

/** Where root puts what PostgreSQL's own user has to reach when our folder lies below one that only root can enter. */
export function reachableFolder(): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    return folder
  } catch (cause) {
    throw new CannotOpen(
      `PostgreSQL does not run as root, its own user cannot enter this folder, and ${folder} cannot be made. Move the portal to a folder that everybody can enter, start it as an ordinary user, or set DATABASE_URL.`,
      { cause },
    )
  }
}
