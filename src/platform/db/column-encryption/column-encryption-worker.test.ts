import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openCaseSummary } from '#cases/contract.ts'
import { lastNote, openEncryptedNotes } from '#test-support/column-fixture.ts'
import { addDocumentKey } from '../../pdf/document-service/encryption/document-keys.ts'
import { execute, inTransaction, queryRows, sql } from '../database.ts'
import { encryptColumns } from './column-encryption-worker.ts'
import { findColumnKeys } from './column-keys.ts'
import { replaceTexts } from './column-row-queries.ts'
import { encryptedColumns } from './encrypted-columns.ts'

const mark = 'Zzcolumnmark'

let portal: Awaited<ReturnType<typeof openEncryptedNotes>>
beforeAll(async () => {
  portal = await openEncryptedNotes()
})
afterAll(() => portal.close())
beforeEach(async () => void (await portal.useKeys(portal.keysFile)))

const anyRow = z.object({ id: z.string() })

describe('the background job', () => {
  test('encrypts what was stored in clear text, so that no table has it', async () => {
    await portal.useKeys(portal.keysFile, false)
    await portal.write(`${mark} of staff`)
    await portal.fixture.import({
      'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n${portal.incidentNumber},P1,POL-1,2026-03-01,Fell,2026-03-02,${mark} was operated.\n`,
    })
    expect(await portal.findTables(mark)).toEqual(['incident', 'note'])
    await portal.useKeys(portal.keysFile)
    expect((await encryptColumns(portal.owner)).failed.size).toBe(0)
    expect(await portal.countLeft()).toBe(0)
    expect(await portal.findTables(mark)).toEqual([])
    expect((await portal.list()).map(({ noteText }) => noteText)).toContain(`${mark} of staff`)
    const summary = await portal.staff.open(openCaseSummary, { IncidentNumber: portal.incidentNumber })
    expect([summary.statusCode, summary.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  test('stores everything in clear text again once encryption is off', async () => {
    await portal.write('to be clear')
    await portal.useKeys(portal.keysFile, false)
    await encryptColumns(portal.owner)
    expect(await portal.readStored('note', 'note_text', sql`note_text = 'to be clear'`)).toBe('to be clear')
    expect(await portal.countLeft()).toBe(0)
  })

  test('leaves texts that cannot be read or are locked, and continues with the others', async () => {
    await encryptColumns(portal.owner)
    const stored = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
    const damaged = stored.slice(0, -9)
    await portal.tamper(sql`update note set note_text = ${damaged} where id = 'N2'`)
    onTestFinished(
      async () => void (await portal.tamper(sql`update note set note_text = ${stored} where id = 'N2'`)),
    )
    await addDocumentKey(portal.keysFile)
    await inTransaction(portal.owner, async (db) => {
      await execute(db, sql`select set_config('portal.every_client', 'yes', true)`)
      await execute(db, sql`select from note where id = 'N1' for update`)
      const { changed, inUse, failed } = await encryptColumns(portal.owner)
      expect(changed).toBeGreaterThan(0)
      expect(inUse).toBe(1)
      expect([...failed.values()].map(({ count, rows, error }) => [count, rows, error.code])).toEqual([
        [1, [[portal.incidentNumber, 'N2']], 'note.note_text'],
      ])
      expect(await portal.countLeft()).toBe(2)
    })
    await encryptColumns(portal.owner)
    expect(await portal.readStored('note', 'note_text', sql`id = 'N2'`)).toBe(damaged)
    expect(await portal.countLeft()).toBe(1)
    await portal.tamper(sql`update note set note_text = ${stored} where id = 'N2'`)
    await encryptColumns(portal.owner)
    expect(await portal.countLeft()).toBe(0)
  })

  test('stores nothing again with the key that it has when a new key is added during a run', async () => {
    await portal.write('before the rotation')
    await encryptColumns(portal.owner)
    const former = portal.currentKeyId()
    let rotations = 0
    const rotate = () => {
      rotations += 1
      if (rotations > 1) return
      const keys = readFileSync(portal.keysFile, 'utf8')
      writeFileSync(portal.keysFile, `${randomBytes(32).toString('hex')}\n${keys}`)
    }
    expect((await encryptColumns(portal.owner, { onProgress: rotate })).changed).toBe(0)
    expect(rotations).toBeGreaterThan(1)
    expect(portal.currentKeyId()).not.toBe(former)
    expect((await encryptColumns(portal.owner)).changed).toBeGreaterThan(0)
    expect(await portal.countLeft()).toBe(0)
  })

  test('leaves a text that has changed since it was read', async () => {
    await portal.write('the newer text')
    const row = await portal.readStored('note', 'id', lastNote)
    const stored = await portal.readStored('note', 'note_text', lastNote)
    const replace = (former: string) =>
      portal.tamper(
        replaceTexts(encryptedColumns.noteText, [
          { row: [portal.incidentNumber, row], former, next: stored },
        ]),
      )
    expect(await replace('the older text')).toBe(0)
    expect(await replace(stored)).toBe(1)
  })

  test('runs in a portal, counts what is left, and retires keys that no text needs', async () => {
    await encryptColumns(portal.owner)
    const former = portal.currentKeyId()
    await addDocumentKey(portal.keysFile)
    const { registry, lines, worker } = portal.startWorker()
    await expect.poll(() => lines.join()).toContain('columns encrypted')
    const inUse = sql`select id from column_key where retired_at is null`
    await expect.poll(() => queryRows(portal.owner, anyRow, inUse)).toEqual([{ id: portal.currentKeyId() }])
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
    await encryptColumns(portal.owner)
    const stored = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
    onTestFinished(
      async () => void (await portal.tamper(sql`update note set note_text = ${stored} where id = 'N2'`)),
    )
    const ofUnknownKey = `\u0001${'0'.repeat(16)}${stored.slice(17)}`
    for (const damaged of [stored.slice(0, 40), ofUnknownKey, `\u0001${'0'.repeat(16)}`, '\u0001']) {
      await portal.tamper(sql`update note set note_text = ${damaged} where id = 'N2'`)
      const { registry, lines, worker } = portal.startWorker()
      const found = 'portal_column_texts_unreadable{reason="damaged"} 1'
      await expect.poll(() => registry.metrics()).toContain(found)
      await worker.stop()
      expect(lines.join()).toContain('"code":"note.note_text"')
      expect(lines.join()).not.toContain(damaged.slice(1, 30) || portal.incidentNumber)
    }
  })

  test('does nothing without a file of keys', async () => {
    await portal.tamper(sql`update note set note_text = 'in clear' where id = 'N1'`)
    const { registry, worker } = portal.startWorker({})
    await worker.stop()
    expect(await registry.metrics()).toContain('portal_column_texts_to_encrypt 0')
    expect(await portal.readStored('note', 'note_text', sql`id = 'N1'`)).toBe('in clear')
  })
})

test('a file of keys that is unusable for a moment changes nothing', async () => {
  await portal.write('before')
  const keys = findColumnKeys(portal.owner)
  const id = keys?.current('text')?.id
  const former = await readFile(portal.keysFile, 'utf8')
  await writeFile(portal.keysFile, 'not a key')
  expect(keys?.current('text')?.id).toBe(id)
  await writeFile(portal.keysFile, former)
})
