import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOrdinaryUser } from '#test-support/as-ordinary-user.ts'
import { openEncryptedPortal } from '#test-support/column-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addColumnsCommands } from '../cli/columns-command.ts'
import { encryptColumns } from '../db/column-encryption/column-encryption-worker.ts'
import { sql } from '../db/database.ts'
import { addDocumentKey } from '../pdf/document-service/encryption/document-keys.ts'
import { checkColumns } from './column-checks.ts'

let portal: Awaited<ReturnType<typeof openEncryptedPortal>>
beforeAll(async () => {
  portal = await openEncryptedPortal()
})
afterAll(() => portal.close())
beforeEach(async () => void (await portal.useKeys(portal.keysFile)))

const check = () => checkColumns(portal.databaseContext)
const run = (...words: string[]) => runCommand(portal, addColumnsCommands, ['columns', ...words])

test('a missing key fails the check, and the commands name it', async () => {
  await encryptColumns(portal.databaseContext.owner)
  const id = portal.currentKeyId()
  for (const isOn of [true, false]) {
    const other = join(portal.folder, `other-${isOn}`)
    await addDocumentKey(other)
    await portal.useKeys(other, isOn)
    expect(await check()).toMatchObject({
      status: 'failed',
      found: `The key ${id}, which encrypts 3 texts in the database, is missing.`,
      advice: 'Restore that key in the file that DOCUMENTS_KEYS_FILE names.',
    })
    expect(await run('keys')).toContain(`note.note_text: key ${id}: 2 texts, not in the file of keys`)
    const said = await run('encrypt')
    expect(process.exitCode).toBe(3)
    process.exitCode = undefined
    expect(said).toContain('2 texts not changed. A text in note.note_text is encrypted with the key')
    expect(said).toContain('Rows: 24000000017 N1, 24000000017 N2.')
  }
})

test('an unreadable file of keys fails the check', async () => {
  await portal.useKeys(join(portal.folder, 'absent'))
  expect(await check()).toMatchObject({ status: 'failed', found: expect.stringContaining('cannot be read') })
})

test('a file of keys that this user may not read fails the check, which says who has to', async () => {
  const path = join(portal.folder, 'closed')
  await addDocumentKey(path)
  await chmod(path, 0o000)
  const checked = await asOrdinaryUser(() => portal.useKeys(path).then(check))
  const found = `DOCUMENTS_KEYS_FILE: this user may not read the file "${path}". The user that the portal runs as needs permission to read it, or systemd hands it over (LoadCredential).`
  expect(checked).toMatchObject({ status: 'failed', found })
})

test('warns while texts have another key, and passes once they have the current one', async () => {
  await addDocumentKey(portal.keysFile)
  expect(await check()).toMatchObject({
    status: 'warning',
    found: '3 texts in the database are not yet encrypted with the current key.',
  })
  const id = portal.currentKeyId()
  expect(await run('encrypt')).toContain(`3 texts encrypted with the key ${id}; 0 left.`)
  expect(await portal.lastAudited()).toMatchObject({ action: 'columns encrypted', subject: id })
  expect(await run('keys')).toContain(`incident.summary: key ${id}: 1 text, the current key`)
  expect(await check()).toEqual({
    status: 'ok',
    found: '3 texts in the database are encrypted with the current key.',
  })
})

test('names damaged texts, and no part of them', async () => {
  const stored = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
  const damage = (text: string) => portal.tamper(sql`update note set note_text = ${text} where id = 'N2'`)
  await damage('\u0001Patient is ill')
  expect(await check()).toMatchObject({
    status: 'failed',
    found: '1 text in encrypted columns of the database is damaged.',
  })
  const keys = await run('keys')
  expect(keys).toContain('note.note_text: damaged: 1 text')
  expect(keys).not.toContain('Patient')
  await damage(stored.slice(0, -8))
  expect(await run('encrypt')).toContain(
    'Damaged in note.note_text: 1 text, changed, truncated or moved from another row. Row: 24000000017 N2.',
  )
  expect(process.exitCode).toBe(3)
  process.exitCode = undefined
  await damage(stored)
})

test('an ID that no key ever had is damage, and not a missing key', async () => {
  const stored = await portal.readStored('note', 'note_text', sql`id = 'N2'`)
  const unknown = '0'.repeat(16)
  await portal.tamper(
    sql`update note set note_text = ${`\u0001${unknown}${stored.slice(17)}`} where id = 'N2'`,
  )
  expect(await check()).toMatchObject({
    status: 'failed',
    found: '1 text in encrypted columns of the database is damaged.',
  })
  expect(await run('keys')).toContain(
    `note.note_text: key ${unknown}: 1 text, never used by this database: damaged`,
  )
  expect(await run('encrypt')).toContain(
    'Damaged in note.note_text: 1 text with a key that this database has never used; changed, or copied from another database. Row: 24000000017 N2.',
  )
  expect(process.exitCode).toBe(3)
  process.exitCode = undefined
  await portal.tamper(sql`update note set note_text = ${stored} where id = 'N2'`)
})

test('without encryption, warns until everything is in clear', async () => {
  await portal.useKeys(portal.keysFile, false)
  expect(await check()).toMatchObject({
    status: 'warning',
    found: expect.stringContaining('3 texts in the database are still encrypted'),
  })
  expect(await run('encrypt')).toContain('3 texts stored in clear text; 0 left.')
  expect(await run('keys')).toContain('note.note_text: in clear text: 2 texts')
  expect(await check()).toEqual({
    status: 'ok',
    found: 'The portal encrypts no texts and no secrets in the database.',
  })
})
