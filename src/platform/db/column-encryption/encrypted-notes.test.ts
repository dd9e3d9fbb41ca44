import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { listNotes } from '#cases/activity-contract.ts'
import { lastNote, openEncryptedNotes } from '#test-support/column-fixture.ts'
import { addDocumentKey } from '../../pdf/document-service/encryption/document-keys.ts'
import { queryRows, sql } from '../database.ts'
import { encryptColumns } from './column-encryption-worker.ts'
import { findMissingKeys } from './column-key-queries.ts'
import { columnMessages } from './column-messages.ts'
import { readKeyId } from './column-texts.ts'

let portal: Awaited<ReturnType<typeof openEncryptedNotes>>
beforeAll(async () => {
  portal = await openEncryptedNotes()
})
afterAll(() => portal.close())
beforeEach(async () => void (await portal.useKeys(portal.keysFile)))

const anyRow = z.object({ id: z.string() })

describe('an encrypted note', () => {
  test('is a notice if it was copied from another row, which is logged, counted and hides no other note', async () => {
    await portal.write('of the first row')
    const before = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
    const moved = await portal.readStored('note', 'note_text', lastNote)
    await portal.tamper(sql`update note set note_text = ${moved} where id = 'N2'`)
    onTestFinished(
      async () => void (await portal.tamper(sql`update note set note_text = ${before} where id = 'N2'`)),
    )
    const reported: Error[] = []
    const keys = await portal.useKeys(portal.keysFile)
    keys.reportDamage = (error) => reported.push(error)
    const texts = (await portal.list()).map(({ noteText }) => noteText)
    expect(texts.filter((text) => text === 'of the first row')).toHaveLength(1)
    expect(texts.filter((text) => text === columnMessages.damagedNotice)).toHaveLength(1)
    expect(reported.map(({ message }) => message)).toEqual([
      columnMessages.damaged('note.note_text', `${portal.incidentNumber} N2`),
    ])
    await portal.tamper(sql`update note set note_text = ${before} where id = 'N2'`)
    expect((await portal.list()).map(({ noteText }) => noteText)).not.toContain(columnMessages.damagedNotice)
  })

  test('is a notice if it names a key that was never used, and hides no other note', async () => {
    await portal.write('of the row next to it')
    const before = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
    onTestFinished(
      async () => void (await portal.tamper(sql`update note set note_text = ${before} where id = 'N2'`)),
    )
    const unknown = '0'.repeat(16)
    const damaged = `\u0001${unknown}.${Buffer.alloc(60).toString('base64')}`
    await portal.tamper(sql`update note set note_text = ${damaged} where id = 'N2'`)
    const reported: Error[] = []
    const keys = await portal.useKeys(portal.keysFile)
    keys.reportDamage = (error) => reported.push(error)
    const texts = (await portal.list()).map(({ noteText }) => noteText)
    expect(texts).toContain('of the row next to it')
    expect(texts.filter((text) => text === columnMessages.damagedNotice)).toHaveLength(1)
    expect(reported.map(({ message }) => message)).toEqual([
      columnMessages.unknownKey('note.note_text', `${portal.incidentNumber} N2`, unknown),
    ])
    await portal.tamper(sql`update note set note_text = ${before} where id = 'N2'`)
  })

  test('needs its key although that was retired, because no key is forgotten', async () => {
    await encryptColumns(portal.owner)
    const former = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
    await addDocumentKey(portal.keysFile)
    const { worker } = portal.startWorker()
    const isRetired = sql`select id from column_key where id = ${readKeyId(former)} and retired_at is not null`
    await expect.poll(() => queryRows(portal.owner, anyRow, isRetired)).toHaveLength(1)
    await worker.stop()
    await portal.tamper(sql`update note set note_text = ${former} where id = 'N2'`)
    const withoutFormer = join(portal.folder, 'without-former')
    const [, newest = ''] = (await readFile(portal.keysFile, 'utf8')).split('\n')
    await writeFile(withoutFormer, newest)
    await portal.useKeys(withoutFormer)
    expect((await portal.staff.call(listNotes, { incidentNumber: portal.incidentNumber })).statusCode).toBe(
      503,
    )
    await portal.useKeys(portal.keysFile)
    expect((await portal.list()).map(({ noteText }) => noteText)).not.toContain(columnMessages.damagedNotice)
    await encryptColumns(portal.owner)
  })

  test('returns 503 without its key, and is shown again once the key is back', async () => {
    await portal.write('needs its key')
    const other = join(portal.folder, 'other-keys')
    await addDocumentKey(other)
    for (const path of [other, undefined]) {
      await portal.useKeys(path)
      const response = await portal.staff.call(listNotes, { incidentNumber: portal.incidentNumber })
      expect([response.statusCode, response.json().detail]).toEqual([
        503,
        'We can’t show these texts at the moment. Please try again in a minute.',
      ])
      expect(response.headers['retry-after']).toBe('30')
    }
    await portal.useKeys(portal.keysFile)
    expect((await portal.list()).map(({ noteText }) => noteText)).toContain('needs its key')
  })

  test('is a notice once its key is lost, and there again if the key is found', async () => {
    await encryptColumns(portal.owner)
    const other = join(portal.folder, 'keys-after-loss')
    await addDocumentKey(other)
    const lacking = await portal.useKeys(other)
    lacking.allowsMissing = true
    await portal.write('after the loss')
    const texts = new Set((await portal.list()).map(({ noteText }) => noteText))
    expect([...texts].sort()).toEqual(['after the loss', columnMessages.keyLostNotice].sort())
    const both = join(portal.folder, 'both-keys')
    await writeFile(both, (await readFile(portal.keysFile, 'utf8')) + (await readFile(other, 'utf8')))
    await portal.useKeys(both)
    await encryptColumns(portal.owner)
    expect((await portal.list()).map(({ noteText }) => noteText)).toContain('after the loss')
    expect((await portal.list()).map(({ noteText }) => noteText)).not.toContain(columnMessages.keyLostNotice)
  })

  test('stops a start without its key until the file has it', async () => {
    expect(await findMissingKeys(portal.owner)).toEqual([])
    await portal.useKeys(undefined, false)
    const missing = await findMissingKeys(portal.owner)
    expect(missing).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
  })

  test('is written once despite a repeated request, and its ID cannot be reused', async () => {
    const id = randomUUID()
    const responses = [
      await portal.write('Once', id),
      await portal.write('Once', id),
      await portal.write('Other', id),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 422])
  })
})
