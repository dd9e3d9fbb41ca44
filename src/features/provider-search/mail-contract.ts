import { z } from 'zod'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'
import type { Provider } from './contract.ts'

// The dialogs for feedback and email load on demand, and these contracts with them.

const text = (longest: number) => z.string().trim().max(longest)
const optionalText = (longest: number) => text(longest).optional()

/** Half the circumference of the earth, rounded up. */
const maxDistanceKm = 20_100

/** An ALTCHA proof-of-work challenge, signed to prevent forging an easier one. */
export const captchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string().max(20),
    nonce: text(64),
    salt: text(64),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: text(128),
    keySignature: text(128),
    expiresAt: z.int(),
  }),
  signature: text(128),
})
export type CaptchaChallenge = z.infer<typeof captchaChallenge>

export const getCaptchaChallenge = endpoint({
  method: 'GET',
  path: '/api/captcha',
  access: 'public',
  summary: 'A captcha challenge; its solution is valid for one feedback message',
  request: z.object({}),
  response: captchaChallenge,
})

/** Text as typed; the endpoint checks it later and reports errors with the form's messages. */
const typed = z.string().trim().max(100_000)

/** How far providers are from the place that was searched, in kilometers, by hash. Cards show it; texts are refused. */
const distances = z.record(z.string().max(100), z.number().min(0).max(maxDistanceKm)).optional()

/** The centers of the distances, by hash, unless it is a street address. Only names of places are shown. */
const centers = z.record(z.string().max(100), z.string().max(100)).optional()

/** The code of the search definition, in a header or in the body. */
const definitionCodes = z.object({ providerCode: optionalText(40), providerSearchCode: optionalText(40) })

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/sendfeedback',
  access: 'by-definition',
  summary: 'Feedback on a provider, for customer service; 422 with success false if something is invalid',
  headers: { providerCode: 'provider-code' },
  request: definitionCodes.extend({
    providerName: typed,
    name: typed,
    email: typed,
    message: typed,
    captchatoken: typed,
    itemId: typed,
  }),
  response: z.object({ success: z.boolean() }),
})
export type Feedback = z.infer<typeof sendFeedback.request>

export const emailProviders = endpoint({
  method: 'POST',
  path: '/api/emailProviders',
  access: 'by-definition',
  summary:
    'Emails providers of a search, by their hashes, to one address; the server writes the text around a note',
  headers: { providerCode: 'provider-code' },
  request: definitionCodes.extend({
    user: typed,
    /** The address for replies; signed-in staff who have one get them at their own address. */
    replyTo: typed.optional(),
    toEmail: typed,
    subject: typed.optional(),
    caseNumber: typed.optional(),
    note: typed.optional(),
    providers: z.array(typed).max(2000),
    distances,
    centers,
  }),
  response: z.object({ message: z.string() }),
})

export const getEmailSender = endpoint({
  method: 'GET',
  path: '/api/emailProviders/sender',
  access: 'by-definition',
  summary: 'The address that receives replies to emails from the signed-in user; null for visitors',
  headers: { providerCode: 'provider-code' },
  request: z.object({ providerCode: optionalText(40) }),
  response: z.object({ email: z.string().nullable() }),
})

export const openProviderList = endpoint({
  method: 'POST',
  path: '/api/providers/list.pdf',
  access: 'by-definition',
  summary: 'Providers of a search, by their hashes and in this order, as a PDF',
  headers: { providerCode: 'provider-code' },
  request: definitionCodes.extend({ providers: z.array(typed).max(2000), distances, centers }),
  response: binaryResponse('application/pdf'),
})

/** A provider, and what its distance was measured from: empty if that is not known, or is a street address. */
type MeasuredProvider = { provider: Provider; from: string }

/** The providers of a request, how far they are, and from where. */
export const toSelection = (selected: readonly MeasuredProvider[]) => {
  const measured = selected.filter(({ provider }) => provider.distance !== null)
  const named = measured.filter(({ from }) => from !== '' && from.length <= 100)
  return {
    providers: selected.map(({ provider }) => provider.hash),
    distances: Object.fromEntries(measured.map(({ provider }) => [provider.hash, provider.distance ?? 0])),
    centers: Object.fromEntries(named.map(({ provider, from }) => [provider.hash, from])),
  }
}
