import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { addNote, listNotes } from '#cases/activity-contract.ts'
import { openCaseSummary } from '#cases/contract.ts'
import { lastNote, openEncryptedPortal } from '#test-support/column-fixture.ts'
import { openLog } from '../../config/log.ts'
import { addDocumentKey } from '../../pdf/document-store/encryption/document-keys.ts'
import { execute, inTransaction, queryRows, sql } from '../database.ts'
import { encryptColumns, startColumnEncryption } from './column-encryption-worker.ts'
import { findColumnKeys } from './column-keys.ts'
import { createColumnMetrics } from './column-metrics.ts'
import { replaceTexts } from './column-row-queries.ts'
import { encryptedColumns } from './encrypted-columns.ts'

const incidentNumber = '24000000017'
const mark = 'Zzcolumnmark'

let portal: Awaited<ReturnType<typeof openEncryptedPortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openEncryptedPortal()
  staff = await portal.staffOf('acme')
})
afterAll(() => portal.close())
beforeEach(async () => void (await portal.useKeys(portal.keysFile)))

const owner = () => portal.databaseContext.owner
const write = (noteText: string, noteId = randomUUID()) =>
  staff.call(addNote, { incidentNumber, noteId, noteText })
const list = async () =>
  (await staff.call(listNotes, { incidentNumber })).json().notes as { noteText: string }[]
const anyRow = z.object({ id: z.string() })
const startWorker = (
  settings: Parameters<typeof startColumnEncryption>[1] = { DOCUMENTS_KEYS_FILE: portal.keysFile },
) => {
  const [registry, lines]: [Registry, string[]] = [new Registry(), []]
  const log = openLog('info', { write: (line: string) => lines.push(line) })
  const metrics = createColumnMetrics(registry)
  return { registry, lines, worker: startColumnEncryption({ owner: owner(), metrics, log }, settings) }
}

describe('the background job', () => {
  test('encrypts what was stored in clear text, so that no table has it', async () => {
    await portal.useKeys(portal.keysFile, false)
    await write(`${mark} of staff`)
    await portal.fixture.import({
      'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n${incidentNumber},P1,POL-1,2026-03-01,Fell,2026-03-02,${mark} was operated.\n`,
    })
    expect(await portal.findTables(mark)).toEqual(['incident', 'note'])
    await portal.useKeys(portal.keysFile)
    expect((await encryptColumns(owner())).failed.size).toBe(0)
    expect(await portal.countLeft()).toBe(0)
    expect(await portal.findTables(mark)).toEqual([])
    expect((await list()).map(({ noteText }) => noteText)).toContain(`${mark} of staff`)
    const summary = await staff.open(openCaseSummary, { IncidentNumber: incidentNumber })
    expect([summary.statusCode, summary.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  test('stores everything in clear text again once encryption is off', async () => {
    await write('to be clear')
    await portal.useKeys(portal.keysFile, false)
    await encryptColumns(owner())
    expect(await portal.readStored('note', 'note_text', sql`note_text = 'to be clear'`)).toBe('to be clear')
    expect(await portal.countLeft()).toBe(0)
  })

  test('leaves texts that cannot be read or are locked, and continues with the others', async () => {
    await encryptColumns(owner())
    const stored = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
    const damaged = stored.slice(0, -9)
    await portal.tamper(sql`update note set note_text = ${damaged} where id = 'N2'`)
    onTestFinished(() => void portal.tamper(sql`update note set note_text = ${stored} where id = 'N2'`))
    await addDocumentKey(portal.keysFile)
    await inTransaction(owner(), async (db) => {
      await execute(db, sql`select set_config('portal.every_client', 'yes', true)`)
      await execute(db, sql`select from note where id = 'N1' for update`)
      const { changed, inUse, failed } = await encryptColumns(owner())
      expect(changed).toBeGreaterThan(0)
      expect(inUse).toBe(1)
      expect([...failed.values()].map(({ count, rows, error }) => [count, rows, error.code])).toEqual([
        [1, [[incidentNumber, 'N2']], 'note.note_text'],
      ])
      expect(await portal.countLeft()).toBe(2)
    })
    await encryptColumns(owner())
    expect(await portal.readStored('note', 'note_text', sql`id = 'N2'`)).toBe(damaged)
    expect(await portal.countLeft()).toBe(1)
    await portal.tamper(sql`update note set note_text = ${stored} where id = 'N2'`)
    await encryptColumns(owner())
    expect(await portal.countLeft()).toBe(0)
  })

  test('leaves a text that has changed since it was read', async () => {
    await write('the newer text')
    const row = await portal.readStored('note', 'id', lastNote)
    const stored = await portal.readStored('note', 'note_text', lastNote)
    const replace = (former: string) =>
      portal.tamper(
        replaceTexts(encryptedColumns.noteText, [{ row: [incidentNumber, row], former, next: stored }]),
      )
    expect(await replace('the older text')).toBe(0)
    expect(await replace(stored)).toBe(1)
  })

  test('runs in a portal, counts what is left, and retires keys that no text needs', async () => {
    await encryptColumns(owner())
    const former = portal.currentKeyId()
    await addDocumentKey(portal.keysFile)
    const { registry, lines, worker } = startWorker()
    await vi.waitFor(() => expect(lines.join()).toContain('columns encrypted'))
    await vi.waitFor(async () =>
      expect(
        await queryRows(owner(), anyRow, sql`select id from column_key where retired_at is null`),
      ).toEqual([{ id: portal.currentKeyId() }]),
    )
    await worker.stop()
    const metrics = await registry.metrics()
    for (const line of [
      'to_encrypt 0',
      'unreadable{reason="damaged"} 0',
      'unreadable{reason="key_missing"} 0',
    ])
      expect(metrics).toContain(`portal_column_texts_${line}`)
    expect(portal.currentKeyId()).not.toBe(former)
    expect(await portal.countLeft()).toBe(0)
  })

  test('finds a damaged text that has the current key, and counts it without its content', async () => {
    await encryptColumns(owner())
    const stored = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
    onTestFinished(() => void portal.tamper(sql`update note set note_text = ${stored} where id = 'N2'`))
    const ofUnknownKey = `\u0001${'0'.repeat(16)}${stored.slice(17)}`
    for (const damaged of [stored.slice(0, 40), ofUnknownKey, `\u0001${'0'.repeat(16)}`, '\u0001']) {
      await portal.tamper(sql`update note set note_text = ${damaged} where id = 'N2'`)
      const { registry, lines, worker } = startWorker()
      await vi.waitFor(async () =>
        expect(await registry.metrics()).toContain('portal_column_texts_unreadable{reason="damaged"} 1'),
      )
      await worker.stop()
      expect(lines.join()).toContain('"code":"note.note_text"')
      expect(lines.join()).not.toContain(damaged.slice(1, 30) || incidentNumber)
    }
  })

  test('does nothing without a file of keys', async () => {
    await portal.tamper(sql`update note set note_text = 'in clear' where id = 'N1'`)
    const { registry, worker } = startWorker({})
    await worker.stop()
    expect(await registry.metrics()).toContain('portal_column_texts_to_encrypt 0')
    expect(await portal.readStored('note', 'note_text', sql`id = 'N1'`)).toBe('in clear')
  })
})

test('a file of keys that is unusable for a moment changes nothing', async () => {
  await write('before')
  const keys = findColumnKeys(owner())
  const id = keys?.current('text')?.id
  const former = await readFile(portal.keysFile, 'utf8')
  await writeFile(portal.keysFile, 'not a key')
  expect(keys?.current('text')?.id).toBe(id)
  await writeFile(portal.keysFile, former)
})
