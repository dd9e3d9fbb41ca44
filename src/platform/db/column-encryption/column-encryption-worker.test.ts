import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
import { findMissingKeys, recordColumnKey } from './column-key-queries.ts'
import { columnMessages } from './column-messages.ts'
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
beforeEach(() => portal.useKeys(portal.keysFile))

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

describe('an encrypted note', () => {
  test('is a notice if it was copied from another row, which is logged, counted and hides no other note', async () => {
    await write('of the first row')
    const before = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
    const moved = await portal.readStored('note', 'note_text', lastNote)
    await portal.tamper(sql`update note set note_text = ${moved} where id = 'N2'`)
    onTestFinished(() => void portal.tamper(sql`update note set note_text = ${before} where id = 'N2'`))
    const reported: Error[] = []
    const keys = portal.useKeys(portal.keysFile)
    keys.reportDamage = (error) => reported.push(error)
    const texts = (await list()).map(({ noteText }) => noteText)
    expect(texts.filter((text) => text === 'of the first row')).toHaveLength(1)
    expect(texts.filter((text) => text === columnMessages.damagedNotice)).toHaveLength(1)
    expect(reported.map(({ message }) => message)).toEqual([
      columnMessages.damaged('note.note_text', `${incidentNumber} N2`),
    ])
    await portal.tamper(sql`update note set note_text = ${before} where id = 'N2'`)
    expect((await list()).map(({ noteText }) => noteText)).not.toContain(columnMessages.damagedNotice)
  })

  test('returns 503 without its key, and is shown again once the key is back', async () => {
    await write('needs its key')
    const other = join(portal.folder, 'other-keys')
    await addDocumentKey(other)
    for (const path of [other, undefined]) {
      portal.useKeys(path)
      const response = await staff.call(listNotes, { incidentNumber })
      expect([response.statusCode, response.json().detail]).toEqual([
        503,
        'We can’t show these texts at the moment. Please try again in a minute.',
      ])
      expect(response.headers['retry-after']).toBe('30')
    }
    portal.useKeys(portal.keysFile)
    expect((await list()).map(({ noteText }) => noteText)).toContain('needs its key')
  })

  test('is a notice once its key is lost, and there again if the key is found', async () => {
    await encryptColumns(owner())
    const other = join(portal.folder, 'keys-after-loss')
    await addDocumentKey(other)
    portal.useKeys(other).allowsMissing = true
    await write('after the loss')
    const texts = new Set((await list()).map(({ noteText }) => noteText))
    expect([...texts].sort()).toEqual(['after the loss', columnMessages.keyLostNotice].sort())
    const both = join(portal.folder, 'both-keys')
    await writeFile(both, (await readFile(portal.keysFile, 'utf8')) + (await readFile(other, 'utf8')))
    portal.useKeys(both)
    await encryptColumns(owner())
    expect((await list()).map(({ noteText }) => noteText)).toContain('after the loss')
    expect((await list()).map(({ noteText }) => noteText)).not.toContain(columnMessages.keyLostNotice)
  })

  test('stops a start without its key until the file has it', async () => {
    await recordColumnKey(owner(), portal.databaseContext.columnKeys)
    expect(await findMissingKeys(owner(), portal.useKeys(portal.keysFile))).toEqual([])
    const missing = await findMissingKeys(owner(), portal.useKeys(undefined, false))
    expect(missing).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
  })

  test('is written once despite a repeated request, and its ID cannot be reused', async () => {
    const id = randomUUID()
    const responses = [await write('Once', id), await write('Once', id), await write('Other', id)]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 422])
  })
})

describe('the background job', () => {
  test('encrypts what was stored in clear text, so that no table has it', async () => {
    portal.useKeys(portal.keysFile, false)
    await write(`${mark} of staff`)
    await portal.fixture.import({
      'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n${incidentNumber},P1,POL-1,2026-03-01,Fell,2026-03-02,${mark} was operated.\n`,
    })
    expect(await portal.findTables(mark)).toEqual(['incident', 'note'])
    portal.useKeys(portal.keysFile)
    expect((await encryptColumns(owner())).failed.size).toBe(0)
    expect(await portal.countLeft()).toBe(0)
    expect(await portal.findTables(mark)).toEqual([])
    expect((await list()).map(({ noteText }) => noteText)).toContain(`${mark} of staff`)
    const summary = await staff.open(openCaseSummary, { IncidentNumber: incidentNumber })
    expect([summary.statusCode, summary.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  test('stores everything in clear text again once encryption is off', async () => {
    await write('to be clear')
    portal.useKeys(portal.keysFile, false)
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

  test('runs in a portal, counts what is left, and forgets keys that no text needs', async () => {
    await encryptColumns(owner())
    const former = portal.currentKeyId()
    await addDocumentKey(portal.keysFile)
    const { registry, lines, worker } = startWorker()
    await vi.waitFor(() => expect(lines.join()).toContain('columns encrypted'))
    await vi.waitFor(async () =>
      expect(await queryRows(owner(), anyRow, sql`select id from column_key`)).toEqual([
        { id: portal.currentKeyId() },
      ]),
    )
    await worker.stop()
    const metrics = await registry.metrics()
    for (const name of ['to_encrypt', 'unreadable'])
      expect(metrics).toContain(`portal_column_texts_${name} 0`)
    expect(portal.currentKeyId()).not.toBe(former)
    expect(await portal.countLeft()).toBe(0)
  })

  test('finds a damaged text that has the current key, and counts it without its content', async () => {
    await encryptColumns(owner())
    const stored = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
    onTestFinished(() => void portal.tamper(sql`update note set note_text = ${stored} where id = 'N2'`))
    for (const damaged of [stored.slice(0, 40), `\u0001${'0'.repeat(16)}`, '\u0001']) {
      await portal.tamper(sql`update note set note_text = ${damaged} where id = 'N2'`)
      const { registry, lines, worker } = startWorker()
      await vi.waitFor(async () =>
        expect(await registry.metrics()).toContain('portal_column_texts_unreadable 1'),
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
  const keys = portal.databaseContext.columnKeys
  const id = keys?.current()?.id
  const former = await readFile(portal.keysFile, 'utf8')
  await writeFile(portal.keysFile, 'not a key')
  expect(keys?.current()?.id).toBe(id)
  await writeFile(portal.keysFile, former)
})
