import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { type DocumentService, rejectTooManyPages } from '#platform/pdf/document-service/document-service.ts'
import type { StagedDocument } from '#platform/pdf/document-service/document-storage.ts'
import { scanAndInspect } from '#platform/pdf/document-service/virus-scanner.ts'
import { requireServiceRight } from '#sign-in/server/tokens/service-tokens.ts'
import { maxPdfBytes, submitItn } from '../../backoffice-contract.ts'
import { backofficeMessages } from '../../backoffice-messages.ts'
import type { AuthorizationDeps } from '../authorization-deps.ts'
import { BillsChangedError } from '../import/itn-import.ts'
import { findIntake, readItn, receiveItn } from './receive-itn.ts'

const text = backofficeMessages.intake

/** The PDF in Base64, and the other fields. */
const bodyLimit = Math.ceil(maxPdfBytes / 3) * 4 + 64 * 1024
/** Scanning may take two minutes, and the PDF waits for a worker. */
const timeoutMs = 150_000

/** `POST /api/backoffice/itns`, with which the back office submits a bill and its PDF. */
export function intakeRoutes(app: FastifyInstance, deps: AuthorizationDeps) {
  const { db, documentService } = deps
  registerEndpoint(
    app,
    submitItn,
    async ({ pdf: base64, ...fields }, request) => {
      const { name, codes } = requireServiceRight(request, 'itns')
      const pdf = decodePdf(base64)
      const { hmo = null, policy = null, incidentNumber = null, ...given } = fields
      const received = readItn({ ...given, hmo, policy, incidentNumber }, pdf, codes)
      const { itn } = received
      const earlier = await withScope(db, codes, (scoped) => findIntake(scoped, received))
      if (earlier) return { itn, ...earlier }
      const requester = { key: `service ${name}`, abortSignal: request.abortSignal }
      const staged = await documentService.storage.stage(pdf)
      try {
        const pages = await documentService.enqueueExtraction(requester, () =>
          countPages(documentService, staged, request.log),
        )
        const caller = { actor: `service ${name}`, address: request.ip, reference: request.id, service: name }
        const receive = () =>
          withScope(db, codes, (scoped) => receiveItn(scoped, received, { ...staged, pages }, caller))
        const stored = await receive().catch((error) => {
          // An import added the bill at the same time. Now its row can be checked.
          if (error instanceof BillsChangedError) return receive()
          throw error
        })
        return { itn, ...stored }
      } finally {
        await staged.discard()
      }
    },
    { bodyLimit, timeoutMs },
  )
}

/**
 * Decodes Base64. Throws a problem if it is invalid or too large: Node.js would decode it as far as it can. Like Node.js,
 * it also takes `-` and `_` of Base64url for `+` and `/`.
 */
function decodePdf(base64: string): Buffer {
  const pdf = Buffer.from(base64, 'base64')
  const isValid = base64.length % 4 === 0 && Buffer.byteLength(base64, 'base64') === pdf.length
  if (!isValid || pdf.length === 0) throw problem(422, text.notBase64)
  if (pdf.length > maxPdfBytes) throw problem(413, text.tooLarge)
  return pdf
}

/** Scans and inspects a PDF and returns the number of its pages. Throws a problem if it cannot be stored. */
async function countPages(
  documentService: DocumentService,
  { path }: StagedDocument,
  log: FastifyBaseLogger,
) {
  const found = await scanAndInspect(documentService, path)
  if ('infected' in found) {
    log.warn({ scanner: found.infected }, 'infected pdf rejected')
    throw problem(422, text.infected)
  }
  if ('unreadable' in found) throw problem(422, text.notPdf(found.unreadable))
  const { pages } = found.inspection
  rejectTooManyPages(documentService, [{ first: 1, last: pages }])
  return pages
}
