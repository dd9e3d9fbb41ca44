import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audited } from '#clients/server/audited-query.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName, documentNotFound } from '#platform/pdf/document-service/document-service.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import { openDecisionLetter } from '../../decided-contract.ts'
import { letterMessages } from '../../letter-messages.ts'
import type { AuthorizationDeps } from '../authorization-deps.ts'
import { buildLetterData } from './letter-data.ts'
import { findLetterDecision } from './letter-query.ts'

/** The module that renders the letter; only render workers load it. */
export const letterTemplate = new URL('./letter-template.ts', import.meta.url)

/** `POST /api/itn/letter`: the letter about a decision, in the person's scope. */
export function letterRoutes(app: FastifyInstance, { db, renderPool, config }: AuthorizationDeps) {
  registerEndpoint(app, openDecisionLetter, async ({ DecisionId: id }, request, reply) => {
    const isId = z.uuid().safeParse(id).success
    const decision = await audited(
      db,
      request,
      { action: 'decision letter opened' },
      async (scoped) => (isId ? findLetterDecision(scoped, id) : undefined),
      (found) => ({
        rows: found?.undoSeconds === 0 ? 1 : 0,
        codes: found ? [found.client] : [],
        subject: found?.itn ?? id,
      }),
    )
    if (!decision) throw documentNotFound()
    const { itn, undoSeconds } = decision
    if (undoSeconds > 0) throw problem(409, letterMessages.undoable(itn, undoSeconds))
    const data = buildLetterData(decision, config)
    const pdf = await renderPool.pdf(letterTemplate, data, getRequester(request))
    reply.header('content-disposition', contentDispositionName('decision', itn))
    return bytes('application/pdf', pdf)
  })
}
