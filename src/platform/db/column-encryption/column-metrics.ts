import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from '../../config/log.ts'
import { findColumnKeys } from './column-keys.ts'
import { listEncryptedColumns } from './encrypted-columns.ts'

export type ColumnMetrics = ReturnType<typeof createColumnMetrics>

declare module 'fastify' {
  interface FastifyInstance {
    columnMetrics: ColumnMetrics
  }
}

export function createColumnMetrics(metrics: Registry) {
  const registers = [metrics]
  const damaged = new Counter({
    name: 'portal_column_texts_damaged_total',
    help: 'Times that a notice was shown in place of a damaged text of an encrypted column',
    labelNames: ['column'] as const,
    registers,
  })
  for (const { table, column } of listEncryptedColumns()) damaged.inc({ column: `${table}.${column}` }, 0)
  return {
    toEncrypt: new Gauge({
      name: 'portal_column_texts_to_encrypt',
      help: 'Texts in encrypted columns that do not have the current key, when this process last counted them',
      registers,
    }),
    unreadable: new Gauge({
      name: 'portal_column_texts_unreadable',
      help: 'Encrypted texts that are damaged or whose key is missing, when this process last read all of them',
      registers,
    }),
    damaged,
  }
}

/** Exports the metrics of encrypted columns; logs and counts each damaged text that a request finds. */
export function registerColumnMetrics(app: FastifyInstance, { db, log }: { db: object; log: Log }) {
  const columnMetrics = createColumnMetrics(app.metrics)
  app.decorate('columnMetrics', columnMetrics)
  const keys = findColumnKeys(db)
  if (!keys) return
  keys.reportDamage = (error) => {
    log.error({ err: error }, 'encrypted text damaged')
    columnMetrics.damaged.inc({ column: error.code })
  }
}
