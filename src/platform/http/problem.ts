import { STATUS_CODES } from 'node:http'
import type { ProblemBody } from '../contract/problem.ts'

/** A link to continue with. */
export type ProblemLink = { to: `/${string}`; label: string }

/** Why a request was refused whose sender was not authenticated, as the audit trail says it. */
export type RefusalReason =
  /** It had no session, token or ticket. */
  | 'no sign-in'
  /** It had the cookie of a session, but neither token nor ticket. */
  | 'no token'
  /** Its session or its token was genuine, but has ended. */
  | 'session ended'
  /** Its token was forged, damaged, or meant for something else. */
  | 'invalid token'
  /** It had a genuine token without the cookie of its session: a copy. */
  | 'token without its session'
  /** It had a genuine token and the cookie of another session. */
  | 'token of another session'
  | 'unknown session'
  /** Its ticket was used, had expired, or was for another document. */
  | 'invalid ticket'
  | 'invalid service token'
  | 'revoked service token'
  | 'invalid logout token'
  | 'repeated logout token'
  | 'cross-site request'
  | 'address not allowed'

/** A refusal for the audit trail. */
export type Refusal = {
  reason: RefusalReason
  /** The person, member account or program that the request is known to come from, even so. */
  actor?: string | undefined
}

type ProblemOptions = {
  /** The link that solves the problem, for users who see it in a separate window. */
  link?: ProblemLink
  /** Set where a request is refused before its sender is authenticated. */
  refusal?: Refusal
}

/** An error with a user-facing message; any other error becomes a 500 without details. */
export class Problem extends Error {
  readonly status: number
  readonly members: Record<string, unknown>
  readonly link: ProblemLink | undefined
  readonly refusal: Refusal | undefined

  constructor(
    status: number,
    detail: string,
    members: Record<string, unknown> = {},
    { link, refusal }: ProblemOptions = {},
  ) {
    super(detail)
    this.name = 'Problem'
    this.status = status
    this.members = members
    this.link = link
    this.refusal = refusal
  }
}

/** Creates a problem; `members` are the extension members of RFC 9457, section 3.2. */
export const problem = (
  status: number,
  detail: string,
  members?: Record<string, unknown>,
  options?: ProblemOptions,
) => new Problem(status, detail, members, options)

/** The problem+json body (RFC 9457) for this status. */
export function toProblemBody(status: number, detail: string, reference: string): ProblemBody {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, reference }
}
