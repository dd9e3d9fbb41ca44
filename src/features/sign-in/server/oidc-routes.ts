import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import type { SignInFailure } from '../contract.ts'
import { safeReturnPath } from '../rules.ts'
import {
  attemptMs,
  clearAttemptCookie,
  generateKey,
  hashKey,
  readAttemptKey,
  setAttemptCookie,
  staffCookie,
} from './cookies.ts'
import {
  describeEvidence,
  findMissingEvidence,
  readEvidence,
  signInDemands,
} from './find-missing-evidence.ts'
import { type IdentityProviders, isProviderUnavailable, type SignInResult } from './identity-provider.ts'
import { isDisabled, upsertUser } from './staff-people.ts'
import { endSessionRow, findSession, startSession } from './staff-sessions.ts'

type OidcDeps = { db: Database; config: Config; providers: IdentityProviders }
type Failure = { refused: SignInFailure }

const signInQuery = z
  .object({ returnTo: z.string().max(500).optional(), stepUp: z.literal('true').optional() })
  .catch({})
const callbackQuery = z.object({ state: z.string().max(200), error: z.string().optional() })
const hidden = { schema: { hide: true } }

/** OpenID Connect routes: `/auth/sign-in` and `/auth/callback`. */
export function oidcRoutes(app: FastifyInstance, deps: OidcDeps) {
  app.get('/auth/sign-in', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isUnasked(request)) return reply.redirect('/', 303)
    const { returnTo, stepUp } = signInQuery.parse(request.query)
    const goal = { returnTo: safeReturnPath(returnTo), isStepUp: stepUp !== undefined }
    try {
      return await redirectToProvider(request, reply, goal, deps)
    } catch (error) {
      return fail(request, reply, isProviderUnavailable(error) ? 'provider-away' : 'failed', error)
    }
  })

  app.get('/auth/callback', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      return await handleCallback(request, reply, deps)
    } catch (error) {
      return fail(request, reply, isProviderUnavailable(error) ? 'provider-away' : 'failed', error)
    }
  })
}

/**
 * Whether another site began this sign-in without a click of the person, who could be signed in at the identity
 * provider and would get a session unnoticed. Links of other sites work.
 */
const isUnasked = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-user'] !== '?1'

async function redirectToProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  goal: Pick<Attempt, 'returnTo' | 'isStepUp'>,
  { db, config, providers }: OidcDeps,
) {
  const state = client.randomState()
  const nonce = client.randomNonce()
  const codeVerifier = client.randomPKCECodeVerifier()
  const address = await providers.signInUrl(request, { state, nonce, codeVerifier, isStepUp: goal.isStepUp })
  const key = await saveAttempt(db, { state, nonce, codeVerifier, ...goal })
  setAttemptCookie(reply, config, { state, key })
  return reply.redirect(address.href, 303)
}

async function handleCallback(request: FastifyRequest, reply: FastifyReply, deps: OidcDeps) {
  const { db, config, providers } = deps
  const { data: back } = callbackQuery.safeParse(request.query)
  const key = back && readAttemptKey(request, config, back.state)
  const attempt = back && key ? await consumeAttempt(db, key, back.state) : undefined
  if (!back || !attempt) return fail(request, reply, 'failed')
  clearAttemptCookie(reply, config, back.state)
  if (back.error === 'access_denied') return fail(request, reply, 'cancelled')
  if (back.error === 'unmet_authentication_requirements') return fail(request, reply, 'factor-missing')
  const proof = await providers.completeSignIn(request, attempt)
  const admitted = await admit(request, { ...proof, isStepUp: attempt.isStepUp }, deps)
  if ('refused' in admitted) return fail(request, reply, admitted.refused)
  staffCookie.set(reply, config, admitted.key)
  return reply.redirect(`/token?fresh=1&returnTo=${encodeURIComponent(attempt.returnTo)}`, 303)
}

/** Starts a session for verified claims or returns why it cannot; audits the result in the same transaction. */
function admit(
  request: FastifyRequest,
  proof: SignInResult & Pick<Attempt, 'isStepUp'>,
  { db, config }: OidcDeps,
): Promise<{ key: string } | Failure> {
  const evidence = readEvidence(proof.claims, config)
  const [missing] = signInDemands(config, proof.isStepUp).flatMap(
    (demand) => findMissingEvidence(evidence, demand) ?? [],
  )
  const clientId = readClientId(proof.claims, config.OIDC_CLIENT_CLAIM)
  const note = { address: request.ip, reference: request.id }
  return inTransaction(db, async (transaction) => {
    const entry = missing ? { refused: missing } : await findPersonAndClient(transaction, proof, clientId)
    if ('refused' in entry) {
      const subject = `${proof.issuer} ${proof.claims.sub}`
      const detail = { reason: entry.refused, client: clientId ?? null }
      await audit(transaction, { ...note, actor: subject, action: 'sign-in refused', subject, detail })
      return entry
    }
    await endPreviousSession(request, transaction, config)
    const providerSession = sessionId.parse(proof.claims.sid)
    const { 'user-agent': userAgent } = request.headers
    const start = {
      ...entry,
      ...evidence,
      idToken: proof.idToken,
      address: request.ip,
      userAgent,
      providerSession,
    }
    const key = await startSession(transaction, start)
    const detail = { client: entry.clientId, ...describeEvidence(evidence), stepUp: proof.isStepUp }
    const { userId } = entry
    await audit(transaction, { ...note, actor: userId, action: 'signed in', subject: userId, detail })
    return { key }
  })
}

type Entry = { userId: string; clientId: string }

/**
 * Finds the person and client; locks the person's row, so that disabling the person waits for this
 * transaction.
 */
async function findPersonAndClient(
  db: Database,
  proof: SignInResult,
  clientId: string | undefined,
): Promise<Entry | Failure> {
  const refused = clientId ? await findClientFailure(db, clientId) : 'no-client'
  if (refused || !clientId) return { refused: refused ?? 'no-client' }
  const userId = await upsertUser(db, toPerson(proof))
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
  return { issuer, subject: claims.sub, name, email: text.parse(claims.email) }
}

function fail(request: FastifyRequest, reply: FastifyReply, reason: SignInFailure, error?: unknown) {
  if (error) request.log.warn({ err: error }, 'sign-in failed')
  return reply.redirect(`/sign-in-failed?reason=${reason}&reference=${request.id}`, 303)
}

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  /** Whether the sign-in has to prove what an approval above the limit of the client demands. */
  isStepUp: z.boolean(),
})
/** A pending sign-in. */
type Attempt = z.infer<typeof attempt>

const earliest = () => timeAgo(attemptMs)

/** Stores an attempt and returns its cookie key. */
async function saveAttempt(db: Database, { state, nonce, codeVerifier, returnTo, isStepUp }: Attempt) {
  const key = generateKey()
  await execute(
    db,
    sql`
    insert into sign_in_attempt (key_hash, state, nonce, code_verifier, return_to, is_step_up, made_at)
    values (${hashKey(key)}, ${state}, ${nonce}, ${codeVerifier}, ${returnTo}, ${isStepUp}, ${now()})`,
  )
  return key
}

/** Returns and deletes the attempt of this cookie key and state; undefined if it is missing or expired. */
function consumeAttempt(db: Database, key: string, state: string): Promise<Attempt | undefined> {
  return queryRow(
    db,
    attempt,
    sql`
    delete from sign_in_attempt where key_hash = ${hashKey(key)}
       and state = ${state} and made_at >= ${earliest()}
    returning state, nonce, code_verifier as "codeVerifier", return_to as "returnTo",
              is_step_up as "isStepUp"`,
  )
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
