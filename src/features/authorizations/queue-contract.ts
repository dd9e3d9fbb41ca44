import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { normalizeText } from '#platform/contract/normalize-text.ts'
import { requestedUuid } from '#platform/contract/value-schemas.ts'
import { itn, listVersion } from './contract.ts'

const clients = z.array(z.string().trim().max(20)).max(500).optional()
const staff = { access: 'staff', features: [['clientAuth']] } as const

/** The longest name of a saved view. */
export const maxViewNameLength = 60

/** The first part of the query keys of the queue. */
export const queueQueryKey = 'authorization-queue'

/** The first part of the mutation keys of decisions. */
export const decisionsKey = 'process-authorization'

/** The query keys of the status of the open list, and of the number in the menu, up to the clients they are for. */
export const queueStatusKey = [queueQueryKey, 'status'] as const
export const queueCountKey = [queueQueryKey, 'count'] as const

export const readQueue = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/itn/queue',
  summary:
    'Returns the number of pending authorizations, whether the list has changed, and who has which bills open. Meant for polling: apart from ITNs, it contains no patient information.',
  request: z.object({
    /** The codes of the chosen clients, as in the list. */
    clients,
    since: listVersion.optional(),
  }),
  response: z.object({
    /** The number of pending authorizations of all of the user's clients, chosen or not. */
    pending: z.int().nonnegative(),
    /** The same as `since` if the list has not changed since that version, otherwise another one. */
    version: z.string(),
    /** The bills that other people have open now. */
    reviewing: z.array(z.object({ itn: z.string(), names: z.array(z.string()) })),
  }),
})

export type QueueStatus = z.infer<typeof readQueue.response>

export const listAssignees = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/itn/assignees',
  summary: 'The people who may decide authorizations of the current client.',
  request: z.object({}),
  response: z.object({
    people: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        isMe: z.boolean(),
        /** The codes of the client whose bills the person can see. */
        codes: z.array(z.string()),
      }),
    ),
  }),
})
export type Assignee = z.infer<typeof listAssignees.response>['people'][number]

export const assignAuthorization = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/itn/assign',
  summary:
    'Assigns a pending authorization to a person who may decide it, or removes the assignee. Returns 409 if the assignee is no longer the one that the user saw.',
  request: z.object({
    itn,
    assignee: requestedUuid.nullable(),
    /** The assignee that the user saw, if known; null if there was none, or one who may no longer decide the bill. */
    seenAssignee: requestedUuid.nullable().optional(),
  }),
  response: z.object({}),
})

export const leaseAuthorization = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/itn/lease',
  summary:
    'Shows others for one minute that the user has a bill open; with `isOpen: false`, stops showing this. It does not prevent others from deciding. A bill that is no longer pending has nothing to show.',
  request: z.object({ itn, isOpen: z.boolean() }),
  response: z.object({
    /** The names of the other people who have the bill open. */
    others: z.array(z.string()),
  }),
})

/** The filters of the list; empty values match everything. */
export const queueFilters = z.strictObject({
  bucket: z.string().max(20),
  client: z.string().max(20),
  currency: z.string().max(3),
  provider: z.string().max(100),
  from: z.string().max(30),
  to: z.string().max(30),
  assignee: z.string().max(40),
})
export type QueueFilters = z.infer<typeof queueFilters>

const view = z.object({ id: z.uuid(), name: z.string(), filters: queueFilters })
export type QueueView = z.infer<typeof view>

const views = z.object({ views: z.array(view) })

export const listQueueViews = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/itn/views',
  summary: 'The views that the user saved for the current client, by name.',
  request: z.object({}),
  response: views,
})

export const saveQueueView = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/itn/views/save',
  summary:
    'Saves filters as a view. Replaces the user’s view of the same name for the client. Returns 422 if the name is that of a built-in view, or differs from another view’s name only in case, spaces or invisible characters.',
  request: z.object({
    viewName: z
      .string()
      .trim()
      .regex(/^\P{Cc}*$/u)
      .overwrite(normalizeText)
      .min(1)
      .max(maxViewNameLength),
    filters: queueFilters,
  }),
  response: views,
})

export const removeQueueView = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/itn/views/remove',
  summary: 'Deletes a view of the user, if it still exists.',
  request: z.object({ viewId: requestedUuid }),
  response: views,
})

/** The query key of the choice of a daily email. */
export const queueEmailKey = [queueQueryKey, 'email'] as const

export const readQueueEmail = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/itn/email',
  summary: 'Whether the user gets a daily email about the queue of the current client.',
  request: z.object({}),
  response: z.object({
    isOn: z.boolean(),
    /** The user's address, as the identity provider sent it. */
    address: z.string().nullable(),
    mayDecide: z.boolean(),
  }),
})

export const setQueueEmail = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/itn/email/set',
  summary:
    'Turns the daily email about the queue on or off. It has only counts and a link. Returns 403 for users who may not decide, and 409 if the identity provider sent no valid address.',
  request: z.object({ isOn: z.boolean() }),
  response: z.object({ isOn: z.boolean() }),
})
