import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { bytes } from '#platform/http/register-endpoint.ts'
import {
  contentDispositionName,
  createExtractionContext,
  type DocumentService,
  documentNotFound,
  extractForResponse,
} from '#platform/pdf/document-service/document-service.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import { auditedRow, type Owned, type Read, type Reading } from './audited-query.ts'

/** The pages of a stored document, with the client code of its owner. */
type StoredPages = Owned & { sha256: string; first: number; last: number }

type PagesRequest = {
  reading: Reading
  find: Read<StoredPages | undefined>
  title: string
  /** The parts of the file name. */
  fileName: readonly (string | number)[]
}

type DocumentDeps = { db: Database; documentService: DocumentService; config: Pick<Config, 'COMPANY_NAME'> }

/**
 * Responds with pages of a stored document as a PDF, or throws a 404 problem. Each request waits for its place in the queue
 * before its read is audited, and keeps the place until the extract is ready.
 */
export function respondWithPages(
  { db, documentService, config }: DocumentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { reading, find, title, fileName }: PagesRequest,
) {
  return documentService.enqueueExtraction(getRequester(request), async () => {
    const found = await auditedRow(db, request, reading, find)
    if (!found) throw documentNotFound()
    const { sha256, first, last } = found
    const options = { parts: [{ sha256, first, last }], title, author: config.COMPANY_NAME }
    const pdf = await extractForResponse(documentService, createExtractionContext(request), options)
    reply.header('content-disposition', contentDispositionName(...fileName))
    return bytes('application/pdf', pdf)
  })
}
