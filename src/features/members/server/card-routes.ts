import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findCardSettings, findMemberArea, type MemberArea } from '#clients/server/member-area-queries.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { escapeHtml, renderStaticPage } from '#platform/http/html-template.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName } from '#platform/pdf/document-service/document-service.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'
import { findIdCard, openIdCard, readCardLogo, readEligibilityContact, readIdCard } from '../contract.ts'
import { messages, texts } from '../messages.ts'
import type { CardData } from './card-layout.ts'
import { type CardOutcome, createCard, findCard, findShownCard } from './card-service.ts'
import { requireMember } from './member-sessions.ts'

export type CardDeps = { db: Database; config: Config; renderPool: RenderPool }

/** The card template, loaded only by render workers. */
const template = new URL('./card-document.ts', import.meta.url)

/** The ID card of a member: on the page, as a PDF, its logo, and whom a provider contacts about it. */
export function cardRoutes(app: FastifyInstance, deps: CardDeps) {
  const { db, config } = deps
  openCardRoute(app, deps)

  registerEndpoint(app, findIdCard, async (typed, request, reply) => {
    const member = requireMember(request)
    const area = await findMemberArea(db, member.clientId)
    const outcome = await findCard(deps, request, { member, typed, area, isShown: true })
    if (!outcome || !area) throw cardProblem(404, 'noCard', area)
    if ('retryAt' in outcome) {
      setRetryAfter(reply, outcome)
      throw cardProblem(429, 'tooManyCards', area)
    }
    const { card } = await createCard(deps, { member, holder: outcome.holder, area })
    return { card }
  })

  registerEndpoint(app, readIdCard, async (_input, request) => ({
    card: (await findShownCard(deps, request, requireMember(request))) ?? null,
  }))

  registerEndpoint(app, readCardLogo, async (_input, request) => {
    const { logo } = await findCardSettings(db, requireMember(request).clientId)
    if (!logo) throw problem(404, messages.noLogo)
    return bytes(logo.type, logo.bytes)
  })

  registerEndpoint(app, readEligibilityContact, async ({ clientId }) => {
    const area = await findMemberArea(db, clientId)
    if (!area?.isEnabled || !area.showIdCard) throw problem(404, messages.noContact)
    const { card } = await findCardSettings(db, clientId)
    const phone = card?.phones.providers ?? config.SERVICE_PHONE
    return { clientName: area.clientName, phone, email: config.SERVICE_EMAIL }
  })
}

/** `POST /api/clientMember/idCard.pdf`: the card, or the same error page for any data that does not match. */
function openCardRoute(app: FastifyInstance, deps: CardDeps) {
  const { db, config, renderPool } = deps
  registerEndpoint(app, openIdCard, async ({ clientName: _, ...typed }, request, reply) => {
    const member = requireMember(request)
    const area = await findMemberArea(db, member.clientId)
    const outcome = await findCard(deps, request, { member, typed, area, isShown: false })
    const reject = (status: number, error: CardError) => {
      if (prefersProblems(request)) throw cardProblem(status, error, area)
      reply.status(status)
      return bytes('text/html; charset=utf-8', cardErrorPage(error, config, includesGerman(area)))
    }
    if (!outcome || !area) return reject(404, 'noCard')
    if ('retryAt' in outcome) {
      setRetryAfter(reply, outcome)
      return reject(429, 'tooManyCards')
    }
    const { card, logo } = await createCard(deps, { member, holder: outcome.holder, area })
    const data: CardData = {
      ...card,
      logo: logo && { format: logo.type === 'image/png' ? 'png' : 'jpg', data: logo.bytes },
    }
    const pdf = await renderPool.pdf(template, data, {
      key: member.sessionId,
      abortSignal: request.abortSignal,
    })
    reply.header('content-disposition', contentDispositionName('id-card', outcome.holder.policyNumber))
    return bytes('application/pdf', pdf)
  })
}

const setRetryAfter = (reply: FastifyReply, { retryAt }: Extract<CardOutcome, { retryAt: Date }>) =>
  reply.header('retry-after', Math.ceil((retryAt.getTime() - now().getTime()) / 1000))

const includesGerman = (area: MemberArea | undefined) => area?.showEnglishAndGerman ?? false

/** The same problem for every reason; it names the languages of the client's cards. */
const cardProblem = (status: number, error: CardError, area: MemberArea | undefined) =>
  problem(status, texts.en.cardErrors[error].title, {
    languages: includesGerman(area) ? ['en', 'de'] : ['en'],
  })

/** Whether the request comes from our own card window, which renders errors itself. */
const prefersProblems = ({ headers }: FastifyRequest) => headers.accept?.includes('application/problem+json')

type CardError = keyof typeof texts.en.cardErrors
type Service = Pick<Config, 'SERVICE_PHONE' | 'SERVICE_EMAIL'>

/**
 * The error page of the ID card, in the card languages of the client: reason, advice and service contact. It contains
 * nothing from the request, so it reveals nothing about the policy.
 */
export function cardErrorPage(error: CardError, service: Service, hasGerman: boolean): Buffer {
  const { title, advice } = texts.en.cardErrors[error]
  const german = texts.de.cardErrors[error]
  return Buffer.from(
    renderStaticPage({
      title,
      body: `<p>${escapeHtml(advice)}</p>
${contactHtml(texts.en.service, service)}
${hasGerman ? `<section lang="de"><h2>${escapeHtml(german.title)}</h2><p>${escapeHtml(german.advice)}</p>${contactHtml(texts.de.service, service)}</section>` : ''}`,
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
