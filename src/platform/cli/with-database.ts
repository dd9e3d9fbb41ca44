import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { Environment } from '../config/setting-values.ts'
import { callerVariables } from '../config/settings.ts'
import { type AuditEvent, audit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { messages } from './cli-messages.ts'

export type Open = () => Promise<DatabaseContext>

/** Opens a database context for `work`, closes it afterwards and returns the result of `work`. */
export async function withDatabase<T>(
  open: Open,
  work: (databaseContext: DatabaseContext) => Promise<T>,
): Promise<T> {
  const databaseContext = await open()
  return work(databaseContext).finally(databaseContext.close)
}

/** The operating system account of a command; `isPersonal` if a person can log in with it. */
type Account = { name: string; isPersonal: boolean }

/** The user of a command for the audit trail: the person, and the account that the person took. */
export function actorOnCommandLine(environment = callerVariables(), account = findAccount()): string {
  const person = findPerson(environment, account)
  const isOther = person !== undefined && person !== account.name
  return `command line (${isOther ? `${person} as ${account.name}` : account.name})`
}

/** Records a command on the audit trail in the trail itself. */
export const recordUse = (db: Database, action: string, detail: AuditEvent['detail'] = {}) =>
  audit(db, { actor: actorOnCommandLine(), action, subject: 'audit trail', detail })

/**
 * The person who runs a command. What sudo and doas report comes before what a person states in PORTAL_OPERATOR;
 * root and accounts without a login shell identify no person.
 */
function findPerson(environment: Environment, account: Account): string | undefined {
  const caller = [environment.SUDO_USER, environment.DOAS_USER].find((name) => name && name !== 'root')
  const stated = environment.PORTAL_OPERATOR?.replace(/[^\p{L}\p{N} .@_-]/gu, '')
    .trim()
    .slice(0, longestName)
  return caller ?? (account.isPersonal ? account.name : stated || undefined)
}

const longestName = 100

/** An account without a name, as in containers, is identified by its number. */
function findAccount(): Account {
  try {
    const { username, shell, uid } = userInfo()
    return { name: username, isPersonal: uid !== 0 && !/\/(nologin|false)$/.test(shell ?? '/false') }
  } catch {
    return { name: String(process.getuid?.() ?? 'unknown'), isPersonal: false }
  }
}

/** Commands that run by the clock. If no person is named, the trail shows the account of the operating system. */
const unattended: ReadonlySet<string> = new Set(['doctor', 'backup', 'audit', 'import', 'documents'])

/** Those of them that a person decides on nevertheless, by their own name. */
const decided: ReadonlySet<string> = new Set(['accept-missing'])

/** Under the production rules, stops any other command, which a person decides on, if that person has no name. */
export function requirePerson(
  command: Command,
  isProduction: () => boolean,
  { environment = callerVariables(), account = findAccount() } = {},
) {
  const isNamed = findPerson(environment, account) !== undefined
  const isUnattended = unattended.has(findGroup(command)) && !decided.has(command.name())
  if (!isNamed && !isUnattended && isProduction()) throw new Error(messages.noPerson)
}

/** The first word of a command: "staff" of "portal staff list". */
function findGroup(command: Command): string {
  return command.parent?.parent ? findGroup(command.parent) : command.name()
}
