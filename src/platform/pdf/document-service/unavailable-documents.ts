import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { readInTime } from '#platform/http/monitoring-routes.ts'
import { UnreadablePdfError } from '../extract-pages/pdf-errors.ts'
import { type DocumentStorage, DocumentUnavailableError } from './document-storage.ts'
import { PdfLimitError } from './pdf-worker-pool.ts'

declare module 'fastify' {
  interface FastifyInstance {
    unavailableDocuments: Counter<'fault'>
  }
}

const faults = [
  'DocumentMissing',
  'DocumentDamaged',
  'DocumentUnreadable',
  'UnreadablePdfError',
  'PdfLimitError',
] as const

/**
 * Prometheus metrics: whether documents can be reached at all, and a counter of those that could not be shown, by reason.
 * Any value above 0 is an alert.
 */
export function registerUnavailableDocuments(
  app: FastifyInstance,
  { reach }: Pick<DocumentStorage, 'reach'>,
) {
  new Gauge({
    name: 'portal_documents_up',
    help: 'Whether the storage of the documents responds in time',
    registers: [app.metrics],
    async collect() {
      this.set((await readInTime(reach().then(() => true))) ? 1 : 0)
    },
  })
  const counter = new Counter({
    name: 'stored_documents_lost_total',
    help: 'Times that a stored document could not be shown, by what is wrong with it',
    labelNames: ['fault'] as const,
    registers: [app.metrics],
  })
  for (const fault of faults) counter.inc({ fault }, 0)
  app.decorate('unavailableDocuments', counter)
}

type Unavailable = DocumentUnavailableError | UnreadablePdfError | PdfLimitError

/** Whether an error is about a stored document that cannot be shown. */
export const isDocumentUnavailable = (error: unknown): error is Unavailable =>
  error instanceof DocumentUnavailableError ||
  error instanceof UnreadablePdfError ||
  error instanceof PdfLimitError

/** Reports that one of the documents with these hashes could not be shown, in the log and as a metric. */
export type ReportUnavailable = (error: Unavailable, hashes: string) => void

export const createUnavailableReport =
  ({ log, server }: FastifyRequest): ReportUnavailable =>
  (error, hashes) => {
    const { name, code } = describeFault(error, hashes)
    const { message, stack, cause } = error
    // Requests can share the error, so it stays unchanged.
    const reported = Object.assign(new Error(message, { cause }), { name, code, stack })
    log.error({ err: reported }, 'stored document unavailable')
    server.unavailableDocuments.inc({ fault: name })
  }

/** The fault and, as its code, the documents concerned with the limit or the system's error. */
function describeFault(error: Unavailable, hashes: string) {
  if (error instanceof DocumentUnavailableError) return { name: error.fault, code: error.code }
  const code = error instanceof PdfLimitError ? `${hashes} ${error.code}` : hashes
  return { name: error.name, code }
}
