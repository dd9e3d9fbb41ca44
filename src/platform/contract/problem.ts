import { z } from 'zod'

/**
 * The body of every error response (RFC 9457), including the extension members that an endpoint adds;
 * `reference` is the id of the server's log entry.
 */
export const problemBody = () =>
  z.looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    reference: z.string(),
  })
export type ProblemBody = z.infer<ReturnType<typeof problemBody>>

/** Which advice to give a user whose document request failed with this status. */
export function remedyFor(status: number): 'openAgain' | 'wait' | 'check' | 'giveUp' {
  if (status === 401 || status === 403 || status === 405) return 'openAgain'
  if (status === 404) return 'giveUp'
  return status === 0 || status === 429 || status >= 500 ? 'wait' : 'check'
}
