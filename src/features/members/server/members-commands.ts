import type { Command } from 'commander'
import { type AskSecret, askSecret } from '#platform/cli/terminal-prompt.ts'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { passwordLength } from '../rules.ts'
import {
  createMemberAccount,
  disableMemberAccount,
  enableMemberAccount,
  endMemberSessions,
  listMemberAccounts,
  listMemberSessions,
  type MemberAccount,
  resetMemberAccount,
} from './member-accounts.ts'
import { messages } from './members-messages.ts'
import { generatePassword, isPublished } from './passwords.ts'

const actor = actorOnCommandLine()
const name = ['<name>', 'the username that members log in with'] as const
const generate = [
  '--generate',
  'generate an initial password and print it once, instead of prompting for one; staff of the client replace it',
] as const

type CommandDeps = { open: Open; ask?: AskSecret }
type CommandGroup = { members: Command; open: Open; ask: AskSecret; write: (text: string) => void }

/** Adds `members list`, `create NAME`, `reset NAME`, `disable NAME`, `enable NAME`, `sessions NAME` and `end-sessions NAME`. */
export function addMembersCommands(program: Command, { open, ask = askSecret }: CommandDeps) {
  const members = program
    .command('members')
    .description('Manages the accounts that members log in with.')
    .helpCommand(false)
  const write = (text: string) => members.configureOutput().writeOut?.(`${text}\n`)

  members
    .command('list')
    .description('Lists all accounts with their client and status.')
    .option('--client <id>', 'only the accounts of this client')
    .action(async ({ client }: { client?: string }) => {
      const accounts = await withDatabase(open, async ({ owner }) => {
        const listed = await listMemberAccounts(owner, client)
        const detail = { rows: listed.length }
        await audit(owner, { actor, action: 'members listed', subject: client ?? 'members', detail })
        return listed
      })
      write(
        accounts.map(formatAccount).join('\n') || (client ? messages.noneForClient(client) : messages.none),
      )
    })

  addPasswords({ members, open, ask, write })
  addEnabling({ members, open, ask, write })
  addSessions({ members, open, ask, write })
}

function addPasswords({ members, open, ask, write }: CommandGroup) {
  members
    .command('create')
    .description(
      'Creates an account. Reads the password from the prompt or standard input, or generates one.',
    )
    .argument(...name)
    .allowExcessArguments()
    .hook('preAction', rejectExtraArguments)
    .requiredOption('--client <id>', 'the client whose members use it')
    .option(...generate)
    .action(async (name: string, { client, ...choice }: { client: string; generate?: boolean }) => {
      const password = await readPassword(choice, ask)
      const request = { name, actor, clientId: client, password, isInitial: choice.generate ?? false }
      const until = await withDatabase(open, ({ owner }) => createMemberAccount(owner, request))
      write(until ? messages.madeInitial(name, client) : messages.made(name, client))
      if (until) write(messages.generated(password, until.toISOString()))
    })

  members
    .command('reset')
    .description('Sets a new password for an account and ends its sessions.')
    .argument(...name)
    .allowExcessArguments()
    .hook('preAction', rejectExtraArguments)
    .option(...generate)
    .action(async (name: string, choice: { generate?: boolean }) => {
      const password = await readPassword(choice, ask)
      const request = { name, actor, password, isInitial: choice.generate ?? false }
      const until = await withDatabase(open, ({ owner }) => resetMemberAccount(owner, request))
      write(messages.reset(name))
      if (until) write(messages.generated(password, until.toISOString()))
    })
}

function addEnabling({ members, open, write }: CommandGroup) {
  members
    .command('disable')
    .description('Disables an account and ends its sessions.')
    .argument(...name)
    .action(async (name: string) => {
      await withDatabase(open, ({ owner }) => disableMemberAccount(owner, { name, actor }))
      write(messages.disabled(name))
    })

  members
    .command('enable')
    .description('Enables a disabled account.')
    .argument(...name)
    .action(async (name: string) => {
      await withDatabase(open, ({ owner }) => enableMemberAccount(owner, { name, actor }))
      write(messages.enabled(name))
    })
}

function addSessions({ members, open, write }: CommandGroup) {
  members
    .command('sessions')
    .description('Lists the active sessions of an account: ID, address, start and last use.')
    .argument(...name)
    .action(async (name: string) => {
      const sessions = await withDatabase(open, ({ owner }) => listMemberSessions(owner, { name, actor }))
      const lines = sessions.map(({ id, address, startedAt, seenAt }) =>
        messages.sessions(id, address, startedAt.toISOString(), seenAt.toISOString()),
      )
      write(lines.join('\n') || messages.noSessions(name))
    })

  members
    .command('end-sessions')
    .description('Ends the sessions of an account immediately; its members can log in again.')
    .argument(...name)
    .option('--session <id>', 'only the session with this ID')
    .action(async (name: string, { session }: { session?: string }) => {
      const request = { name, actor, sessionId: session }
      write(messages.ended(name, await withDatabase(open, ({ owner }) => endMemberSessions(owner, request))))
    })
}

/** Rejects extra arguments without printing them, because one may be a password. */
function rejectExtraArguments({ args }: Command) {
  if (args.length > 1) throw new Error(messages.onlyName)
}

async function readPassword({ generate }: { generate?: boolean }, ask: AskSecret): Promise<string> {
  if (generate) return generatePassword()
  const { secret, isTyped } = await ask(messages.password(passwordLength.min))
  if (secret === '') throw new Error(messages.noPassword)
  if (isPublished(secret)) throw new Error(messages.easilyGuessed)
  if (isTyped && (await ask(messages.again)).secret !== secret) throw new Error(messages.notTheSame)
  return secret
}

function formatAccount(account: MemberAccount): string {
  const { name, clientId, clientEnabled, passwordSetAt, initialUntil, disabledAt } = account
  const states = [
    messages.since(passwordSetAt.toISOString()),
    initialUntil && messages.isInitial(initialUntil.toISOString(), initialUntil <= now()),
    disabledAt && messages.isDisabled(disabledAt.toISOString()),
    !clientEnabled && messages.clientClosed,
  ]
  return `${name}  ${clientId}  ${states.filter(Boolean).join(', ')}`
}
