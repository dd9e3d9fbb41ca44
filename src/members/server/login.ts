import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, inTransaction, rowOf, sql } from '#platform/server/database.ts'
import { takesTurns } from '#platform/server/fair-turns.ts'
import { wasAnswered } from '#platform/server/hang-up.ts'
import { Problem, problem } from '#platform/server/problem.ts'
import type { Config } from '#platform/server/settings.ts'
import { messages } from '../messages.ts'
import { placeOf } from './login-place.ts'
import { countAttempt, countedUnder, takeBack } from './login-throttle.ts'
import { beginMemberSession, endMemberSession } from './member-sessions.ts'
import { openPasswordDesk } from './password-desk.ts'
import { openWaitingRoom } from './waiting-room.ts'

export type LoginParts = { db: Database; config: Config }
type Typed = { name: string; password: string }

const account = z.object({
  id: z.string(),
  clientId: z.string(),
  passwordHash: z.string(),
  isOpen: z.boolean(),
})
type Account = z.infer<typeof account>

/** Attempts that are counted at once: they wait for each other's rows, and are not to hold the connections of others. */
const counting = {
  atOnce: 2,
  queue: 500,
  share: 100,
  says: { full: messages.busy, shareFull: messages.busy },
}
/** What a refusal says of when to come again, in seconds. */
const retryAfter = 30

/** Where members prove who they are: gives the account, or throws the problem that refuses them. */
export function openLogins({ db, config }: LoginParts) {
  const look = openLook(db, config)
  const tellUnseen = tellsOfUnseen(db)

  return async (typed: Typed, request: FastifyRequest): Promise<Account> => {
    const { steps, found, isRight } = await look(typed, request).catch(async (error: unknown) => {
      if (error instanceof Problem) await tellUnseen(typed.name, request)
      throw error
    })
    if (found?.isOpen && isRight) {
      await takeBack(db, steps)
      return found
    }
    await writeDown(db, request, found, 'member login refused')
    if (steps.some(({ isRefused }) => isRefused)) throw problem(429, messages.tooManyLogins, { retryAfter })
    throw problem(401, messages.wrong)
  }
}

/** Counts an attempt, has it wait, and says whose name and whether whose password it is. Refuses unseen where there is no place. */
function openLook(db: Database, config: Config) {
  const desk = openPasswordDesk(config.MEMBER_LOGINS_AT_ONCE)
  const room = openWaitingRoom()
  const inTurn = takesTurns(counting)

  return async ({ name, password }: Typed, { ip, hangUp }: FastifyRequest) => {
    const place = placeOf(ip)
    const counted = countedUnder(name, place, config)
    room.refuseWhereFull(counted)
    const steps = await inTurn({ person: place, hangUp }, () => countAttempt(db, counted))
    try {
      await room.waitFor(steps, hangUp)
      const found = await accountToOpen(db, name)
      const isRight = await desk.isRight(password, found?.passwordHash, { address: place, hangUp })
      return { steps, found, isRight }
    } catch (error) {
      // Whoever hangs up meanwhile has failed; whom nobody could look at, or not in time, has not.
      if (!hangUp.aborted || wasAnswered(hangUp)) await takeBack(db, steps)
      throw error
    }
  }
}

/** How often it is written down that logins are refused unseen: a crowd is not to fill the audit trail. */
const tellEveryMs = 60_000

/** Writes down that logins are refused unseen, with how many it were since the last time. */
function tellsOfUnseen(db: Database) {
  let [toldAt, untold] = [0, 0]
  return async (name: string, request: FastifyRequest) => {
    untold += 1
    const at = now().getTime()
    if (at - toldAt < tellEveryMs) return
    const refused = untold
    toldAt = at
    untold = 0
    const found = await accountToOpen(db, name)
    await writeDown(db, request, found, 'member logins refused unseen', { refused })
  }
}

/** The account of a name, which is written as names are kept: without capitals and blanks around it. */
const accountToOpen = (db: Database, name: string) =>
  rowOf(
    db,
    account,
    sql`
    select a.id, a.client_id as "clientId", a.password_hash as "passwordHash",
           a.disabled_at is null and c.enabled as "isOpen"
      from member_account a
      join client c on c.id = a.client_id
     where a.name = ${name}`,
  )

/**
 * Begins a session of an account and gives its key, or refuses where another password has come meanwhile. Whoever logs
 * in anew leaves the session that this browser had.
 */
export function beginLogin(
  db: Database,
  request: FastifyRequest,
  { account, former }: { account: Account; former: string | undefined },
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    if (former !== undefined) await endMemberSession(transaction, former)
    const start = { accountId: account.id, address: request.ip }
    const key = await beginMemberSession(transaction, start)
    // A reset holds the account's row, which a new session refers to: whichever comes later sees the other.
    if (!(await isAsLookedAt(transaction, account))) throw problem(401, messages.wrong)
    await writeDown(transaction, request, account, 'member logged in')
    return key
  })
}

const isAsLookedAt = async (db: Database, { id, passwordHash }: Account) =>
  (await rowOf(
    db,
    z.object({}),
    sql`
    select from member_account
     where id = ${id} and password_hash = ${passwordHash} and disabled_at is null`,
  )) !== undefined

/** The name that was typed is not written down: it may be a password. */
const writeDown = (
  db: Database,
  request: FastifyRequest,
  found: Account | undefined,
  action: string,
  detail: { refused?: number } = {},
) =>
  audit(db, {
    actor: found?.id ?? 'unknown member',
    action,
    subject: found?.id ?? 'unknown member',
    address: request.ip,
    reference: request.id,
    detail: { client: found?.clientId ?? null, ...detail },
  })
