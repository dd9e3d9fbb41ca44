import { type Command, InvalidArgumentError } from 'commander'
import { actorOnCommandLine } from '#platform/server/command-line/actor.ts'
import { type Open, withDatabase } from '#platform/server/command-line/with-database.ts'
import { messages } from '../messages.ts'
import {
  disableStaff,
  enableStaff,
  endStaffSessions,
  listStaffSessions,
  type StaffSession,
} from './staff-access.ts'
import { type Grant, grantTo, revokeFrom } from './staff-grants.ts'
import { describePerson, listStaff, type StaffPerson } from './staff-people.ts'

const actor = actorOnCommandLine()

const who = ['<who>', 'the person: id, e-mail address, or subject at the identity provider'] as const
const called = ['<who>', 'the person: name, id, e-mail address, or subject at the identity provider'] as const

type Parts = { staff: Command; open: Open; write: (text: string) => void }

/**
 * Adds `staff list`, `grant WHO`, `revoke WHO`, `disable WHO`, `enable WHO`, `sessions WHO` and `end-sessions WHO`;
 * `issuer` is the sign-in issuer.
 */
export function addStaffCommands(program: Command, open: Open, issuer: () => string) {
  const staff = program
    .command('staff')
    .description('Manages staff access, sessions and additional permissions.')
    .helpCommand(false)
  const write = (text: string) => staff.configureOutput().writeOut?.(`${text}\n`)

  staff
    .command('list')
    .description('Prints everybody who signed in or was granted something.')
    .action(async () => write(listed(await withDatabase(open, ({ owner }) => listStaff(owner)))))

  addGrants({ staff, open, write }, issuer)
  addAccess({ staff, open, write })
  addSessions({ staff, open, write })
}

function addGrants({ staff, open, write }: Parts, issuer: () => string) {
  const codes = '--codes <codes>'

  staff
    .command('grant')
    .description('Narrows a person to client codes, or lets them decide authorizations.')
    .argument(...who, nameOf)
    .option(codes, 'the only client codes whose rows they see, with commas between', codeList)
    .option('--decide', 'the right to approve and deny authorizations')
    .action(async (who: string, grant: Grant) => {
      if (!grant.codes && !grant.decide) staff.error(messages.staff.grantNothing)
      const asked = { who, issuer: issuer(), grant, actor }
      write(told(who, await withDatabase(open, ({ owner }) => grantTo(owner, asked))))
    })

  staff
    .command('revoke')
    .description('Takes away what was granted; it is gone with the next call.')
    .argument(...who, nameOf)
    .option(codes, 'client codes they no longer see', codeList)
    .option('--all-codes', 'remove the restriction, so they see every code of their client')
    .option('--decide', 'the right to approve and deny authorizations')
    .action(async (who: string, grant: Grant) => {
      if (!grant.codes && !grant.decide && !grant.allCodes) staff.error(messages.staff.revokeNothing)
      const asked = { who, issuer: issuer(), grant, actor }
      write(told(who, await withDatabase(open, ({ owner }) => revokeFrom(owner, asked))))
    })
}

function addAccess({ staff, open, write }: Parts) {
  staff
    .command('disable')
    .description('Disables a person: ends their sessions immediately and blocks sign-in.')
    .argument(...called, nameOf)
    .action(async (who: string) => {
      const { person, sessions } = await withDatabase(open, ({ owner }) =>
        disableStaff(owner, { who, actor }),
      )
      write(messages.staff.disabled(describePerson(person), sessions))
    })

  staff
    .command('enable')
    .description('Lets a disabled person sign in again.')
    .argument(...called, nameOf)
    .action(async (who: string) => {
      const person = await withDatabase(open, ({ owner }) => enableStaff(owner, { who, actor }))
      write(messages.staff.enabled(describePerson(person)))
    })
}

function addSessions({ staff, open, write }: Parts) {
  staff
    .command('sessions')
    .description('Prints the sessions of a person: id, client, address, when it began and was last renewed.')
    .argument(...called, nameOf)
    .action(async (who: string) => {
      const { person, sessions } = await withDatabase(open, ({ owner }) =>
        listStaffSessions(owner, { who, actor }),
      )
      write([describePerson(person), ...sessionLines(sessions)].join('\n'))
    })

  staff
    .command('end-sessions')
    .description('Ends the sessions of a person at once; they can sign in again.')
    .argument(...called, nameOf)
    .option('--session <id>', 'only this session, by its id')
    .action(async (who: string, { session }: { session?: string }) => {
      const asked = { who, actor, sessionId: session }
      const { person, sessions } = await withDatabase(open, ({ owner }) => endStaffSessions(owner, asked))
      write(messages.staff.ended(describePerson(person), sessions))
    })
}

const sessionLines = (sessions: readonly StaffSession[]) =>
  sessions.length === 0
    ? [`    ${messages.staff.noSessions}`]
    : sessions.map(
        ({ id, clientId, address, startedAt, renewedAt }) =>
          `    ${id}  ${clientId}  ${address}  ${messages.staff.since(startedAt.toISOString(), renewedAt.toISOString())}`,
      )

function nameOf(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(messages.staff.noName)
  return text.trim()
}

function codeList(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim())
  if (codes.some((code) => code === '')) throw new InvalidArgumentError(messages.staff.blankCode)
  return codes
}

const rightsOf = ({ codes, mayDecide }: StaffPerson) =>
  [
    codes.length > 0 ? messages.staff.onlyCodes(codes) : messages.staff.everyCode,
    mayDecide ? messages.staff.mayDecide : messages.staff.decidesByClient,
  ].join('; ')

const told = (who: string, person: StaffPerson) => messages.staff.granted(who, rightsOf(person))

function listed(people: readonly StaffPerson[]): string {
  if (people.length === 0) return messages.staff.nobody
  return people
    .map((person) => {
      const { signedInAt, disabledAt } = person
      const closed = disabledAt ? `; ${messages.staff.disabledSince(disabledAt.toISOString())}` : ''
      return `${describePerson(person)}  ${signedInAt?.toISOString() ?? '–'}\n    ${rightsOf(person)}${closed}`
    })
    .join('\n')
}
