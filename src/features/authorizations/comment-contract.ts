import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { requestedUuid } from '#platform/contract/value-schemas.ts'
import { itn } from './contract.ts'

const staff = { access: 'staff', features: [['clientAuth']] } as const

export const comment = z.object({
  id: z.uuid(),
  /** An instant in ISO 8601 format, in UTC ("Z"). */
  writtenAt: z.string(),
  author: z.string(),
  /** Whether the user wrote it. */
  isMine: z.boolean(),
  /** The comment as written: plain text, never HTML. */
  commentText: z.string(),
})
export type Comment = z.infer<typeof comment>

export const addComment = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/itn/comments/add',
  summary:
    'Writes a comment on a bill for other staff, signed with the name of the person. It is never sent to the back office. Repeating a request with the same `commentId` returns the same comment. Returns 404 for an unknown ITN and 422 for a text that is empty or too long.',
  request: z.object({
    itn,
    /** Chosen by the page, so that a repeated request does not write the comment twice. */
    commentId: requestedUuid,
    /** Plain text of 1 to 4,000 characters. */
    commentText: z.string(),
  }),
  response: comment,
})

export const listComments = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/itn/comments',
  summary: 'The comments of staff on a bill, oldest first.',
  request: z.object({ itn }),
  response: z.object({ comments: z.array(comment) }),
})
