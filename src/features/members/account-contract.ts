import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

/** A member account, as staff of its client see it. */
const managedAccount = z.object({
  id: z.uuid(),
  /** The username that members log in with. */
  name: z.string(),
  isDisabled: z.boolean(),
  passwordSetAt: z.iso.datetime(),
  /** If the password is an initial one, which members cannot log in with: when it expires, and whether it has. */
  initial: z.object({ until: z.iso.datetime(), hasExpired: z.boolean() }).nullable(),
  /** The number of active sessions. */
  sessions: z.int().nonnegative(),
})
export type ManagedAccount = z.infer<typeof managedAccount>

export const listManagedAccounts = endpoint({
  method: 'GET',
  path: '/api/member-accounts',
  access: 'staff',
  summary:
    'The member accounts of the current client, by name, and whether a change demands a step-up first. 403 without the right to change the passwords of members.',
  request: z.object({}),
  response: z.object({ accounts: z.array(managedAccount), needsStepUp: z.boolean() }),
})

/** The member `reason` of a 422 that says which password was refused, or that the initial one has expired. */
export const passwordFault = z.enum(['current-password', 'new-password', 'initial-expired'])

export const changeMemberPassword = endpoint({
  method: 'POST',
  path: '/api/member-accounts/{accountId}/password',
  access: 'staff',
  summary:
    'Changes the password of a member account of the current client, ends its sessions, and makes every browser unknown to it. 422 with a reason if the current password is wrong or the new one is refused: `current-password`, `new-password` or `initial-expired`. Wrong passwords count as failed logins of members: responses are delayed, then rejected with 429 and Retry-After. 404 for an account of another client, 403 without the right, and 403 with the reason `step-up` until the person signs in again as `www-authenticate` asks (RFC 9470).',
  request: z.object({
    accountId: z.uuid(),
    /** The password that members log in with, or the initial one. */
    currentPassword: z.string().min(1).max(1000),
    newPassword: z.string().max(10_000),
  }),
  response: z.object({
    /** How many sessions were ended. */
    ended: z.int().nonnegative(),
  }),
})
