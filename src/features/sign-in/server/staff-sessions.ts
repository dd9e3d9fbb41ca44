import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import {
  ColumnKeyMissingError,
  encryptText,
  findSecret,
} from '#platform/db/column-encryption/column-texts.ts'
import { encryptedColumns } from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { staffName } from '#platform/db/staff-name.ts'
import { problem } from '#platform/http/problem.ts'
import type { SessionEnd } from '../contract.ts'
import { stepUpReason } from '../rules.ts'
import { generateKey, hashKey, idleMs, maxSessionMs } from './cookies.ts'
import {
  type Evidence,
  type EvidenceConfig,
  findMissingEvidence,
  stepUpChallenge,
  stepUpDemand,
} from './find-missing-evidence.ts'
import { type AdmissionConfig, admissionCondition } from './identity-providers/admission-condition.ts'
import { findSettings } from './identity-providers/providers.ts'
import { getStaffPrincipal } from './staff-principal.ts'

type NewSession = Partial<Evidence> & {
  userId: string
  clientId: string
  idToken: string
  address: string
  /** The `User-Agent` header of the browser. */
  userAgent?: string | undefined
  /** The identity provider session: the `sid` of the ID token. */
  providerSession?: string | undefined
  /** The subject that logout tokens name: the `sub` of the ID token. */
  providerSubject?: string | undefined
}

const maxUserAgent = 500

/** Starts a session and returns its cookie key. */
export async function startSession(
  db: Database,
  {
    userId,
    clientId,
    idToken,
    address,
    userAgent,
    providerSession,
    providerSubject,
    ...evidence
  }: NewSession,
): Promise<string> {
  const key = generateKey()
  const id = randomUUID()
  const storedIdToken = encryptText(db, encryptedColumns.idToken, [id], idToken)
  const { acr = [], amr = [], authenticatedAt = null } = evidence
  await execute(
    db,
    sql`update staff_user set last_client_id = ${clientId}, last_signed_in_at = ${now()} where id = ${userId}`,
  )
  await execute(
    db,
    sql`
    insert into staff_session
           (id, key_hash, user_id, client_id, id_token, provider_session, address, user_agent, started_at, renewed_at,
            acr, amr, authenticated_at, provider_subject)
    values (${id}, ${hashKey(key)}, ${userId}, ${clientId}, ${storedIdToken}, ${providerSession ?? null}, ${address},
            ${userAgent?.slice(0, maxUserAgent) ?? null}, ${now()}, ${now()},
            ${acr}, ${amr}, ${authenticatedAt}, ${providerSubject ?? null})`,
  )
  return key
}

const session = z.object({
  sessionId: z.string(),
  userId: z.string(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  isInternal: z.boolean(),
  /** As it is stored; read it with `findIdToken`. */
  storedIdToken: z.string(),
  startedAt: z.date(),
  renewedAt: z.date(),
  ended: z.boolean(),
  clientEnabled: z.boolean(),
  isAdmitted: z.boolean(),
})
export type Session = z.infer<typeof session>

/** Finds the session of a cookie key, active or not. */
export function findSession(
  db: Database,
  key: string,
  config: AdmissionConfig,
): Promise<Session | undefined> {
  return queryRow(
    db,
    session,
    sql`
    select s.id as "sessionId", u.id as "userId", ${staffName} as name, u.issuer,
           s.client_id as "clientId", s.client_id = ${config.INTERNAL_CLIENT_ID} as "isInternal",
           s.id_token as "storedIdToken", s.started_at as "startedAt", s.renewed_at as "renewedAt",
           s.ended_at is not null as ended, c.enabled as "clientEnabled",
           ${admissionCondition(config, sql`s.client_id`)} as "isAdmitted"
      from staff_session s
      join staff_user u on u.id = s.user_id
      join client c on c.id = s.client_id
     where s.key_hash = ${hashKey(key)}`,
  )
}

/**
 * The ID token of a session; empty if the session has none, or if it cannot be read, because that must not keep anyone from
 * logging out.
 */
export async function findIdToken(db: Database, { sessionId, storedIdToken }: Session): Promise<string> {
  try {
    return (await findSecret(db, encryptedColumns.idToken, [sessionId], storedIdToken)) ?? ''
  } catch (error) {
    if (error instanceof ColumnKeyMissingError) return ''
    throw error
  }
}

/** Why a session issues no more tokens; undefined while it still issues them. */
export function sessionEndReason(found: Session): SessionEnd | undefined {
  if (found.ended || !found.clientEnabled || !found.isAdmitted) return 'interaction_required'
  return sessionExpiry(found) <= now() ? 'session_expired' : undefined
}

/** When a session ends without renewal: one hour after the last renewal, at most twelve hours after its start. */
export const sessionExpiry = ({ startedAt, renewedAt }: Pick<Session, 'startedAt' | 'renewedAt'>) =>
  new Date(Math.min(renewedAt.getTime() + idleMs, startedAt.getTime() + maxSessionMs))

/** Extends a session by one hour unless it was ended; returns whether it did. */
export async function renewSession(db: Database, sessionId: string): Promise<boolean> {
  const renewed = await execute(
    db,
    sql`update staff_session set renewed_at = ${now()} where id = ${sessionId} and ended_at is null`,
  )
  return renewed === 1
}

export async function endSessionRow(db: Database, sessionId: string) {
  await execute(
    db,
    sql`update staff_session set ended_at = ${now()}, id_token = '' where id = ${sessionId} and ended_at is null`,
  )
}

const evidence = z.object({
  issuer: z.string(),
  acr: z.array(z.string()),
  amr: z.array(z.string()),
  authenticatedAt: z.date().nullable(),
})

/** Each provider can have demands of its own. */
export type StepUpConfig = EvidenceConfig & Pick<Config, 'OIDC_PROVIDERS' | 'OIDC_ISSUER'>

/** Whether a session proves a recent, strong sign-in. */
export async function hasStepUp(db: Database, sessionId: string, config: StepUpConfig): Promise<boolean> {
  const found = await queryRow(
    db,
    evidence,
    sql`
    select s.acr, s.amr, s.authenticated_at as "authenticatedAt", u.issuer
      from staff_session s join staff_user u on u.id = s.user_id
     where s.id = ${sessionId}`,
  )
  if (!found) return false
  return findMissingEvidence(found, stepUpDemand(findSettings(config, found.issuer))) === undefined
}

/** Throws 403 with a challenge (RFC 9470) unless the session of the request proves a recent, strong sign-in. */
export async function demandStepUp(
  db: Database,
  request: FastifyRequest,
  { reply, config, message }: { reply: FastifyReply; config: StepUpConfig; message: string },
) {
  if (await hasStepUp(db, getStaffPrincipal(request).sessionId, config)) return
  reply.header('www-authenticate', stepUpChallenge(config))
  throw problem(403, message, { reason: stepUpReason })
}
