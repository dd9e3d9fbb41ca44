import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { withEveryClient } from '#test-support/authorization-fixture.ts'
import { addExported, operator } from '#test-support/client-export-fixture.ts'
import { addManyClients, type MarkedClient } from '#test-support/multi-tenant-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addRetentionCommands } from '../retention-commands.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let owner: Database
let root: string
let clients: MarkedClient[]
let own: MarkedClient
let other: MarkedClient
beforeAll(async () => {
  portal = await openPortal()
  owner = portal.databaseContext.owner
  root = await mkdtemp(join(tmpdir(), 'portal-client-export-'))
  clients = await addManyClients(portal)
  ;[own, other] = clients as [MarkedClient, MarkedClient]
  await addExported(owner, { own, other })
  for (const change of [
    sql`update bill set total_charges = 12345678901234567.80 where itn = ${own.mark}`,
    sql`update member_account set initial_hash = password_hash, initial_until = ${now()} where client_id = ${own.id}`,
  ])
    await withEveryClient(owner, (db) => execute(db, change))
})
afterAll(async () => {
  await portal.close()
  await rm(root, { recursive: true })
})

const run = (...words: string[]) =>
  runCommand(portal, (program, open) => addRetentionCommands(program, open, () => portal.config), words)

/** Exports a client to a new folder of this name, and returns the text of each file. */
async function exportTo(name: string) {
  const said = await run('client-data', 'export', own.id, '--to', join(root, name))
  const entries = await readdir(join(root, name), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = new Map<string, string>()
  for (const path of paths) files.set(path.slice(join(root, name).length + 1), await readFile(path, 'latin1'))
  return { said, files, read: (file: string) => files.get(file) ?? '' }
}

const parseLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('refuses an unknown client and a folder that exists, and leaves nothing behind', async () => {
  await expect(run('client-data', 'export', 'unknown', '--to', join(root, 'x'))).rejects.toThrow(
    'There is no client unknown.',
  )
  await mkdir(join(root, 'empty'))
  await expect(run('client-data', 'export', own.id, '--to', join(root, 'empty'))).rejects.toThrow(
    'already exists',
  )
  expect(await readdir(root)).toEqual(['empty'])
})

test('an export that fails leaves no folder and no entry', async () => {
  await execute(
    owner,
    sql`create function refuse_entry() returns trigger language plpgsql as $$ begin raise 'no more'; end $$`,
  )
  await execute(
    owner,
    sql`create trigger refuse_entry before insert on audit_event for each row execute function refuse_entry()`,
  )
  await expect(run('client-data', 'export', own.id, '--to', join(root, 'failed'))).rejects.toThrow('no more')
  await execute(owner, sql`drop trigger refuse_entry on audit_event`)
  expect((await readdir(root)).filter((name) => name.startsWith('failed'))).toEqual([])
})

test('no file has anything of another client, not even in entries that are about several', async () => {
  const { files } = await exportTo('isolated')
  const foreign = clients
    .filter(({ id }) => id !== own.id)
    .flatMap(({ id, mark, incidentNumber }) => [id, mark, incidentNumber])
  const leaks = [...files].flatMap(([file, text]) =>
    foreign
      .filter((word) => `${file}\n${text}`.toLowerCase().includes(word.toLowerCase()))
      .map((word) => [file, word]),
  )
  expect(leaks).toEqual([])
})

test('an entry about several clients keeps the keys of this one', async () => {
  const { read } = await exportTo('shared')
  const shared = parseLines(read('data/audit.jsonl')).filter(
    (entry) => entry.is_shared && entry.actor === 'tester',
  )
  const keys = [own.incidentNumber, own.mark, `${own.codes[0]} ${own.mark}`, `*${own.codes[1]}`]
  const entry = { subject: null, detail: null, client_codes: [own.codes[0]] }
  const ofOneCase = expect.objectContaining({ ...entry, shown: [own.incidentNumber] })
  expect(shared).toEqual([
    ofOneCase,
    ofOneCase,
    ofOneCase,
    expect.objectContaining({ ...entry, shown: keys }),
    expect.objectContaining({ ...entry, subject: own.incidentNumber, shown: [own.incidentNumber] }),
  ])
})

test('has former staff, and the entries about staff and accounts without what concerns other clients', async () => {
  const { read } = await exportTo('staff')
  const staff = parseLines(read('data/staff.jsonl'))
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  expect([...names.values()]).toEqual(expect.arrayContaining(['left-all-groups', 'moved-away']))
  expect(staff.find(({ name }) => name === 'moved-away')).toMatchObject({
    email: null,
    last_signed_in_at: null,
  })
  const clerk = `${own.mark}-clerk`
  const entries = parseLines(read('data/audit.jsonl')).filter(({ actor }) => actor === operator)
  expect(
    entries.map(({ action, subject, detail }) => [action, names.get(subject) ?? subject, detail]),
  ).toEqual([
    ['person erased', 'ERASED-12345678', { kind: 'member', client: own.id, rows: 1 }],
    ['member account made', 'gone-member', { client: own.id }],
    ['right granted', clerk, { codes: own.codes[0] }],
    ['right granted', 'works-for-both', null],
    ['right revoked', clerk, null],
    ['person added by SCIM', clerk, null],
    ['signed in', 'left-all-groups', { client: own.id }],
    [
      'rights changed by SCIM',
      'left-all-groups',
      { before: `code.${own.codes[0]} all.${own.id}`, after: '' },
    ],
    ['rights changed by SCIM', 'left-all-groups', null],
    ['person removed by SCIM', 'left-all-groups', null],
    ['signed in', 'moved-away', { client: own.id }],
    ['reading limit confirmed', 'moved-away', null],
  ])
})

test('has every row of the client, with exact amounts and without hashes of passwords', async () => {
  const { files, read } = await exportTo('complete')
  const filled = ['patient', 'policy', 'incident', 'medical_record', 'case_document', 'bill', 'note']
  const authorizations = ['authorization_request', 'authorization_decision', 'decision_message']
  const rest = ['authorization_intake', 'vob', 'member_account', 'client', 'client_code']
  for (const table of [...filled, ...authorizations, ...rest, 'content', 'account_manager', 'audit'])
    expect(read(`data/${table}.jsonl`), table).toContain(own.mark)
  expect(read('data/bill.jsonl')).toContain('"total_charges":12345678901234567.80,')
  expect(read('data/staff.jsonl')).toContain(`${own.mark}-clerk`)
  expect(read('data/staff.jsonl')).toContain(`"rights_from_scim" : ["code ${own.codes[0]}"]`)
  for (const table of ['decision_message', 'emergency_access'])
    expect(parseLines(read(`data/${table}.jsonl`)), table).toEqual([
      expect.objectContaining({ client_id: null, client_code: own.codes[0] }),
    ])
  // Its rows have the names of clients, which are not unique.
  expect([...files.keys()]).not.toContain('data/analytics_count.jsonl')
  expect(read('configuration.yaml')).toContain(`Banner ${own.mark}`)
  expect([...files.values()].join()).not.toContain('$argon2')
  const manifest = JSON.parse(read('manifest.json'))
  const lines = [...files].filter(([file]) => file.startsWith('data/'))
  expect(manifest.tables).toEqual(
    Object.fromEntries(lines.map(([file, text]) => [file.slice(5, -6), text.split('\n').length - 1])),
  )
})

test('has the documents under their numbers, and a list of all files that matches them', async () => {
  const { said, files, read } = await exportTo('documents')
  const documents = [...files.keys()].filter((file) => file.startsWith('documents/'))
  expect(documents.sort()).toEqual([
    `documents/bills/${own.mark}-1.pdf`,
    `documents/cases/${own.incidentNumber}.pdf`,
    'documents/letters/VOB-2026-111111.pdf',
  ])
  expect(
    parseLines(read('documents.jsonl'))
      .map(({ file }) => file)
      .sort(),
  ).toEqual(documents)
  expect(read('documents/letters/VOB-2026-111111.pdf')).toBe(`letter ${own.mark}`)
  const listed = new Map(
    read('files.sha256')
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  const hash = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex')
  const actual = new Map([...files].map(([file, text]) => [file, hash(text)]))
  actual.delete('files.sha256')
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(actual))
  expect(said).toContain(`3 documents. SHA-256 of files.sha256: ${hash(read('files.sha256'))}`)
})

test('only its owner can read the folder, and the trail says that every row was shown', async () => {
  await exportTo('private')
  const paths = await readdir(join(root, 'private'), { recursive: true })
  for (const path of ['', ...paths]) {
    const { mode, isDirectory } = await stat(join(root, 'private', path)).then((found) => ({
      mode: found.mode & 0o777,
      isDirectory: found.isDirectory(),
    }))
    expect([path, mode]).toEqual([path, isDirectory ? 0o700 : 0o600])
  }
  const entry = z.object({ action: z.string(), subject: z.string(), shown: z.array(z.string()) })
  const last = sql`select action, subject, shown from audit_event order by id desc limit 1`
  expect(await queryRow(owner, entry, last)).toEqual({
    action: 'client data exported',
    subject: own.id,
    shown: own.codes.map((code) => `*${code}`),
  })
})

test('names a document that the portal has lost, and exports the rest', async () => {
  const hash = sql`select sha256 from document_file where incident_number = ${own.incidentNumber}`
  const row = await withEveryClient(owner, (db) => queryRow(db, z.object({ sha256: z.string() }), hash))
  const { sha256 = '' } = row ?? {}
  await rm(join(portal.config.DATA_DIR, 'documents', sha256.slice(0, 2), `${sha256.slice(2)}.pdf`))
  const { said, read } = await exportTo('lost')
  const file = `documents/cases/${own.incidentNumber}.pdf`
  expect(said).toContain(`Warning: 1 document is missing or damaged, and not in the folder:\n  ${file}`)
  expect(JSON.parse(read('manifest.json')).documents).toEqual({ count: 2, missing: [file] })
  expect(existsSync(join(root, 'lost', file))).toBe(false)
})
