import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import {
  type ClientScope,
  type Database,
  queryRow,
  queryRows,
  sql,
  withScope,
} from '#platform/db/database.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  type CurrentClient,
  getCaller,
  getClient,
  getScope,
  getStaffPrincipal,
} from '#sign-in/server/staff-principal.ts'
import { demandStepUp, hasStepUp } from '#sign-in/server/staff-sessions.ts'
import { changeMemberPassword, listManagedAccounts, type passwordFault } from '../account-contract.ts'
import { accountMessages as messages } from '../account-messages.ts'
import type { Account } from './login-account.ts'
import { maxDelay } from './login-throttle.ts'
import { applyChange, hashNewPassword, type LoginDeps, setPassword } from './member-accounts.ts'
import { activeSessionCondition } from './member-sessions.ts'
import { messages as passwordMessages } from './members-messages.ts'
import { type AttemptPassword, attemptTimeoutMs } from './password-attempts.ts'
import { findPasswordFault, isPublished, isSamePassword } from './passwords.ts'

/** Registers the routes with which staff of a client change the passwords of its member accounts. */
export function accountRoutes(app: FastifyInstance, { db, config }: LoginDeps, attempt: AttemptPassword) {
  registerEndpoint(app, listManagedAccounts, async (_input, request) => {
    const { client, scope } = getManagedClient(request)
    const needsStepUp = !(await hasStepUp(db, getStaffPrincipal(request).sessionId, config))
    const accounts = await withScope(db, scope, async (scoped) => {
      const found = await findAccounts(scoped, { clientId: client.id, scope })
      const detail = { rows: found.length }
      await audit(scoped, { ...getCaller(request), action: 'members listed', subject: client.id, detail })
      return found
    })
    return { accounts: accounts.map(describe), needsStepUp }
  })

  registerEndpoint(
    app,
    changeMemberPassword,
    async ({ accountId, currentPassword, newPassword }, request, reply) => {
      const { client, scope } = getManagedClient(request)
      const [account] = await findAccounts(db, { clientId: client.id, scope, id: accountId })
      // The account of another client is like a missing one.
      if (!account) throw problem(404, messages.unknown)
      await demandStepUp(db, request, { reply, config, message: messages.stepUpNeeded })
      if (describe(account).initial?.hasExpired) throw refuse('initial-expired', messages.initialExpired)
      const fault = await findFault({ account, client, currentPassword, newPassword })
      if (fault) throw refuse('new-password', fault)
      const event = { ...getCaller(request), subject: account.name }
      const auditRefusal = (isChecked: boolean) =>
        audit(db, {
          ...event,
          action: 'member password change refused',
          detail: { client: client.id, checked: isChecked },
        })
      const { done: ended, isRejected } = await attempt(
        { name: account.name, password: currentPassword },
        request,
        {
          findHash: ({ passwordHash, initialHash }) => initialHash ?? passwordHash,
          accept: (verified) => replacePassword(db, scope, { verified, newPassword, event }),
        },
      ).catch(async (error: unknown) => {
        if (error instanceof Problem) await auditRefusal(false)
        throw error
      })
      if (ended !== undefined) return { ended }
      await auditRefusal(true)
      throw isRejected
        ? problem(429, messages.tooMany(maxDelay), { retryAfter: maxDelay })
        : refuse('current-password', messages.wrong)
    },
    { timeoutMs: attemptTimeoutMs },
  )
}

const refuse = (reason: z.infer<typeof passwordFault>, message: string) => problem(422, message, { reason })

/** The current client and its codes, for people who may change the passwords of its members. Throws 403 for all others. */
function getManagedClient(request: FastifyRequest) {
  if (!getStaffPrincipal(request).managesMembers) throw problem(403, messages.notAllowed)
  return { client: getClient(request), scope: getScope(request) }
}

const managedRow = z.object({
  id: z.string(),
  name: z.string(),
  isDisabled: z.boolean(),
  passwordSetAt: z.date(),
  initialUntil: z.date().nullable(),
  sessions: z.number(),
})
type ManagedRow = z.infer<typeof managedRow>

type AccountsOfClient = { clientId: string; scope: ClientScope; id?: string }

/** The accounts of a client in the scope by name, or only the one with this ID. */
const findAccounts = (db: Database, { clientId, scope, id }: AccountsOfClient): Promise<ManagedRow[]> =>
  queryRows(
    db,
    managedRow,
    sql`
    select a.id, a.name, a.disabled_at is not null as "isDisabled", a.password_set_at as "passwordSetAt",
           a.initial_until as "initialUntil",
           (select count(*)::int from member_session where account_id = a.id and ${activeSessionCondition()}) as sessions
      from member_account a
     where a.client_id = ${clientId} and a.id = coalesce(${id ?? null}::uuid, a.id)
       and exists (select from client_code where client_id = a.client_id and code = any(${scope}::text[]))
     order by a.name`,
  )

const describe = ({ passwordSetAt, initialUntil, ...account }: ManagedRow) => ({
  ...account,
  passwordSetAt: passwordSetAt.toISOString(),
  initial: initialUntil && { until: initialUntil.toISOString(), hasExpired: initialUntil <= now() },
})

type Change = { account: ManagedRow; client: CurrentClient; currentPassword: string; newPassword: string }

/** What is wrong with the new password, as the command says it; undefined if nothing. */
async function findFault({ account, client, currentPassword, newPassword }: Change) {
  if (isSamePassword(newPassword, currentPassword)) return messages.unchanged
  if (isPublished(newPassword)) return passwordMessages.easilyGuessed
  return findPasswordFault(newPassword, [account.name, client.id, client.name])
}

type Replacement = {
  verified: Account
  newPassword: string
  event: ReturnType<typeof getCaller> & { subject: string }
}

/**
 * Replaces a verified password and ends the sessions of the account; returns how many. Returns undefined if the account is
 * outside the scope, has changed since the verification, or its initial password has expired.
 */
async function replacePassword(
  db: Database,
  scope: ClientScope,
  { verified, newPassword, event }: Replacement,
): Promise<number | undefined> {
  const { id, passwordHash, initialHash } = verified
  const hashes = await hashNewPassword({ password: newPassword })
  return withScope(db, scope, async (scoped) => {
    const found = await queryRow(
      scoped,
      z.object({}),
      sql`
      select from member_account
       where id = ${id} and password_hash = ${passwordHash} and initial_hash is not distinct from ${initialHash}
         and coalesce(initial_until > ${now()}, true)
         for update`,
    )
    if (!found) return undefined
    const change = { ...event, action: 'member password changed', change: setPassword(hashes) }
    return applyChange(scoped, verified, change)
  })
}
