import type { Command } from 'commander'
import { actorOnCommandLine } from '#platform/server/command-line/actor.ts'
import { type AskSecret, askSecret } from '#platform/server/command-line/secret-prompt.ts'
import { type Open, withDatabase } from '#platform/server/command-line/with-database.ts'
import { demoPassword } from '#sign-in/server/accounts-seed.ts'
import {
  disableMemberAccount,
  enableMemberAccount,
  endMemberSessions,
  listMemberAccounts,
  listMemberSessions,
  type MemberAccount,
  makeMemberAccount,
  newPassword,
  passwordLength,
  resetMemberAccount,
} from './member-accounts.ts'
import { messages } from './members-messages.ts'

const actor = actorOnCommandLine()
const name = ['<name>', 'what members type as their username'] as const
const generate = ['--generate', 'make a password and print it, once; else it is asked for'] as const

type Desk = { open: Open; ask?: AskSecret }
type Parts = { members: Command; open: Open; ask: AskSecret; write: (text: string) => void }

/** Adds `members list`, `create NAME`, `reset NAME`, `disable NAME`, `enable NAME`, `sessions NAME` and `end-sessions NAME`. */
export function addMembersCommands(program: Command, { open, ask = askSecret }: Desk) {
  const members = program
    .command('members')
    .description('The accounts that members log in with.')
    .helpCommand(false)
  const write = (text: string) => members.configureOutput().writeOut?.(`${text}\n`)

  members
    .command('list')
    .description('Prints every account: of which client, and whether it can be used.')
    .option('--client <id>', 'only the accounts of this client')
    .action(async ({ client }: { client?: string }) => {
      const accounts = await withDatabase(open, ({ owner }) => listMemberAccounts(owner, client))
      write(accounts.map(lineOf).join('\n') || (client ? messages.noneOf(client) : messages.none))
    })

  addPasswords({ members, open, ask, write })
  addEnabling({ members, open, ask, write })
  addSessions({ members, open, ask, write })
}

function addPasswords({ members, open, ask, write }: Parts) {
  members
    .command('create')
    .description('Makes an account, with a password that is typed, sent to the standard input, or made.')
    .argument(...name)
    .allowExcessArguments()
    .hook('preAction', refuseMoreThanName)
    .requiredOption('--client <id>', 'the client whose members use it')
    .option(...generate)
    .action(async (name: string, { client, ...choice }: { client: string; generate?: boolean }) => {
      const password = await passwordBy(choice, ask)
      const asked = { name, actor, clientId: client, password }
      await withDatabase(open, ({ owner }) => makeMemberAccount(owner, asked))
      write(messages.made(name, client))
      if (choice.generate) write(messages.generated(password))
    })

  members
    .command('reset')
    .description('Sets a new password for an account and ends its sessions.')
    .argument(...name)
    .allowExcessArguments()
    .hook('preAction', refuseMoreThanName)
    .option(...generate)
    .action(async (name: string, choice: { generate?: boolean }) => {
      const password = await passwordBy(choice, ask)
      await withDatabase(open, ({ owner }) => resetMemberAccount(owner, { name, actor, password }))
      write(messages.reset(name))
      if (choice.generate) write(messages.generated(password))
    })
}

function addEnabling({ members, open, write }: Parts) {
  members
    .command('disable')
    .description('Closes an account and ends its sessions.')
    .argument(...name)
    .action(async (name: string) => {
      await withDatabase(open, ({ owner }) => disableMemberAccount(owner, { name, actor }))
      write(messages.disabled(name))
    })

  members
    .command('enable')
    .description('Opens a closed account again.')
    .argument(...name)
    .action(async (name: string) => {
      await withDatabase(open, ({ owner }) => enableMemberAccount(owner, { name, actor }))
      write(messages.enabled(name))
    })
}

function addSessions({ members, open, write }: Parts) {
  members
    .command('sessions')
    .description('Prints the sessions of an account: id, address, when it began and was last used.')
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
    .description('Ends the sessions of an account at once; its members can log in again.')
    .argument(...name)
    .option('--session <id>', 'only this session, by its id')
    .action(async (name: string, { session }: { session?: string }) => {
      const asked = { name, actor, sessionId: session }
      write(messages.ended(name, await withDatabase(open, ({ owner }) => endMemberSessions(owner, asked))))
    })
}

/** An extra argument may be a password: never print it. */
function refuseMoreThanName({ args }: Command) {
  if (args.length > 1) throw new Error(messages.onlyName)
}

/** Passwords that are long enough but publicly documented. */
const published: ReadonlySet<string> = new Set([demoPassword, 'correct horse battery staple'])

async function passwordBy({ generate }: { generate?: boolean }, ask: AskSecret): Promise<string> {
  if (generate) return newPassword()
  const { secret, isTyped } = await ask(messages.password(passwordLength.least))
  if (secret === '') throw new Error(messages.noPassword)
  if (published.has(secret.toLowerCase())) throw new Error(messages.easilyGuessed)
  if (isTyped && (await ask(messages.again)).secret !== secret) throw new Error(messages.notTheSame)
  return secret
}

function lineOf({ name, clientId, clientEnabled, passwordSetAt, disabledAt }: MemberAccount): string {
  const states = [
    messages.since(passwordSetAt.toISOString()),
    disabledAt && messages.isDisabled(disabledAt.toISOString()),
    !clientEnabled && messages.clientClosed,
  ]
  return `${name}  ${clientId}  ${states.filter(Boolean).join(', ')}`
}
