import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import type { SignInFailure } from '../contract.ts'

/** How a person signed in, according to a verified ID token. */
export type Evidence = {
  /** Authentication contexts: the claim `acr` or the one in the settings. */
  acr: string[]
  /** Authentication methods (RFC 8176). */
  amr: string[]
  /** When the person authenticated (`auth_time`); null if the token does not say so. */
  authenticatedAt: Date | null
}

/** What a sign-in has to prove. Each list asks for one of its entries. */
export type EvidenceDemand = {
  acr: readonly string[]
  amr: readonly string[]
  maxAgeMinutes: number | undefined
}

export type EvidenceConfig = Pick<
  Config,
  | 'OIDC_ACR_CLAIM'
  | 'OIDC_ACR_VALUES'
  | 'OIDC_AMR_VALUES'
  | 'OIDC_MAX_AGE_MINUTES'
  | 'STEP_UP_ACR_VALUES'
  | 'STEP_UP_AMR_VALUES'
  | 'STEP_UP_MAX_AGE_MINUTES'
>

/** What every sign-in of staff has to prove. */
const staffDemand = (config: EvidenceConfig): EvidenceDemand => ({
  acr: config.OIDC_ACR_VALUES ?? [],
  amr: config.OIDC_AMR_VALUES ?? [],
  maxAgeMinutes: config.OIDC_MAX_AGE_MINUTES,
})

/** What approvals above the limit of the client, and ending other sessions, demand. */
export const stepUpDemand = (config: EvidenceConfig): EvidenceDemand => ({
  acr: config.STEP_UP_ACR_VALUES ?? [],
  amr: config.STEP_UP_AMR_VALUES ?? [],
  maxAgeMinutes: config.STEP_UP_MAX_AGE_MINUTES,
})

/** The demands on a sign-in; a step-up has to meet those of every sign-in, too. */
export const signInDemands = (config: EvidenceConfig, isStepUp: boolean): EvidenceDemand[] => [
  ...(isStepUp ? [stepUpDemand(config)] : []),
  staffDemand(config),
]

/** The parameters of the authorization request, as RFC 9470 and OpenID Connect Core (3.1.2.1, 5.5) describe them. */
export function evidenceParameters(
  demands: readonly EvidenceDemand[],
  { OIDC_ACR_CLAIM: claim }: EvidenceConfig,
  supportsClaims: boolean,
): Record<string, string> {
  const acr = demands.find((demand) => demand.acr.length > 0)?.acr ?? []
  const ages = demands.flatMap(({ maxAgeMinutes }) => maxAgeMinutes ?? [])
  const age: Record<string, string> = ages.length > 0 ? { max_age: String(Math.min(...ages) * 60) } : {}
  const [first] = acr
  if (first === undefined) return age
  // A standard provider treats `acr_values` as a wish and the essential claim as a condition.
  if (claim === 'acr' && !supportsClaims) return { ...age, acr_values: acr.join(' ') }
  const wanted = acr.length === 1 ? { value: first } : { values: acr }
  return { ...age, claims: JSON.stringify({ id_token: { [claim]: { essential: true, ...wanted } } }) }
}

const texts = z
  .union([z.string().transform((text) => [text]), z.array(z.string())])
  .catch([])
  .transform((list) => list.filter((text) => !text.includes('\0')))
const seconds = z
  .number()
  .int()
  .min(0)
  .max(100_000_000_000)
  .transform((value) => new Date(value * 1000))
  .nullable()
  .catch(null)

/** Reads the evidence in the claims of a verified ID token. Claims of an unexpected form prove nothing. */
export const readEvidence = (claims: Record<string, unknown>, config: EvidenceConfig): Evidence => ({
  acr: texts.parse(Object.hasOwn(claims, config.OIDC_ACR_CLAIM) ? claims[config.OIDC_ACR_CLAIM] : []),
  amr: texts.parse(claims.amr),
  authenticatedAt: seconds.parse(claims.auth_time ?? null),
})

/** The evidence for the audit trail. */
export const describeEvidence = ({ acr, amr }: Evidence) => ({
  context: acr.join(' ') || null,
  methods: amr.join(' ') || null,
})

/** How far the clock of the identity provider may be ahead, as openid-client and OpenID Connect allow for. */
const clockToleranceMs = 60_000

/** What the evidence lacks; undefined if it meets the demand. */
export function findMissingEvidence(
  { acr, amr, authenticatedAt }: Evidence,
  demand: EvidenceDemand,
): Extract<SignInFailure, 'factor-missing' | 'too-old'> | undefined {
  const includesOne = (wanted: readonly string[], found: readonly string[]) =>
    wanted.length === 0 || wanted.some((each) => found.includes(each))
  if (!includesOne(demand.acr, acr) || !includesOne(demand.amr, amr)) return 'factor-missing'
  if (demand.maxAgeMinutes === undefined) return undefined
  const ageMs = authenticatedAt ? now().getTime() - authenticatedAt.getTime() : Number.POSITIVE_INFINITY
  return ageMs > demand.maxAgeMinutes * 60_000 || ageMs < -clockToleranceMs ? 'too-old' : undefined
}

/** The challenge of a request that needs a step-up (RFC 9470, section 3). */
export function stepUpChallenge(config: EvidenceConfig): string {
  const { acr, maxAgeMinutes = 0 } = stepUpDemand(config)
  const contexts = acr.length > 0 ? `, acr_values="${acr.join(' ').replace(/["\\]/g, '')}"` : ''
  return `Bearer error="insufficient_user_authentication"${contexts}, max_age="${maxAgeMinutes * 60}"`
}
