import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { initRefusalCounters } from '#platform/telemetry/process-metrics.ts'
import { type SignInFailure, signInFailure } from '../contract.ts'
import { safeReturnPath } from '../rules.ts'
import { clearAttemptCookie, readAttemptKey, setAttemptCookie, staffCookie } from './cookies.ts'
import {
  describeEvidence,
  findMissingEvidence,
  readEvidence,
  signInDemands,
} from './find-missing-evidence.ts'
import { type IdentityProvider, isProviderUnavailable, type SignInResult } from './identity-provider.ts'
import { askForEmail, emailRoute, findProvider } from './identity-providers/find-provider.ts'
import type { IdentityProviders } from './identity-providers/providers.ts'
import { findProvisionedPerson, findSubject } from './scim/find-provisioned-person.ts'
import { type AuditNote, leaveScim } from './scim/release-person.ts'
import { type Attempt, consumeAttempt, saveAttempt } from './sign-in-attempts.ts'
import { isDisabled, upsertUser } from './staff-people.ts'
import { endSessionRow, findSession, startSession } from './staff-sessions.ts'

type OidcDeps = { db: Database; config: Config; providers: IdentityProviders }
type Failure = { refused: SignInFailure }

const signInQuery = z
  .object({ returnTo: z.string().max(500).optional(), stepUp: z.literal('true').optional() })
  .catch({})
const callbackQuery = z.object({ state: z.string().max(200), error: z.string().optional() })
const hidden = { schema: { hide: true } }

/** OpenID Connect routes: `/auth/sign-in`, and `/auth/callback` for each provider. */
export function oidcRoutes(app: FastifyInstance, deps: OidcDeps) {
  initRefusalCounters(app, 'staff', signInFailure.options)
  const begin = (request: FastifyRequest, reply: FastifyReply, goal: Goal) =>
    redirectToProvider(request, reply, goal, deps).catch((error: unknown) =>
      fail(request, reply, isProviderUnavailable(error) ? 'provider-away' : 'failed', error),
    )

  app.get('/auth/sign-in', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isUnasked(request)) return reply.redirect('/', 303)
    const { returnTo, stepUp } = signInQuery.parse(request.query)
    const isStepUp = stepUp !== undefined
    const provider = await findProvider(request, isStepUp, deps)
    if (!provider) return askForEmail(reply, deps, { returnTo })
    return begin(request, reply, { provider, returnTo: safeReturnPath(returnTo), isStepUp })
  })

  if (deps.providers.hasSeveral)
    emailRoute(app, deps, (request, reply, { provider, returnTo }) =>
      begin(request, reply, { provider, returnTo: safeReturnPath(returnTo), isStepUp: false }),
    )

  for (const provider of deps.providers.all)
    app.get(provider.callbackPath, hidden, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      try {
        return await handleCallback(request, reply, { ...deps, provider })
      } catch (error) {
        return fail(request, reply, isProviderUnavailable(error) ? 'provider-away' : 'failed', error)
      }
    })
}

/** Where a sign-in leads: to a provider, and from there to a path of the portal. */
type Goal = Pick<Attempt, 'returnTo' | 'isStepUp'> & { provider: IdentityProvider }

/**
 * Whether another site began this sign-in without a click of the person, who could be signed in at the identity
 * provider and would get a session unnoticed. Links of other sites work.
 */
const isUnasked = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-user'] !== '?1'

async function redirectToProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, returnTo, isStepUp }: Goal,
  { db, config }: OidcDeps,
) {
  const state = client.randomState()
  const nonce = client.randomNonce()
  const codeVerifier = client.randomPKCECodeVerifier()
  const address = await provider.signInUrl(request, { state, nonce, codeVerifier, isStepUp })
  const attempt = { state, nonce, codeVerifier, returnTo, isStepUp, provider: provider.name }
  const key = await saveAttempt(db, attempt)
  setAttemptCookie(reply, config, { state, key })
  return reply.redirect(address.href, 303)
}

type CallbackDeps = OidcDeps & { provider: IdentityProvider }

async function handleCallback(request: FastifyRequest, reply: FastifyReply, deps: CallbackDeps) {
  const { db, config, provider } = deps
  const { data: back } = callbackQuery.safeParse(request.query)
  const key = back && readAttemptKey(request, config, back.state)
  const attempt = back && key ? await consumeAttempt(db, key, back.state) : undefined
  // The code of another provider is not sent to the one that the person was led to.
  if (!back || !attempt || attempt.provider !== provider.name) return fail(request, reply, 'failed')
  clearAttemptCookie(reply, config, back.state)
  if (back.error === 'access_denied') return fail(request, reply, 'cancelled')
  if (back.error === 'unmet_authentication_requirements') return fail(request, reply, 'factor-missing')
  const proof = await provider.completeSignIn(request, attempt)
  const admitted = await admit(request, { ...proof, isStepUp: attempt.isStepUp }, deps)
  if ('refused' in admitted) return fail(request, reply, admitted.refused)
  staffCookie.set(reply, config, admitted.key)
  return reply.redirect(`/token?fresh=1&returnTo=${encodeURIComponent(attempt.returnTo)}`, 303)
}

/** Starts a session for verified claims or returns why it cannot; audits the result in the same transaction. */
function admit(
  request: FastifyRequest,
  proof: SignInResult & Pick<Attempt, 'isStepUp'>,
  { db, config, provider, providers }: CallbackDeps,
): Promise<{ key: string } | Failure> {
  const evidence = readEvidence(proof.claims, provider.config)
  const [missing] = signInDemands(provider.config, proof.isStepUp).flatMap(
    (demand) => findMissingEvidence(evidence, demand) ?? [],
  )
  const note = { address: request.ip, reference: request.id }
  return inTransaction(db, async (transaction) => {
    const hasInternalStaff = providers.ofClient(config.INTERNAL_CLIENT_ID) === provider
    const { clientId, known } = await findClaimed(transaction, proof, provider.config, hasInternalStaff)
    const isForeign = clientId !== undefined && providers.ofClient(clientId) !== provider
    const refused: SignInFailure | undefined = isForeign ? 'other-provider' : missing
    const entry = refused
      ? { refused }
      : await findPersonAndClient(transaction, proof, { clientId, known, config: provider.config, note })
    if ('refused' in entry) {
      const subject = `${proof.issuer} ${proof.claims.sub}`
      const detail = { reason: entry.refused, client: clientId ?? null }
      await audit(transaction, { ...note, actor: subject, action: 'sign-in refused', subject, detail })
      return entry
    }
    await endPreviousSession(request, transaction, config)
    const start = {
      ...entry,
      ...evidence,
      idToken: proof.idToken,
      address: request.ip,
      userAgent: request.headers['user-agent'],
      providerSession: sessionId.parse(proof.claims.sid),
      providerSubject: proof.claims.sub,
    }
    const key = await startSession(transaction, start)
    const detail = { client: entry.clientId, ...describeEvidence(evidence), stepUp: proof.isStepUp }
    const { userId } = entry
    await audit(transaction, { ...note, actor: userId, action: 'signed in', subject: userId, detail })
    return { key }
  })
}

type Entry = { userId: string; clientId: string }
type Claimed = { clientId: string | undefined; known?: Entry | Failure | undefined }

/**
 * Finds who signs in, and for which client: the one that the claims name or, for people from SCIM, the one of their
 * groups, even if the provider has stopped to use it. Internal staff, whom SCIM does not reach, are those whom the claims
 * of their provider name.
 */
async function findClaimed(
  db: Database,
  proof: SignInResult,
  config: Config,
  hasInternalStaff: boolean,
): Promise<Claimed> {
  const clientId = readClientId(proof.claims, config.OIDC_CLIENT_CLAIM)
  const isInternal = clientId === config.INTERNAL_CLIENT_ID
  if (isInternal && hasInternalStaff) return { clientId }
  const known = await findProvisionedPerson(db, proof, config)
  if (known) return { known, clientId: 'refused' in known ? undefined : known.clientId }
  if (isInternal || config.OIDC_PROVISIONING !== 'scim') return { clientId }
  return { clientId: undefined, known: { refused: 'not-provisioned' } }
}

/**
 * Finds the person and client; locks the person's row, so that disabling the person waits for this
 * transaction.
 */
async function findPersonAndClient(
  db: Database,
  proof: SignInResult,
  { clientId, known, config, note }: Claimed & { config: Config; note: AuditNote },
): Promise<Entry | Failure> {
  if (known && 'refused' in known) return known
  const refused = clientId ? await findClientFailure(db, clientId) : 'no-client'
  if (refused || !clientId) return { refused: refused ?? 'no-client' }
  if (known) return known
  const isInternal = clientId === config.INTERNAL_CLIENT_ID
  const subject = isInternal ? proof.claims.sub : await findSubject(db, proof, config)
  const userId = await upsertUser(db, { ...toPerson(proof), subject })
  if (isInternal) await leaveScim(db, userId, note)
  return (await isDisabled(db, userId)) ? { refused: 'person-disabled' } : { userId, clientId }
}

async function findClientFailure(db: Database, clientId: string): Promise<SignInFailure | undefined> {
  const found = await queryRow(
    db,
    z.object({ enabled: z.boolean() }),
    sql`select enabled from client where id = ${clientId}`,
  )
  if (!found) return 'unknown-client'
  return found.enabled ? undefined : 'client-disabled'
}

/** A new sign-in ends the previous session of this browser. */
async function endPreviousSession(request: FastifyRequest, db: Database, config: Config) {
  const key = staffCookie.readKey(request, config)
  const previous = key ? await findSession(db, key, config) : undefined
  if (previous) await endSessionRow(db, previous.sessionId)
}

const sessionId = z.string().optional().catch(undefined)
const text = z.string().trim().min(1).max(200).optional().catch(undefined)

function toPerson({ issuer, claims }: SignInResult) {
  const name = text.parse(claims.name) ?? text.parse(claims.preferred_username)
  return { issuer, name, email: text.parse(claims.email) }
}

function fail(request: FastifyRequest, reply: FastifyReply, reason: SignInFailure, error?: unknown) {
  if (error) request.log.warn({ err: error }, 'sign-in failed')
  request.server.refusedSignIns.inc({ kind: 'staff', reason })
  return reply.redirect(`/sign-in-failed?reason=${reason}&reference=${request.id}`, 303)
}

const claimText = z.string().trim().min(1)
const singleText = z.union([claimText, z.tuple([claimText]).transform(([only]) => only)])
const anyObject = z.record(z.string(), z.unknown())

/**
 * Reads the client ID from ID token claims: under the literal claim name, otherwise with the name as a path
 * (`extn.ClientId` in `{ "extn": { "ClientId": … } }`), as a string or a list of one. Undefined if missing,
 * empty or ambiguous.
 */
function readClientId(claims: Record<string, unknown>, claim: string): string | undefined {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : followPath(claims, claim.split('.'))
  return singleText.safeParse(found).data
}

function followPath(claims: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, name) => {
    const { data } = anyObject.safeParse(node)
    return data && Object.hasOwn(data, name) ? data[name] : undefined
  }, claims)
}
