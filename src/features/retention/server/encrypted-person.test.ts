import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowErasure } from '#platform/db/bypass-tenant-filter.ts'
import { encryptColumns } from '#platform/db/column-encryption/column-encryption-worker.ts'
import { columnMessages } from '#platform/db/column-encryption/column-messages.ts'
import { execute, sql } from '#platform/db/database.ts'
import { addDocumentKey } from '#platform/pdf/document-service/encryption/document-keys.ts'
import { useKeys } from '#test-support/column-fixture.ts'
import { incident, openErasurePortal, who } from '#test-support/erasure-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addRetentionCommands } from './retention-commands.ts'

let portal: Awaited<ReturnType<typeof openErasurePortal>>
let folder: string
const roommate = `id,incidentNumber,timestamp,type,author,noteText\nN9,24000000018,2026-03-04T10:00:00Z,Call,X,Roommate of Zzmarkia Zzmarkson in case ${incident}\n`
beforeAll(async () => {
  portal = await openErasurePortal()
  folder = await mkdtemp(join(tmpdir(), 'portal-encrypted-person-'))
  await addDocumentKey(join(folder, 'keys'))
  await portal.addPerson()
  await portal.fixture.import({ 'notes.csv': roommate })
})
beforeEach(async () => {
  await useKeys(portal.databaseContext, join(folder, 'keys'))
  await encryptColumns(portal.databaseContext.owner)
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const run = (...words: string[]) =>
  runCommand(portal, (program, open) => addRetentionCommands(program, open, () => portal.config), words)

test('without the key, an erasure and an export stop and change nothing', async () => {
  const before = await portal.findMarked()
  await useKeys(portal.databaseContext, undefined, false)
  await expect(run('person', 'erase', who, '--yes')).rejects.toThrow('which the portal does not have')
  await expect(run('person', 'export', who, '--to', join(folder, 'x.zip'))).rejects.toThrow(
    'which the portal does not have',
  )
  expect(await portal.findMarked()).toEqual(before)
})

test('an export has encrypted notes, comments and summaries in clear text', async () => {
  expect(await portal.findMarked('Zzmarkson rang')).toEqual([])
  const file = join(folder, 'person.zip')
  await run('person', 'export', who, '--to', file)
  const data = Buffer.from(unzipSync(await readFile(file))['data.json'] ?? []).toString()
  for (const text of ['Called Mrs. Zzmarkson.', 'Zzmarkson rang', 'Zzmarkson called', 'Zzmark was operated.'])
    expect(data).toContain(text)
})

test('an export of the client has them in clear text, too', async () => {
  const to = join(folder, 'client')
  await run('client-data', 'export', 'acme', '--to', to)
  const read = (table: string) => readFile(join(to, 'data', `${table}.jsonl`), 'utf8')
  expect(await read('note')).toContain('Zzmarkson rang')
  expect(await read('authorization_comment')).toContain('Zzmarkson called')
  expect(await read('incident')).toContain('Zzmark was operated.')
})

test('a damaged text stops neither an export nor an erasure', async () => {
  await portal.asOwner(async (db) => {
    await allowErasure(db)
    await execute(db, sql`update note set note_text = left(note_text, 60)`)
  })
  const file = join(folder, 'damaged.zip')
  await run('person', 'export', who, '--to', file)
  const data = Buffer.from(unzipSync(await readFile(file))['data.json'] ?? []).toString()
  expect(data).toContain(columnMessages.damagedNotice)
  expect(data).toContain('Zzmarkson called')
  const said = await run('person', 'erase', who)
  expect(said).toMatch(/notes: 2/)
  await portal.fixture.import({ 'notes.csv': roommate })
})

test('an erasure names encrypted notes of others that mention the person', async () => {
  const said = await run('person', 'erase', who, '--yes', '--certificate', join(folder, 'done.pdf'))
  expect(said.split('Rows of other people still mention this person')[1]).toMatch(/notes: 1/)
  expect(await portal.findMarked()).toEqual([])
})
