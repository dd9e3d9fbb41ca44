import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addNote, listNotes } from '#cases/activity-contract.ts'
import { openCaseSummary } from '#cases/contract.ts'
import { encryptColumns } from '#platform/db/column-encryption/column-encryption-worker.ts'
import { columnMessages } from '#platform/db/column-encryption/column-messages.ts'
import { sql } from '#platform/db/database.ts'
import { addDocumentKey } from '#platform/pdf/document-service/encryption/document-keys.ts'
import { smallCases } from '#test-support/case-fixture.ts'
import { openEncryptedPortal } from '#test-support/column-fixture.ts'
import { listNews } from '#today/contract.ts'

let portal: Awaited<ReturnType<typeof openEncryptedPortal>>
beforeAll(async () => {
  portal = await openEncryptedPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.useKeys(portal.keysFile))

const { 'incidents.csv': incidents, 'notes.csv': notes } = smallCases()
const countsOf = async (files: Record<string, string>) =>
  (await portal.fixture.import(files)).results.map(({ added, changed, same }) => ({ added, changed, same }))

test('rejects a text that would look encrypted', async () => {
  const forged = `id,incidentNumber,timestamp,type,author,noteText\nN9,24000000017,2026-03-04T10:00:00Z,Call,X,\u0001${'a'.repeat(16)}.AAAA\n`
  for (const isOn of [true, false]) {
    portal.useKeys(portal.keysFile, isOn)
    const { results, rejects } = await portal.fixture.import({ 'notes.csv': forged })
    expect(results[0]).toMatchObject({ added: 0, changed: 0 })
    expect(rejects.join()).toContain('noteText')
  }
})

test('stores an imported text encrypted, and counts it as unchanged when it is imported again, whatever the key', async () => {
  const same = [
    { added: 0, changed: 0, same: 2 },
    { added: 0, changed: 0, same: 2 },
  ]
  const files = { 'incidents.csv': incidents, 'notes.csv': notes }
  expect(await countsOf(files)).toEqual(same)
  await encryptColumns(portal.databaseContext.owner)
  expect(await countsOf(files)).toEqual(same)
  await addDocumentKey(portal.keysFile)
  expect(await countsOf(files)).toEqual(same)
  portal.useKeys(portal.keysFile, false)
  expect(await countsOf(files)).toEqual(same)
  portal.useKeys(portal.keysFile)
  const marked = notes.replace('Called the clinic.', 'Zznewtext to the clinic.')
  expect(await countsOf({ 'notes.csv': marked })).toEqual([{ added: 0, changed: 1, same: 1 }])
  expect(await portal.findTables('Zznewtext')).toEqual([])
  const staff = await portal.staffOf('acme')
  const listed = await staff.call(listNotes, { incidentNumber: '24000000017' })
  expect(listed.json().notes[1].noteText).toBe('Zznewtext to the clinic.')
})

test('an import replaces a damaged text, also while another one of the file is damaged', async () => {
  const files = { 'incidents.csv': incidents, 'notes.csv': notes }
  await countsOf(files)
  await portal.tamper(sql`update note set note_text = left(note_text, 40)`)
  await portal.tamper(sql`update incident set summary = left(summary, 40)`)
  const staff = await portal.staffOf('acme')
  const listTexts = async () => (await staff.call(listNotes, { incidentNumber: '24000000017' })).body
  expect(await listTexts()).toContain(columnMessages.damagedNotice)
  expect(await countsOf(files)).toEqual([
    { added: 0, changed: 1, same: 1 },
    { added: 0, changed: 2, same: 0 },
  ])
  expect(await listTexts()).not.toContain(columnMessages.damagedNotice)
})

test('the news of today and the case summary have a notice for a damaged text', async () => {
  const staff = await portal.staffOf('acme')
  const noteText = 'damaged later'
  const noteId = '7f1f6c1e-3a52-4c53-9f5d-0d7d7e9f6a12'
  await staff.call(addNote, { incidentNumber: '24000000018', noteId, noteText })
  await portal.tamper(sql`update note set note_text = left(note_text, 40) where written_by is not null`)
  await portal.tamper(sql`update incident set summary = left(summary, 40)`)
  const { entries } = (await staff.call(listNews, {})).json()
  const entry = entries.find(({ kind }: { kind: string }) => kind === 'note')
  expect(entry.detail).toBe(columnMessages.damagedNotice)
  const summary = await staff.open(openCaseSummary, { IncidentNumber: '24000000017' })
  expect([summary.statusCode, summary.headers['content-type']]).toEqual([200, 'application/pdf'])
  await portal.tamper(sql`delete from note where written_by is not null`)
})

test('the news of today quote an encrypted note', async () => {
  const staff = await portal.staffOf('acme')
  const noteText = `${'Called\n the clinic '.repeat(20)}`
  const id = '7f1f6c1e-3a52-4c53-9f5d-0d7d7e9f6a11'
  await staff.call(addNote, { incidentNumber: '24000000018', noteId: id, noteText })
  const { entries } = (await staff.call(listNews, {})).json()
  const entry = entries.find(({ kind }: { kind: string }) => kind === 'note')
  expect(entry.detail).toBe('Called the clinic '.repeat(20).slice(0, 160))
})
