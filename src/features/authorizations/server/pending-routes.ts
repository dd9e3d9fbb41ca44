import type { FastifyInstance } from 'fastify'
import { audited, summarizeRows } from '#clients/server/audited-query.ts'
import { createSearchQueue } from '#platform/concurrency/fair-queue.ts'
import { now } from '#platform/contract/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { jsonText, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getClient, getRequester, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { listDeciders } from '#sign-in/server/staff-principal-query.ts'
import { listDenialReasons, listInfoNeeded, listPendingAuthorizations } from '../contract.ts'
import { messages } from '../messages.ts'
import { type AuthorizationDeps, listConcurrency, mayDecide } from './authorization-deps.ts'
import { listReasons } from './decision-queries.ts'
import { findPendingAuthorizations, maxPending } from './pending-queries.ts'
import { createVersion, readSentVersion } from './queue-version.ts'

/** The audit actions for reading the list, and for a page that reads it again by itself. */
const listReadAction = 'pending authorizations read'
const listReloadedAction = 'pending authorizations read again'

/** Endpoints of the list of pending authorizations, and of the reasons that a decision can have. */
export function pendingRoutes(app: FastifyInstance, { db, config }: AuthorizationDeps) {
  // When everyone opens the queue at once, decisions and leases do not wait for thousands of bills.
  const enqueue = createSearchQueue(1, listConcurrency)

  registerEndpoint(app, listPendingAuthorizations, async ({ clients, isReload, since }, request) => {
    if (clients?.length === 0) throw problem(422, messages.clientMissing)
    const { userId } = getStaffPrincipal(request)
    const read = () =>
      audited(
        db,
        request,
        { action: isReload ? listReloadedAction : listReadAction, only: clients, isSnapshot: true },
        async (scoped, signal) => {
          const deciders = await listDeciders(scoped, getClient(request).id, config)
          return readList(scoped, { codes: getScope(request, clients), userId, deciders, since, signal })
        },
        (list) => summarizeRows(list.bills, ({ itn }) => itn),
      )
    const { pendingCount, bills, ...list } = await (since ? read() : enqueue(getRequester(request), read))
    const notice = pendingCount > maxPending ? messages.moreThanShown(maxPending) : null
    const rest = JSON.stringify({ ...list, notice, mayDecide: mayDecide(request) })
    return jsonText(
      '{"bills":',
      bills.map(({ json }) => json),
      `,${rest.slice(1)}`,
    )
  })

  registerEndpoint(app, listDenialReasons, async () => ({ lookupItems: await listReasons(db, 'deny') }))

  registerEndpoint(app, listInfoNeeded, async () => ({ lookupItems: await listReasons(db, 'info') }))
}

type ListRequest = {
  codes: readonly string[]
  userId: string
  deciders: Awaited<ReturnType<typeof listDeciders>>
  since: string | undefined
  signal: AbortSignal
}

/** Reads the changes since the version that the page has, or the whole list if they are not enough. */
async function readList(db: Database, { codes, since, ...query }: ListRequest) {
  const readAt = now().toISOString()
  const requested = await readSentVersion(db, codes, since)
  const { base } = requested
  // Changes cannot update a truncated list: they do not say which bills move into it.
  const changes =
    base && !base.isCut ? await findPendingAuthorizations(db, { ...query, since: base }) : undefined
  if (changes && changes.pendingCount <= maxPending) {
    const { snapshot, ...list } = changes
    return { ...list, readAt, version: createVersion(requested, snapshot, base) }
  }
  const { snapshot, ...list } = await findPendingAuthorizations(db, query)
  return {
    ...list,
    readAt,
    version: createVersion(requested, snapshot, { isCut: list.pendingCount > maxPending }),
  }
}
