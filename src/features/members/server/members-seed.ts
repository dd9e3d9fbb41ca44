import { z } from 'zod'
import { findMemberArea } from '#clients/server/member-area-queries.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { type Database, queryRow, queryRows, sql, withScope } from '#platform/db/database.ts'
import { madeUpLastName } from '#seed/fictional-data.ts'
import { demoDate, type SeedPart } from '#seed/seed-demo-data.ts'
import { demoPassword } from '#sign-in/server/demo-accounts.ts'
import { developmentIssuer } from '#sign-in/server/identity-provider.ts'
import { grantRights } from '#sign-in/server/staff-grants.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import { createMemberAccount, listMemberAccounts } from './member-accounts.ts'
import { messages } from './members-messages.ts'
import { matchesHash } from './passwords.ts'

/** The account whose client shows ID cards. */
const cardMember = { name: 'alpine-member', clientId: 'alpine' }
const demoMembers = [cardMember, { name: 'lagoon-member', clientId: 'lagoon' }]

/** The demo member accounts, and the person of a client who changes their passwords. */
export const membersSeed: SeedPart = {
  name: 'member logins',
  isEmpty: async (db) => (await listMemberAccounts(db)).length === 0,
  async load({ owner }) {
    const existing = (await listMemberAccounts(owner)).map(({ name }) => name)
    for (const account of demoMembers.filter(({ name }) => !existing.includes(name)))
      await createMemberAccount(owner, { ...account, password: demoPassword, actor: 'portal' })
    await grantRights(owner, {
      who: 'alpine',
      issuer: developmentIssuer,
      grant: { members: true },
      actor: 'demo data',
    })
    return `${demoMembers.length} member logins`
  },
}

/** The startup hint about the member area; undefined if no demo account is usable. */
export async function memberLoginHint(db: Database): Promise<string | undefined> {
  if ((await demoDate(db)) === undefined) return undefined
  const names = await listUsableDemoAccounts(db)
  if (names.length === 0) return undefined
  const card = names.includes(cardMember.name) ? await findSampleCard(db) : undefined
  return [messages.howToLogIn(names, demoPassword), card && messages.sampleCard(card)]
    .filter(Boolean)
    .join(' ')
}

/** Lists the enabled demo accounts that still have the demo password. */
export async function listUsableDemoAccounts(db: Database): Promise<string[]> {
  const names = demoMembers.map(({ name }) => name)
  const open = await queryRows(
    db,
    z.object({ name: z.string(), passwordHash: z.string() }),
    sql`
    select a.name, a.password_hash as "passwordHash"
      from member_account a
      join client c on c.id = a.client_id and c.enabled
     where a.name = any(${names}) and a.disabled_at is null
     order by a.name`,
  )
  const usable: string[] = []
  for (const { name, passwordHash } of open)
    if (await matchesHash(passwordHash, demoPassword)) usable.push(name)
  return usable
}

const cardFields = z.object({
  policy: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string().transform(formatDay),
})

/**
 * Finds the form input for a demo ID card: always the same policy of the same fictional person, even if real data was
 * imported. Undefined if the client shows no cards.
 */
export async function findSampleCard(db: Database): Promise<z.output<typeof cardFields> | undefined> {
  const { clientId } = cardMember
  if (!(await findMemberArea(db, clientId))?.showIdCard) return undefined
  const scope = await findClientScope(db, clientId)
  return withScope(db, scope, (scoped) =>
    queryRow(
      scoped,
      cardFields,
      sql`
      select o.policy_number as policy, p.first_name as "firstName", p.last_name as "lastName",
             p.date_of_birth as "dateOfBirth"
        from policy o
        join patient p using (client_code, patient_code)
       where o.patient_code ~ ('^' || o.client_code || '-[0-9]{5}$')
         and o.policy_number ~ ('^' || o.client_code || '-POL-[0-9]{6}$')
         and p.last_name ~ ${madeUpLastName}
       order by o.client_code, o.patient_code, o.policy_number
       limit 1`,
    ),
  )
}
