import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from '../../config/log.ts'
import { findColumnKeys } from './column-keys.ts'
import { columnName, listEncryptedColumns } from './encrypted-columns.ts'

export type ColumnMetrics = ReturnType<typeof createColumnMetrics>

declare module 'fastify' {
  interface FastifyInstance {
    columnMetrics: ColumnMetrics
  }
}

/** Why texts are unreadable: they are damaged, or the portal does not have their key. */
export const unreadableReasons = ['damaged', 'key_missing'] as const

export function createColumnMetrics(metrics: Registry) {
  const registers = [metrics]
  const damaged = new Counter({
    name: 'portal_column_texts_damaged_total',
    help: 'Times that a damaged text or secret of an encrypted column could not be shown or used',
    labelNames: ['column'] as const,
    registers,
  })
  for (const each of listEncryptedColumns()) damaged.inc({ column: columnName(each) }, 0)
  const unreadable = new Gauge({
    name: 'portal_column_texts_unreadable',
    help: 'Encrypted texts and secrets that are damaged or whose key is missing, when this process last read all of them',
    labelNames: ['reason'] as const,
    registers,
  })
  for (const reason of unreadableReasons) unreadable.set({ reason }, 0)
  return {
    toEncrypt: new Gauge({
      name: 'portal_column_texts_to_encrypt',
      help: 'Texts and secrets in encrypted columns that do not have the current key, when this process last counted them',
      registers,
    }),
    unreadable,
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
