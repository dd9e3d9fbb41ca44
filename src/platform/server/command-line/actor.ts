import { userInfo } from 'node:os'

/** Who runs a command, as the audit names them: the account of the operating system. */
export function actorOnCommandLine(): string {
  return `command line (${accountName()})`
}

/** An account without a name, as containers have them, goes by its number. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
