import { z } from 'zod'
import { changeMemberPassword, listManagedAccounts } from '#members/account-contract.ts'
import { now } from '#platform/contract/clock.ts'
import { queryRow, queryRows, sql } from '#platform/db/database.ts'
import { grantRights } from '#sign-in/server/staff-grants.ts'
import { addVisitor, logIn, memberPassword } from './member-fixture.ts'
import { openPortal } from './portal-fixture.ts'
import { addClient, signInStaff } from './sign-in-fixture.ts'

/** A new password that meets the rules. */
export const newPassword = 'seven quiet otters swim upstream'

type Staff = Awaited<ReturnType<typeof signInStaff>>
type Rights = Parameters<typeof grantRights>[1]['grant'] & { viewing?: string; authenticatedAt?: Date }

/** A portal with two clients and internal staff, and what staff do with member accounts. */
export async function openAccountPortal() {
  const portal = await openPortal({ TRUSTED_PROXIES: ['127.0.0.1'] })
  const { owner } = portal.databaseContext
  const internal = portal.config.INTERNAL_CLIENT_ID
  await addClient(portal, 'alpine', ['ALP1', 'ALP2'])
  await addClient(portal, 'lagoon', ['LAG1'])
  await addClient(portal, internal, [])
  const list = ({ headers }: Staff) => portal.call(listManagedAccounts, {}, { headers })
  const readAccounts = async (staff: Staff) =>
    listManagedAccounts.response.parse((await list(staff)).json()).accounts
  return {
    portal,
    owner,
    internal,
    list,
    /** Signs in a person with the right to change the passwords of members. */
    async signInManager(clientId: string, { viewing, authenticatedAt = now(), ...grant }: Rights = {}) {
      const staff = await signInStaff(portal, clientId, { authenticatedAt, ...(viewing && { viewing }) })
      const rights = { who: staff.userId, issuer: 'https://login.test', grant: { members: true, ...grant } }
      await grantRights(owner, { ...rights, actor: 'test' })
      return staff
    },
    /** Adds an account of a client; returns its name and ID. */
    async addAccount(clientId = 'alpine') {
      const { name } = await addVisitor(portal, clientId)
      const row = sql`select id from member_account where name = ${name}`
      const { id = '' } = (await queryRow(owner, z.object({ id: z.string() }), row)) ?? {}
      return { name, id }
    },
    listNames: async (staff: Staff) => (await readAccounts(staff)).map(({ name }) => name),
    find: async (staff: Staff, id: string) => (await readAccounts(staff)).find((each) => each.id === id),
    /** Changes the password of an account, from an address of its own. */
    change(
      accountId: string,
      { headers }: Staff,
      given: { currentPassword?: string; newPassword?: string; address?: string } = {},
    ) {
      const { address = '192.0.2.1', ...passwords } = given
      return portal.call(
        changeMemberPassword,
        { accountId, currentPassword: memberPassword, newPassword, ...passwords },
        { headers: { ...headers, 'x-forwarded-for': address } },
      )
    },
    /** The status of a login. */
    status: async (name: string, password: string) =>
      (await logIn(portal, name, password, { headers: { 'x-forwarded-for': '192.0.2.99' } })).statusCode,
    /** The audit entries about changes of an account. */
    entries: (subject: string) =>
      queryRows(
        owner,
        z.object({ actor: z.string(), action: z.string(), detail: z.unknown() }),
        sql`select actor, action, detail from audit_event where subject = ${subject} and action like '%change%' order by id`,
      ),
  }
}
