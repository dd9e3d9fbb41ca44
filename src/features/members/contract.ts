import { z } from 'zod'
import { paper } from '#clients/contract.ts'
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

/** The languages of the member area and of ID cards. */
const language = z.enum(['en', 'de'])
export type Language = z.infer<typeof language>

/** The numbers that members call for assistance. */
const assistance = z.object({
  usaAndCanada: z.string().nullable(),
  elsewhere: z.string().nullable(),
  /** By ISO 3166-1 code. */
  countries: z.record(z.string(), z.string()),
})
export type Assistance = z.infer<typeof assistance>

const memberPage = memberRecord.extend({
  contentLanguage: language,
  /** Null if the client has no numbers of its own. */
  assistance: assistance.nullable(),
  /** The provider searches that members can use. */
  searches: z.array(z.object({ key: z.string(), title: z.string() })),
})
export type MemberPageData = z.infer<typeof memberPage>

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
  summary:
    'The current member page, with its content in this language if the client has it. 401 if the session has ended.',
  request: z.object({ language: language.default('en').catch('en') }),
  response: memberPage,
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

const cardForm = z.object({
  policy: typed(60),
  firstName: typed(150),
  lastName: typed(150),
  /** A date as YYYY-MM-DD or M/D/YYYY. */
  dateOfBirth: typed(10),
})

export const openIdCard = endpoint({
  method: 'POST',
  path: '/api/clientMember/idCard.pdf',
  access: 'member',
  form: true,
  summary:
    'The ID card of a policy of the member’s client, as a PDF with one page per language. 404 with the same page for any data that does not match; 429 after too many of these.',
  request: cardForm.extend({
    /** Ignored: the client comes from the session. */
    clientName: typed(200),
  }),
  response: binaryResponse('application/pdf', 'text/html; charset=utf-8'),
})

/** What an ID card shows. */
const idCard = z.object({
  holder: z.object({
    firstName: z.string(),
    lastName: z.string(),
    /** A date as YYYY-MM-DD. */
    dateOfBirth: z.string(),
    policyNumber: z.string(),
    effectiveDate: z.string().nullable(),
  }),
  /** The languages of the card, which has one page in each. */
  languages: z.array(language),
  clientId: z.string(),
  clientName: z.string(),
  /** The provider organization, which confirms eligibility. */
  company: z.string(),
  /** A color like "#0b4a6f". */
  color: z.string(),
  hasLogo: z.boolean(),
  group: z.string().nullable(),
  address: z.string().nullable(),
  phones: z.object({
    usaAndCanada: z.string().nullable(),
    elsewhere: z.string().nullable(),
    providers: z.string().nullable(),
    /** Used if the client has no number of its own. */
    service: z.string().nullable(),
  }),
  paper,
})
export type IdCard = z.infer<typeof idCard>

export const findIdCard = endpoint({
  method: 'POST',
  path: '/api/clientMember/card',
  access: 'member',
  summary:
    'The ID card of a policy of the member’s client, which the session shows from then on. 404 with the same problem for any data that does not match; 429 after too many of these.',
  request: cardForm,
  response: z.object({ card: idCard }),
})

export const readIdCard = endpoint({
  method: 'GET',
  path: '/api/clientMember/card',
  access: 'member',
  summary: 'The ID card that this session shows; null if there is none, or no longer.',
  request: z.object({}),
  response: z.object({ card: idCard.nullable() }),
})

export const readCardLogo = endpoint({
  method: 'GET',
  path: '/api/clientMember/cardLogo',
  access: 'member',
  summary: 'The logo on the ID cards of the member’s client. 404 if there is none.',
  request: z.object({}),
  response: binaryResponse('image/png', 'image/jpeg'),
})

export const readEligibilityContact = endpoint({
  method: 'GET',
  path: '/api/eligibility-contact/{clientId}',
  access: 'public',
  summary:
    'The contact information for providers who confirm that a patient is covered by a client. 404 for an unknown client and for a client without ID cards.',
  request: z.object({ clientId: z.string() }),
  response: z.object({ clientName: z.string(), phone: z.string(), email: z.string() }),
})
