import { type Command, InvalidArgumentError } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import { staffMessages } from './command-messages.ts'
import { releasePerson } from './scim/release-person.ts'
import { type Grant, grantRights, revokeRights } from './staff-grants.ts'
import {
  describePerson,
  disableStaff,
  enableStaff,
  endStaffSessions,
  listStaff,
  listStaffSessions,
  type StaffPerson,
  type StaffSession,
} from './staff-people.ts'

const actor = actorOnCommandLine()

const who = ['<who>', 'the person: ID, email address, or subject at the identity provider'] as const
const whoOrName = [
  '<who>',
  'the person: name, ID, email address, or subject at the identity provider',
] as const

type CommandGroup = { staff: Command; open: Open; write: (text: string) => void }

/**
 * Adds `staff list`, `grant WHO`, `revoke WHO`, `disable WHO`, `release WHO`, `enable WHO`, `sessions WHO` and `end-sessions WHO`;
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
    .description(
      'Lists everyone who has signed in or has permissions, with their permissions, and when and by whom each was given.',
    )
    .action(async () => write(formatStaff(await withDatabase(open, ({ owner }) => listStaff(owner, actor)))))

  addGrants({ staff, open, write }, issuer)
  addAccess({ staff, open, write })
  addSessions({ staff, open, write })
}

const memberRight =
  'the right to change the passwords of the client’s member accounts; only people who see every code can use it'

const hasRight = ({ decide, audit, members }: Grant) => decide || audit || members

function addGrants({ staff, open, write }: CommandGroup, issuer: () => string) {
  const codes = '--codes <codes>'

  staff
    .command('grant')
    .description(
      'Restricts a person to client codes, or gives them rights: to decide authorizations, to read the audit trail, or to change the passwords of members.',
    )
    .argument(...who, parseWho(staffMessages.noPerson))
    .option(codes, 'restrict them to these client codes, separated by commas', parseCodes)
    .option('--decide', 'the right to approve and deny authorizations')
    .option('--audit', 'the right to read the audit trail; only internal staff can use it')
    .option('--members', memberRight)
    .action(async (who: string, grant: Grant) => {
      if (!grant.codes && !hasRight(grant)) staff.error(staffMessages.grantNothing)
      const request = { who, issuer: issuer(), grant, actor }
      write(formatGranted(who, await withDatabase(open, ({ owner }) => grantRights(owner, request))))
    })

  staff
    .command('revoke')
    .description('Revokes codes or rights, effective with the next request.')
    .argument(...who, parseWho(staffMessages.noPerson))
    .option(codes, 'revoke access to these client codes', parseCodes)
    .option('--all-codes', 'remove the restriction, so they see every code of their client')
    .option('--decide', 'the right to approve and deny authorizations')
    .option('--audit', 'the right to read the audit trail; only internal staff can use it')
    .option('--members', memberRight)
    .action(async (who: string, grant: Grant) => {
      if (!grant.codes && !grant.allCodes && !hasRight(grant)) staff.error(staffMessages.revokeNothing)
      const request = { who, issuer: issuer(), grant, actor }
      write(formatGranted(who, await withDatabase(open, ({ owner }) => revokeRights(owner, request))))
    })
}

function addAccess({ staff, open, write }: CommandGroup) {
  staff
    .command('disable')
    .description('Disables a person’s access: ends their sessions immediately and blocks sign-in.')
    .argument(...whoOrName, parseWho(staffMessages.noPersonOrName))
    .action(async (who: string) => {
      const { person, sessions } = await withDatabase(open, ({ owner }) =>
        disableStaff(owner, { who, actor }),
      )
      write(staffMessages.disabled(describePerson(person), sessions))
    })

  staff
    .command('release')
    .description('Takes a person out of SCIM, so that these commands manage them; disables their access.')
    .argument(...whoOrName, parseWho(staffMessages.noPersonOrName))
    .action(async (who: string) => {
      const { person, sessions } = await withDatabase(open, ({ owner }) =>
        releasePerson(owner, { who, actor }),
      )
      write(staffMessages.released(describePerson(person), sessions))
    })

  staff
    .command('enable')
    .description('Lets a person whose access is disabled sign in again.')
    .argument(...whoOrName, parseWho(staffMessages.noPersonOrName))
    .action(async (who: string) => {
      const person = await withDatabase(open, ({ owner }) => enableStaff(owner, { who, actor }))
      write(staffMessages.enabled(describePerson(person)))
    })
}

function addSessions({ staff, open, write }: CommandGroup) {
  staff
    .command('sessions')
    .description('Lists the active sessions of a person: ID, client, address, start and last renewal.')
    .argument(...whoOrName, parseWho(staffMessages.noPersonOrName))
    .action(async (who: string) => {
      const { person, sessions } = await withDatabase(open, ({ owner }) =>
        listStaffSessions(owner, { who, actor }),
      )
      write([describePerson(person), ...sessionLines(sessions)].join('\n'))
    })

  staff
    .command('end-sessions')
    .description('Ends the sessions of a person immediately; they can sign in again.')
    .argument(...whoOrName, parseWho(staffMessages.noPersonOrName))
    .option('--session <id>', 'only the session with this ID')
    .action(async (who: string, { session }: { session?: string }) => {
      const request = { who, actor, sessionId: session }
      const { person, sessions } = await withDatabase(open, ({ owner }) => endStaffSessions(owner, request))
      write(staffMessages.ended(describePerson(person), sessions))
    })
}

const sessionLines = (sessions: readonly StaffSession[]) =>
  sessions.length === 0
    ? [`    ${staffMessages.noSessions}`]
    : sessions.map(
        ({ id, clientId, address, startedAt, renewedAt }) =>
          `    ${id}  ${clientId}  ${address}  ${staffMessages.since(startedAt.toISOString(), renewedAt.toISOString())}`,
      )

const parseWho = (missing: string) => (text: string) => {
  if (text.trim() === '') throw new InvalidArgumentError(missing)
  return text.trim()
}

function parseCodes(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim())
  if (codes.some((code) => code === '')) throw new InvalidArgumentError(staffMessages.blankCode)
  return codes
}

const formatRights = ({ codes, mayDecide, mayAudit, managesMembers }: StaffPerson) =>
  [
    codes.length > 0 ? staffMessages.onlyCodes(codes) : staffMessages.everyCode,
    mayDecide ? staffMessages.mayDecide : staffMessages.decidesByClient,
    ...(mayAudit ? [staffMessages.mayAudit] : []),
    ...(managesMembers ? [staffMessages.managesMembers] : []),
  ].join('; ')

const formatGranted = (who: string, person: StaffPerson) => staffMessages.granted(who, formatRights(person))

function formatStaff(people: readonly StaffPerson[]): string {
  if (people.length === 0) return staffMessages.noStaff
  return people
    .flatMap((person) => {
      const { signedInAt, disabledAt } = person
      const closed = disabledAt ? `; ${staffMessages.disabledSince(disabledAt.toISOString())}` : ''
      return [
        `${describePerson(person)}  ${signedInAt?.toISOString() ?? '–'}`,
        `    ${formatRights(person)}${closed}`,
        ...formatGiven(person).map((line) => `    ${line}`),
      ]
    })
    .join('\n')
}

/** One line for the rights that the same actor gave at the same time, for example with one command. */
function formatGiven({ given }: StaffPerson): string[] {
  const groups = Map.groupBy(given, ({ at, by }) => `${at?.toISOString()} ${by}`)
  return [...groups.values()].flatMap((rights) => {
    const [first] = rights
    const names = rights.map(({ right }) => right)
    return first ? [staffMessages.given(first.at?.toISOString(), first.by, names)] : []
  })
}
