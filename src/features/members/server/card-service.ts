import type { FastifyRequest } from 'fastify'
import {
  type CardSettings,
  findCardSettings,
  findMemberArea,
  type MemberArea,
} from '#clients/server/member-area-queries.ts'
import { sleep } from '#platform/concurrency/sleep.ts'
import type { Config } from '#platform/config/settings.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { ipBucket } from '#platform/http/rate-limit/ip-bucket.ts'
import { palette } from '#platform/pdf/palette.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import type { IdCard } from '../contract.ts'
import { blockedUntil, type CardRequest, lookupDelayMs, recordFailedLookup } from './card-lookup-limit.ts'
import {
  type CardHolder,
  findCardHolder,
  findShownHolder,
  showHolder,
  type TypedCard,
} from './card-queries.ts'
import type { Member } from './member-sessions.ts'

type Deps = { db: Database; config: Config }
/** The data of a card, and its logo. */
export type FoundCard = { card: IdCard; logo: CardSettings['logo'] }
/** The result of a lookup; undefined if the data matches no card. */
export type CardOutcome = { holder: CardHolder } | { retryAt: Date } | undefined

type CardLookup = {
  member: Member
  typed: TypedCard
  area: MemberArea | undefined
  /** Whether the session shows the card from then on. */
  isShown: boolean
}

/** Finds the holder of a card, after a delay if there were too many failures; audits every request. */
export async function findCard(
  { db, config }: Deps,
  request: FastifyRequest,
  lookup: CardLookup,
): Promise<CardOutcome> {
  const { member, typed, isShown } = lookup
  const cardRequest = { member, visitor: ipBucket(request.ip), policy: typed.policy }
  const waitMs = await lookupDelayMs(db, cardRequest, config)
  if (waitMs > 0) await sleep(waitMs, request.abortSignal)
  const scope = await findClientScope(db, member.clientId)
  return withScope(db, scope, async (scoped) => {
    const outcome = await findHolder(scoped, { ...lookup, cardRequest, config })
    const holder = outcome && 'holder' in outcome ? outcome.holder : undefined
    if (holder && isShown) await showHolder(scoped, member.sessionId, holder)
    const action = holder ? (isShown ? 'ID card shown' : 'ID card opened') : 'ID card refused'
    await auditCard(scoped, request, { member, action, holder })
    return outcome
  })
}

type CheckedLookup = CardLookup & { cardRequest: CardRequest; config: Config }

async function findHolder(
  scoped: Database,
  { cardRequest, typed, area, config }: CheckedLookup,
): Promise<CardOutcome> {
  const retryAt = await blockedUntil(scoped, cardRequest, config)
  if (retryAt) return { retryAt }
  const found = await findCardHolder(scoped, typed)
  if (found && area?.showIdCard) return { holder: found }
  await recordFailedLookup(scoped, cardRequest)
  return undefined
}

/** Finds the card that a session shows, and audits that it was read; undefined if there is none, or no longer. */
export async function findShownCard(
  { db, config }: Deps,
  request: FastifyRequest,
  member: Member,
): Promise<IdCard | undefined> {
  const area = await findMemberArea(db, member.clientId)
  if (!area?.showIdCard) return undefined
  const scope = await findClientScope(db, member.clientId)
  const holder = await withScope(db, scope, async (scoped) => {
    const found = await findShownHolder(scoped, member.sessionId)
    if (found) await auditCard(scoped, request, { member, action: 'ID card shown again', holder: found })
    return found
  })
  return holder && (await createCard({ db, config }, { member, holder, area })).card
}

type AuditedCard = { member: Member; action: string; holder: CardHolder | undefined }

const auditCard = (
  scoped: Database,
  request: FastifyRequest,
  { member: { accountId, clientId, sessionId }, action, holder }: AuditedCard,
) =>
  audit(scoped, {
    actor: accountId,
    action,
    subject: holder?.policyNumber ?? clientId,
    ...(holder && { clientCode: holder.client, shown: [`${holder.client} ${holder.patientCode}`] }),
    address: request.ip,
    reference: request.id,
    detail: { session: sessionId },
  })

type CardSource = { member: Member; holder: CardHolder; area: MemberArea }

/** Creates the data of a card from its holder and the settings of the client. */
export async function createCard(
  { db, config }: Deps,
  { member: { clientId }, holder, area }: CardSource,
): Promise<FoundCard> {
  const { card, logo, paper } = await findCardSettings(db, clientId)
  const { client: _client, patientCode: _patient, ...shown } = holder
  const { usaAndCanada = null, elsewhere = null, providers = null } = card?.phones ?? {}
  const phones = { usaAndCanada, elsewhere, providers }
  const data: IdCard = {
    holder: shown,
    languages: area.showEnglishAndGerman ? ['en', 'de'] : ['en'],
    clientId,
    clientName: area.clientName,
    company: config.COMPANY_NAME,
    color: card?.color ?? palette.blue,
    hasLogo: logo !== null,
    group: card?.group ?? null,
    address: card?.address ?? null,
    phones: { ...phones, service: card ? null : config.SERVICE_PHONE },
    paper,
  }
  return { card: data, logo }
}
