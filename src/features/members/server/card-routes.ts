import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CardLook, cardLookOf, type MemberArea, memberAreaOf } from '#clients/server/member-area.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, withScope } from '#platform/server/database.ts'
import { contentDispositionName } from '#platform/server/document-store/extract-document.ts'
import { palette } from '#platform/server/documents/palette.ts'
import type { RenderPool } from '#platform/server/documents/render-pool.ts'
import { ipBucket } from '#platform/server/ip-bucket.ts'
import { problem } from '#platform/server/problem.ts'
import { bytes, registerEndpoint } from '#platform/server/register-endpoint.ts'
import type { Config } from '#platform/server/settings.ts'
import { sleep } from '#platform/server/sleep.ts'
import { scopeOfClient } from '#sign-in/server/client-scope.ts'
import { openIdCard } from '../contract.ts'
import { messages } from '../messages.ts'
import type { CardData } from './card-data.ts'
import { refusalPage } from './card-error-page.ts'
import { withLanguages } from './card-languages.ts'
import { blockedUntil, type CardRequest, countWrongCard, slowDownMs } from './card-lookup-limit.ts'
import { type CardHolder, cardHolder, type TypedCard } from './card-queries.ts'
import { memberOf } from './member-guard.ts'
import type { Member } from './member-sessions.ts'

export type CardDeps = { db: Database; config: Config; renderPool: RenderPool }
type Outcome = { holder: CardHolder } | { freeAt: Date } | undefined

/** The card template, loaded only by render workers. */
const card = new URL('./card-document.ts', import.meta.url)

/** `POST /api/clientMember/idCard.pdf`: the card, or the same error page for all data that does not match. */
export function cardRoutes(app: FastifyInstance, { db, config, renderPool }: CardDeps) {
  registerEndpoint(app, openIdCard, async ({ clientName: _, ...typed }, request, reply) => {
    const member = memberOf(request)
    const area = await memberAreaOf(db, member.clientId)
    const outcome = await asked(db, request, { member, typed, area, config })
    const refuse = (status: number, refusal: Parameters<typeof refusalPage>[0]) => {
      const isGermanToo = area?.showEnglishAndGerman ?? false
      if (prefersProblems(request)) {
        const languages = isGermanToo ? ['en', 'de'] : ['en']
        throw problem(status, messages.refusals.en[refusal].title, { languages })
      }
      reply.status(status)
      return bytes('text/html; charset=utf-8', refusalPage(refusal, config, isGermanToo))
    }
    if (!outcome || !area) return refuse(404, 'noCard')
    if ('freeAt' in outcome) {
      reply.header('retry-after', Math.ceil((outcome.freeAt.getTime() - now().getTime()) / 1000))
      return refuse(429, 'tooManyCards')
    }
    const look = await cardLookOf(db, member.clientId)
    const data = factsOf(outcome.holder, { ...area, ...look }, config)
    const pdf = await renderPool.pdf(card, data, { key: member.sessionId, abortSignal: request.abortSignal })
    reply.header('content-disposition', contentDispositionName('id-card', outcome.holder.policyNumber))
    return bytes('application/pdf', await withLanguages(pdf, data.languages))
  })
}

/** Whether the request comes from our own card window, which renders errors itself. */
const prefersProblems = ({ headers }: FastifyRequest) => headers.accept?.includes('application/problem+json')

type Asked = { member: Member; typed: TypedCard; area: MemberArea | undefined; config: Config }
type Looked = Omit<Asked, 'member'> & { cardRequest: CardRequest }

/** Finds the policy of the card, if any; audits every request. */
async function asked(
  db: Database,
  request: FastifyRequest,
  { member, typed, area, config }: Asked,
): Promise<Outcome> {
  const cardRequest = { member, visitor: ipBucket(request.ip), policy: typed.policy }
  const waitMs = await slowDownMs(db, cardRequest, config)
  if (waitMs > 0) await sleep(waitMs, request.abortSignal)
  const scope = await scopeOfClient(db, member.clientId)
  return withScope(db, scope, async (scoped) => {
    const outcome = await outcomeOf(scoped, { cardRequest, typed, area, config })
    const holder = outcome && 'holder' in outcome ? outcome.holder : undefined
    await audit(scoped, {
      actor: member.accountId,
      action: holder ? 'ID card opened' : 'ID card refused',
      subject: holder?.policyNumber ?? member.clientId,
      ...(holder && { clientCode: holder.client }),
      address: request.ip,
      reference: request.id,
      detail: { session: member.sessionId },
    })
    return outcome
  })
}

async function outcomeOf(scoped: Database, { cardRequest, typed, area, config }: Looked): Promise<Outcome> {
  const freeAt = await blockedUntil(scoped, cardRequest, config)
  if (freeAt) return { freeAt }
  const found = await cardHolder(scoped, typed)
  if (found && area?.showIdCard) return { holder: found }
  await countWrongCard(scoped, cardRequest)
  return undefined
}

type Looks = MemberArea & Partial<CardLook>

function factsOf({ client: _, ...holder }: CardHolder, looks: Looks, config: Config): CardData {
  const { clientName, card, logo, showEnglishAndGerman } = looks
  const none = { usaAndCanada: null, elsewhere: null, providers: null }
  return {
    holder,
    languages: showEnglishAndGerman ? ['en', 'de'] : ['en'],
    clientName,
    company: config.COMPANY_NAME,
    color: card?.color ?? palette.blue,
    logo: logo ? { format: logo.type === 'image/png' ? 'png' : 'jpg', data: logo.bytes } : null,
    group: card?.group ?? null,
    address: card?.address ?? null,
    phones: { ...none, ...card?.phones, service: card ? null : config.SERVICE_PHONE },
  }
}
