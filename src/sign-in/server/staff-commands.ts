import { type Command, InvalidArgumentError } from 'commander'
import { type Open, withWorkplace } from '#platform/server/command-line/with-workplace.ts'
import { messages } from '../messages.ts'
import { type Grant, grantTo, listStaff, revokeFrom, type StaffPerson } from './staff-grants.ts'

const actor = 'command line'

/** Adds `staff list`, `staff grant WHO` and `staff revoke WHO`; `issuer` is where people sign in. */
export function addStaffCommands(program: Command, open: Open, issuer: () => string) {
  const staff = program
    .command('staff')
    .description('What each person of staff may, besides what their client has.')
    .helpCommand(false)
  const write = (text: string) => staff.configureOutput().writeOut?.(`${text}\n`)
  const who = ['<who>', 'the person: id, e-mail address, or subject at the identity provider'] as const
  const codes = '--codes <codes>'

  staff
    .command('list')
    .description('Prints everybody who signed in or was granted something.')
    .action(async () => write(listed(await withWorkplace(open, ({ owner }) => listStaff(owner)))))

  staff
    .command('grant')
    .description('Narrows a person to client codes, or lets them decide authorizations.')
    .argument(...who, nameOf)
    .option(codes, 'the only client codes whose rows they see, with commas between', codeList)
    .option('--decide', 'the right to approve and deny authorizations')
    .action(async (who: string, grant: Grant) => {
      if (!grant.codes && !grant.decide) staff.error(messages.staff.grantNothing)
      const asked = { who, issuer: issuer(), grant, actor }
      write(told(who, await withWorkplace(open, ({ owner }) => grantTo(owner, asked))))
    })

  staff
    .command('revoke')
    .description('Takes away what was granted; it is gone with the next call.')
    .argument(...who, nameOf)
    .option(codes, 'client codes they no longer see', codeList)
    .option('--all-codes', 'lift the narrowing: they see every code of their client again')
    .option('--decide', 'the right to approve and deny authorizations')
    .action(async (who: string, grant: Grant) => {
      if (!grant.codes && !grant.decide && !grant.allCodes) staff.error(messages.staff.revokeNothing)
      const asked = { who, issuer: issuer(), grant, actor }
      write(told(who, await withWorkplace(open, ({ owner }) => revokeFrom(owner, asked))))
    })
}

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
      const { id, name, email, subject, clientId, signedInAt } = person
      const known = [name, email, subject].filter(Boolean).join(', ')
      return `${id}  ${clientId ?? '–'}  ${known}  ${signedInAt?.toISOString() ?? '–'}\n    ${rightsOf(person)}`
    })
    .join('\n')
}
