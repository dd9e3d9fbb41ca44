import { PDFDocument } from '@cantoo/pdf-lib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type CardSettings,
  findCardSettings,
  findMemberArea,
  type MemberArea,
} from '#clients/server/member-area-queries.ts'
import { sleep } from '#platform/concurrency/sleep.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { escapeHtml, renderStaticPage } from '#platform/http/html-template.ts'
import { ipBucket } from '#platform/http/ip-bucket.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName } from '#platform/pdf/document-store/document-responses.ts'
import { palette } from '#platform/pdf/palette.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import { openIdCard } from '../contract.ts'
import { messages } from '../messages.ts'
import type { CardData } from './card-layout.ts'
import { blockedUntil, type CardRequest, lookupDelayMs, recordFailedLookup } from './card-lookup-limit.ts'
import { type CardHolder, findCardHolder, type TypedCard } from './card-queries.ts'
import { type Member, requireMember } from './member-sessions.ts'

export type CardDeps = { db: Database; config: Config; renderPool: RenderPool }
type Outcome = { holder: CardHolder } | { retryAt: Date } | undefined

/** The card template, loaded only by render workers. */
const card = new URL('./card-document.ts', import.meta.url)

/** `POST /api/clientMember/idCard.pdf`: the card, or the same error page for any data that does not match. */
export function cardRoutes(app: FastifyInstance, { db, config, renderPool }: CardDeps) {
  registerEndpoint(app, openIdCard, async ({ clientName: _, ...typed }, request, reply) => {
    const member = requireMember(request)
    const area = await findMemberArea(db, member.clientId)
    const outcome = await findCard(db, request, { member, typed, area, config })
    const reject = (status: number, refusal: Parameters<typeof cardErrorPage>[0]) => {
      const includesGerman = area?.showEnglishAndGerman ?? false
      if (prefersProblems(request)) {
        const languages = includesGerman ? ['en', 'de'] : ['en']
        throw problem(status, messages.cardErrors.en[refusal].title, { languages })
      }
      reply.status(status)
      return bytes('text/html; charset=utf-8', cardErrorPage(refusal, config, includesGerman))
    }
    if (!outcome || !area) return reject(404, 'noCard')
    if ('retryAt' in outcome) {
      reply.header('retry-after', Math.ceil((outcome.retryAt.getTime() - now().getTime()) / 1000))
      return reject(429, 'tooManyCards')
    }
    const settings = await findCardSettings(db, member.clientId)
    const data = toCardData(outcome.holder, { ...area, ...settings }, config)
    const pdf = await renderPool.pdf(card, data, { key: member.sessionId, abortSignal: request.abortSignal })
    reply.header('content-disposition', contentDispositionName('id-card', outcome.holder.policyNumber))
    return bytes('application/pdf', await tagLanguages(pdf, data.languages))
  })
}

/** Whether the request comes from our own card window, which renders errors itself. */
const prefersProblems = ({ headers }: FastifyRequest) => headers.accept?.includes('application/problem+json')

type CardLookup = { member: Member; typed: TypedCard; area: MemberArea | undefined; config: Config }
type CheckedLookup = Omit<CardLookup, 'member'> & { cardRequest: CardRequest }

/** Finds the holder of the card, after a delay if there were too many failures; audits every request. */
async function findCard(
  db: Database,
  request: FastifyRequest,
  { member, typed, area, config }: CardLookup,
): Promise<Outcome> {
  const cardRequest = { member, visitor: ipBucket(request.ip), policy: typed.policy }
  const waitMs = await lookupDelayMs(db, cardRequest, config)
  if (waitMs > 0) await sleep(waitMs, request.abortSignal)
  const scope = await findClientScope(db, member.clientId)
  return withScope(db, scope, async (scoped) => {
    const outcome = await findHolder(scoped, { cardRequest, typed, area, config })
    const holder = outcome && 'holder' in outcome ? outcome.holder : undefined
    await audit(scoped, {
      actor: member.accountId,
      action: holder ? 'ID card opened' : 'ID card refused',
      subject: holder?.policyNumber ?? member.clientId,
      ...(holder && { clientCode: holder.client, shown: [`${holder.client} ${holder.patientCode}`] }),
      address: request.ip,
      reference: request.id,
      detail: { session: member.sessionId },
    })
    return outcome
  })
}

async function findHolder(
  scoped: Database,
  { cardRequest, typed, area, config }: CheckedLookup,
): Promise<Outcome> {
  const retryAt = await blockedUntil(scoped, cardRequest, config)
  if (retryAt) return { retryAt }
  const found = await findCardHolder(scoped, typed)
  if (found && area?.showIdCard) return { holder: found }
  await recordFailedLookup(scoped, cardRequest)
  return undefined
}

type CardSource = MemberArea & Partial<CardSettings>

function toCardData(
  { client: _, patientCode: _code, ...holder }: CardHolder,
  source: CardSource,
  config: Config,
): CardData {
  const { clientName, card, logo, showEnglishAndGerman } = source
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

type CardError = keyof typeof messages.cardErrors.en
type Service = Pick<Config, 'SERVICE_PHONE' | 'SERVICE_EMAIL'>

/**
 * The error page of the ID card, in the card languages of the client: reason, advice and service contact. It contains
 * nothing from the request, so it reveals nothing about the policy.
 */
export function cardErrorPage(error: CardError, service: Service, includesGerman: boolean): Buffer {
  const { title, advice } = messages.cardErrors.en[error]
  const german = messages.cardErrors.de[error]
  return Buffer.from(
    renderStaticPage({
      title,
      body: `<p>${escapeHtml(advice)}</p>
${contactHtml(messages.service.en, service)}
${includesGerman ? `<section lang="de"><h2>${escapeHtml(german.title)}</h2><p>${escapeHtml(german.advice)}</p>${contactHtml(messages.service.de, service)}</section>` : ''}`,
    }),
  )
}

const contactHtml = (
  labels: { helps: string; back: string },
  { SERVICE_PHONE: phone, SERVICE_EMAIL: email }: Service,
) => `<p>${escapeHtml(labels.helps)}<br>
<a href="tel:${escapeHtml(phone.replaceAll(/[^+\d]/g, ''))}">${escapeHtml(phone)}</a><br>
<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a></p>
<p><a href="/client-member-page">${escapeHtml(labels.back)}</a></p>`

const tags = { en: 'en-US', de: 'de-DE' } as const

/** Tags each page with its language where it differs from the document (ISO 32000-1, 14.9.2.2). */
export async function tagLanguages(pdf: Uint8Array, languages: CardData['languages']): Promise<Uint8Array> {
  const [first, ...others] = languages
  if (others.every((language) => language === first)) return pdf
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const { context } = document
  const program = (text: string) => context.register(context.stream(text))
  for (const [at, language] of languages.entries()) {
    if (language === first) continue
    const { node } = document.getPage(at)
    node.normalize()
    node.wrapContentStreams(program(`/Span <</Lang (${tags[language]})>> BDC\n`), program('\nEMC'))
  }
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
}
