import { now } from '#platform/contract/clock.ts'
import { grantRights } from '#sign-in/server/staff-grants.ts'
import { logInMember } from './member-fixture.ts'
import type { MarkedClient } from './multi-tenant-fixture.ts'
import type { openPortal } from './portal-fixture.ts'
import { signInStaff } from './sign-in-fixture.ts'

type Portal = Awaited<ReturnType<typeof openPortal>>

/** A staff session of a client, with a recent sign-in and the right to manage members, and a member session. */
export async function signInUsers(portal: Portal, { id, mark }: MarkedClient) {
  const staff = await signInStaff(portal, id, { subject: mark, authenticatedAt: now() })
  const rights = { who: staff.userId, issuer: 'https://login.test', grant: { members: true }, actor: 'test' }
  await grantRights(portal.databaseContext.owner, rights)
  return { staff: staff.headers, member: await logInMember(portal, mark.toLowerCase()) }
}

/** Whether a content has the mark of a client, or its member account, whose name is the mark in lowercase. */
export const hasMark = (content: string, { mark }: MarkedClient) =>
  content.includes(mark) || content.includes(mark.toLowerCase())
