import { STATUS_CODES } from 'node:http'
import type { ProblemBody } from '../contract/problem.ts'

/** A link to continue with. */
export type ProblemLink = { to: `/${string}`; label: string }

/** An error with a user-facing message; any other error becomes a 500 without details. */
export class Problem extends Error {
  readonly status: number
  readonly members: Record<string, unknown>
  /** The link that solves the problem, for users who see it in a separate window. */
  readonly link: ProblemLink | undefined

  constructor(status: number, detail: string, members: Record<string, unknown> = {}, link?: ProblemLink) {
    super(detail)
    this.name = 'Problem'
    this.status = status
    this.members = members
    this.link = link
  }
}

/** Creates a problem; `members` are the extension members of RFC 9457, section 3.2. */
export const problem = (
  status: number,
  detail: string,
  members?: Record<string, unknown>,
  link?: ProblemLink,
) => new Problem(status, detail, members, link)

/** The problem+json body (RFC 9457) for this status. */
export function toProblemBody(status: number, detail: string, reference: string): ProblemBody {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, reference }
}
