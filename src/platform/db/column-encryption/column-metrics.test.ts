import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { openLog } from '../../config/log.ts'
import type { Database } from '../database.ts'
import { attachColumnKeys, type ColumnKeys } from './column-keys.ts'
import { columnMessages } from './column-messages.ts'
import { registerColumnMetrics } from './column-metrics.ts'
import { showText } from './column-texts.ts'
import { encryptedColumns } from './encrypted-columns.ts'

/** A server whose database has these keys, with its metrics and log. */
function openServer(keys?: ColumnKeys) {
  const app = Fastify()
  const metrics = new Registry()
  app.decorate('metrics', metrics)
  const lines: string[] = []
  const db = {} as Database
  attachColumnKeys(db, keys)
  registerColumnMetrics(app, { db, log: openLog('info', { write: (line: string) => lines.push(line) }) })
  return { db, lines, read: () => metrics.metrics() }
}

const keys: ColumnKeys = {
  current: () => undefined,
  find: () => undefined,
  known: new Set(),
  allowsMissing: false,
}
const counted = (count: number) => `portal_column_texts_damaged_total{column="note.note_text"} ${count}`

test('a damaged text is a notice, which the log has without content and the metric counts', async () => {
  const { db, lines, read } = openServer(keys)
  expect(await read()).toContain(counted(0))
  for (const stored of ['\u0001', '\u0001Mrs. Sampleton'])
    expect(await showText(db, encryptedColumns.noteText, ['24000000017', 'N1'], stored)).toBe(
      columnMessages.damagedNotice,
    )
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { kind: 'ColumnDamagedError', code: 'note.note_text' },
    msg: 'encrypted text damaged',
  })
  expect(lines.join()).not.toMatch(/Sampleton|24000000017/)
  expect(await read()).toContain(counted(2))
})

test('the metrics exist without keys, and texts in clear count as nothing', async () => {
  const { db, read } = openServer()
  expect(await showText(db, encryptedColumns.noteText, ['24000000017', 'N1'], 'in clear')).toBe('in clear')
  expect(await read()).toContain(counted(0))
})
