import { z } from 'zod'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'

/** The member page after login (second specification, section 3). */
export const memberRecord = z.object({
  clientName: z.string(),
  /** Sanitized HTML. */
  content: z.string(),
  showIdCard: z.boolean(),
  showEnglishAndGerman: z.boolean(),
})
export type MemberRecord = z.infer<typeof memberRecord>

export const logMemberIn = endpoint({
  method: 'POST',
  path: '/api/clientmember/login',
  access: 'public',
  summary:
    'Starts a member session (an HttpOnly cookie) and returns the member page. 422 without a name or password; 401 if either is wrong, without saying which. After too many failures, responses are delayed, then rejected with 429 and Retry-After.',
  request: z.object({
    UserName: z.string().catch(''),
    Password: z.string().catch(''),
  }),
  response: memberRecord,
})

export const showMemberPage = endpoint({
  method: 'GET',
  path: '/api/clientmember/page',
  access: 'member',
  summary: 'The current member page. 401 if the session has ended.',
  request: z.object({}),
  response: memberRecord,
})

export const logMemberOut = endpoint({
  method: 'POST',
  path: '/api/clientmember/logout',
  access: 'public',
  summary: 'Ends the member session, if any.',
  request: z.object({}),
  response: z.object({}),
})

/** A field of the ID card form. Invalid input counts as an empty field, which matches no policy. */
const typed = (maxLength: number) => z.string().trim().max(maxLength).catch('')

export const openIdCard = endpoint({
  method: 'POST',
  path: '/api/clientMember/idCard.pdf',
  access: 'member',
  form: true,
  summary:
    'The ID card of a policy of the member’s client, as a PDF with one page per language. 404 with the same page for any data that does not match; 429 after too many of these.',
  request: z.object({
    /** Ignored: the client comes from the session. */
    clientName: typed(200),
    policy: typed(60),
    firstName: typed(150),
    lastName: typed(150),
    /** A date as YYYY-MM-DD or M/D/YYYY. */
    dateOfBirth: typed(10),
  }),
  response: binaryResponse('application/pdf', 'text/html; charset=utf-8'),
})
