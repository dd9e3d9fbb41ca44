import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { DocumentLost } from './document-store.ts'
import { UnreadablePdf } from './pdf-errors.ts'
import { PdfOverBudget } from './pdf-worker-pool.ts'

declare module 'fastify' {
  interface FastifyInstance {
    lostDocuments: Counter<'fault'>
  }
}

const faults = [
  ...['DocumentMissing', 'DocumentDamaged', 'DocumentUnreadable'],
  ...['UnreadablePdf', 'PdfOverBudget'],
] as const

/** Counts for Prometheus how often a stored document could not be shown, and why: anything above 0 is an alarm. */
export function countLostDocuments(app: FastifyInstance) {
  const counter = new Counter({
    name: 'stored_documents_lost_total',
    help: 'Times that a stored document could not be shown, by what is wrong with it',
    labelNames: ['fault'] as const,
    registers: [app.metrics],
  })
  for (const fault of faults) counter.inc({ fault }, 0)
  app.decorate('lostDocuments', counter)
}

type Lost = DocumentLost | UnreadablePdf | PdfOverBudget

/** Whether this is about a stored document that cannot be shown. */
export const isLost = (error: unknown): error is Lost =>
  error instanceof DocumentLost || error instanceof UnreadablePdf || error instanceof PdfOverBudget

/** Tells the operator of a document that a call could not show: in the log, and as a count. */
export type Alarm = (error: Lost) => void

const alarmOf =
  ({ log, server }: FastifyRequest): Alarm =>
  (error) => {
    log.error({ err: error }, 'stored document unavailable')
    server.lostDocuments.inc({ fault: error.name })
  }

/** The reader of a document: a disconnect stops the work, and faults alert the operator. */
export const readerOf = (request: FastifyRequest) => ({
  alarm: alarmOf(request),
  abortSignal: request.abortSignal,
})
