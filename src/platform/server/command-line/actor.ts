import { userInfo } from 'node:os'

/** The user of a command for the audit trail: the operating system account. */
export function actorOnCommandLine(): string {
  return `command line (${accountName()})`
}

/** An account without a name, as in containers, is identified by its number. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
