import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getCaller, getClient, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { listDeciders } from '#sign-in/server/staff-principal-query.ts'
import { findNameConflict } from '../find-name-conflict.ts'
import { messages } from '../messages.ts'
import {
  assignAuthorization,
  leaseAuthorization,
  listAssignees,
  listQueueViews,
  readQueue,
  removeQueueView,
  saveQueueView,
} from '../queue-contract.ts'
import { queueMessages } from '../queue-messages.ts'
import { maxViews } from '../rules.ts'
import { type AuthorizationDeps, mayDecide } from './authorization-deps.ts'
import {
  deleteView,
  endLease,
  findClientCode,
  findQueueStatus,
  findReviewing,
  findViews,
  lockPendingBill,
  lockViews,
  takeLease,
  type ViewOwner,
  writeAssignee,
  writeView,
} from './queue-queries.ts'

/** Endpoints of the queue: what changed, assignees, leases and saved views. */
export function queueRoutes(app: FastifyInstance, deps: AuthorizationDeps) {
  const { db } = deps

  registerEndpoint(app, readQueue, ({ clients, since }, request) => {
    const { abortSignal: signal } = request
    const { userId } = getStaffPrincipal(request)
    const codes = getScope(request, clients)
    return withScope(db, getScope(request), async (scoped) => ({
      ...(await findQueueStatus(scoped, { codes, since, signal })),
      reviewing: await findReviewing(scoped, { userId, codes, signal }),
    }))
  })

  registerEndpoint(app, leaseAuthorization, async ({ itn, isOpen }, request) => {
    if (!mayDecide(request)) throw problem(403, messages.notAllowed)
    const { userId } = getStaffPrincipal(request)
    return withScope(db, getScope(request), async (scoped) => {
      if (!isOpen) {
        await endLease(scoped, itn, userId)
        return { others: [] }
      }
      const others = await takeLease(scoped, itn, userId)
      if (!others && !(await findClientCode(scoped, itn))) throw problem(404, messages.unknown)
      return { others: others ?? [] }
    })
  })

  assignmentRoutes(app, deps)
  viewRoutes(app, deps)
}

const text = queueMessages.assign

function assignmentRoutes(app: FastifyInstance, { db, config }: AuthorizationDeps) {
  /** The people who may decide for the client, with those of their codes that the user can see. */
  const findAssignees = async (request: FastifyRequest) => {
    const scope = getScope(request)
    const deciders = await listDeciders(db, getClient(request).id, config)
    return deciders
      .map(({ codes, ...person }) => ({ ...person, codes: codes.filter((code) => scope.includes(code)) }))
      .filter(({ codes }) => codes.length > 0)
  }

  registerEndpoint(app, listAssignees, async (_input, request) => {
    if (!mayDecide(request)) throw problem(403, messages.notAllowed)
    const { userId } = getStaffPrincipal(request)
    const people = await findAssignees(request)
    return { people: people.map((person) => ({ ...person, isMe: person.id === userId })) }
  })

  registerEndpoint(app, assignAuthorization, async ({ itn, assignee, seenAssignee }, request) => {
    if (!mayDecide(request)) throw problem(403, messages.notAllowed)
    const people = await findAssignees(request)
    await withScope(db, getScope(request), async (scoped) => {
      const bill = await lockPendingBill(scoped, itn)
      if (!bill) throw problem(404, messages.unknown)
      const isDecider = (person: string | null) =>
        people.some(({ id, codes }) => id === person && codes.includes(bill.client))
      if (assignee !== null && !isDecider(assignee)) throw problem(404, text.unknown)
      if (bill.assignee === assignee) return
      // A person who may no longer decide the bill counts as none, as in the list.
      const current = isDecider(bill.assignee) ? bill : { assignee: null, assigneeName: null }
      if (seenAssignee !== undefined && current.assignee !== seenAssignee)
        throw problem(
          409,
          current.assigneeName === null ? text.released(itn) : text.taken(itn, current.assigneeName),
        )
      const event = {
        ...getCaller(request),
        action: assignee === null ? 'authorization unassigned' : 'authorization assigned',
        subject: itn,
        clientCode: bill.client,
        detail: { assignee, previous: bill.assignee },
      }
      await writeAssignee(scoped, { itn, assignee, event })
    })
    return {}
  })
}

function viewRoutes(app: FastifyInstance, { db }: AuthorizationDeps) {
  const getOwner = (request: FastifyRequest): ViewOwner => ({
    userId: getStaffPrincipal(request).userId,
    clientId: getClient(request).id,
  })

  registerEndpoint(app, listQueueViews, async (_input, request) => ({
    views: await findViews(db, getOwner(request)),
  }))

  registerEndpoint(app, saveQueueView, ({ viewName, filters }, request) =>
    inTransaction(db, async (transaction) => {
      const owner = getOwner(request)
      await lockViews(transaction, owner)
      const names = (await findViews(transaction, owner)).map(({ name }) => name)
      const conflict = findNameConflict(viewName, names)
      if (conflict) throw problem(422, conflict)
      const count = await writeView(transaction, owner, { name: viewName, filters })
      if (count > maxViews) throw problem(422, queueMessages.views.tooMany(maxViews))
      return { views: await findViews(transaction, owner) }
    }),
  )

  registerEndpoint(app, removeQueueView, async ({ viewId }, request) => {
    const owner = getOwner(request)
    await deleteView(db, owner, viewId)
    return { views: await findViews(db, owner) }
  })
}
