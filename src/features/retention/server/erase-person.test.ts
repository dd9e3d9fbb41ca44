import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openAuditKey } from '#platform/cli/audit-checkpoint-command.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { documentPath } from '#platform/pdf/document-service/document-storage.ts'
import { incident, openErasurePortal, who } from '#test-support/erasure-fixture.ts'
import { addVisitor } from '#test-support/member-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { runCommand } from '#test-support/run-command.ts'
import { erasePerson } from './erase-person.ts'
import { addRetentionCommands } from './retention-commands.ts'
import { runDaily } from './retention-worker.ts'

let portal: Awaited<ReturnType<typeof openErasurePortal>>
let folder: string
let userId: string
beforeAll(async () => {
  portal = await openErasurePortal()
  folder = await mkdtemp(join(tmpdir(), 'portal-erasure-'))
})
beforeEach(async () => {
  if (!(await findMarked()).includes('patient')) userId = await portal.addPerson()
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const findMarked = (text?: string) => portal.findMarked(text)
const listDocuments = () => portal.listDocuments()
const verify = () => portal.verify()
const certificate = () => join(folder, 'done.pdf')
const run = (...words: string[]) =>
  runCommand(portal, (program, open) => addRetentionCommands(program, open, () => portal.config), words)

test('refuses an unknown person', async () => {
  await expect(run('person', 'erase', 'ACME1 P99')).rejects.toThrow('No patient or member is “ACME1 P99”')
  await expect(run('person', 'export', 'nobody', '--to', join(folder, 'x.zip'))).rejects.toThrow(
    'No patient or member',
  )
})

test.each([
  ['client', 'acme'],
  ['patient', who],
  ['case', incident],
])(
  'refuses a person under a hold on the %s, with its reason, until the hold is removed',
  async (kind, target) => {
    await run('hold', 'add', `--${kind}`, target, '--reason', 'Lawsuit 4711')
    for (const words of [[], ['--yes']])
      await expect(run('person', 'erase', who, ...words)).rejects.toThrow(
        `on ${kind} ${target}: Lawsuit 4711`,
      )
    expect(await findMarked()).toContain('patient')
    await run('hold', 'remove', (await run('hold', 'list')).split(' ')[0] ?? '')
    expect(await run('person', 'erase', who)).toContain('Dry run: nothing was changed.')
  },
)

test('a dry run says what would be erased and changes nothing', async () => {
  const [before, seals] = [await findMarked(), await verify()]
  const said = await run('person', 'erase', who)
  for (const line of [
    'patients: 1',
    'cases: 1',
    'notes: 2',
    'benefits): 1',
    'emails: 1',
    'saved filters: 1',
    '(PDF files): 1',
  ])
    expect(said).toContain(line)
  expect(said).toContain('Warning: 1 bill waits for a decision')
  expect(said).toContain('--yes')
  expect(await findMarked()).toEqual(before)
  expect(await listDocuments()).toHaveLength(2)
  expect(await verify()).toEqual(seals)
})

test('no row and no document has anything of an erased person, and the trail still verifies', async () => {
  expect(await findMarked()).toEqual(
    expect.arrayContaining([
      'audit_event',
      'authorization_request',
      'note',
      'outbox',
      'patient_name',
      'policy',
      'vob',
    ]),
  )
  const said = await run('person', 'erase', who, '--yes', '--certificate', certificate())
  expect(said).toContain('stored documents (PDF files): 1')
  expect(said).not.toContain('other people')
  expect(await findMarked()).toEqual([])
  expect(await findMarked(incident)).toEqual([])
  expect(await findMarked('VOB-2026-777777')).toEqual([])
  expect(await listDocuments()).toHaveLength(1)
  const { faults, redacted, unrecorded } = await verify()
  expect([faults, unrecorded]).toEqual([[], []])
  expect(redacted).toBeGreaterThan(3)
  expect(await findMarked('Sampleton')).toContain('patient')
})

test('the trail still says who saw the erased person, and what was typed about others', async () => {
  const said = await run('person', 'erase', who, '--yes', '--certificate', certificate())
  const number = /ERASED-[0-9A-F]{8}/.exec(said)?.[0] ?? ''
  const entry = z.object({
    action: z.string(),
    actor: z.string(),
    term: z.string().nullable(),
    shown: z.array(z.string()).nullable(),
  })
  const about = sql`
    select action, actor, detail->>'searchTerm' as term, shown from audit_event
     where subject = ${number} or ${number} = any(shown) order by id`
  expect(await queryRows(portal.databaseContext.owner, entry, about)).toEqual([
    { action: 'patients searched', actor: userId, term: '(erased)', shown: [number] },
    { action: 'case opened', actor: userId, term: null, shown: null },
    { action: 'bill image opened', actor: userId, term: null, shown: null },
    expect.objectContaining({ action: 'audit entries redacted' }),
    expect.objectContaining({ action: 'person erased' }),
  ])
  const filter = sql`select resolve_audit_filter(jsonb_build_object('patient', ${number}::text))->'patientKeys' as keys`
  const keys = z.object({ keys: z.array(z.string()) })
  expect(await queryRows(portal.databaseContext.owner, keys, filter)).toEqual([{ keys: [number] }])
  const others = sql`
    select action, actor, concat_ws(' ', detail->>'searchTerm', detail->>'name') as term, shown from audit_event
     where actor = ${userId} and action = 'found by typing' order by id`
  const found = { action: 'found by typing', actor: userId }
  expect(await queryRows(portal.databaseContext.owner, entry, others)).toEqual([
    { ...found, term: '(erased)', shown: null },
    { ...found, term: '(erased)', shown: null },
    { ...found, term: 'Sampleton Zzma', shown: ['24000000017'] },
  ])
})

test('the certificate names what was erased, when and by whom, but not the person', async () => {
  await run('person', 'erase', who, '--yes', '--certificate', certificate())
  const page = (await pdfPages(await readFile(certificate()))).map(({ text }) => text).join('\n')
  for (const text of ['Certificate of erasure', 'ERASED-', 'acme', 'command line', 'cases', 'SHA-256'])
    expect(page).toContain(text)
  const json = await readFile(join(folder, 'done.json'), 'utf8')
  for (const text of [page, json]) expect(text.toLowerCase()).not.toContain('zzmark')
  const { number } = JSON.parse(json)
  await run('person', 'certificate', number, '--certificate', join(folder, 'again.pdf'))
  expect(JSON.parse(await readFile(join(folder, 'again.json'), 'utf8'))).toEqual(JSON.parse(json))
  await expect(run('person', 'certificate', 'ERASED-00000000')).rejects.toThrow('There is no erasure')
})

test('an erasure that was killed after its commit is finished by the daily job', async () => {
  const key = await openAuditKey(portal.config)
  await erasePerson(portal.databaseContext.owner, { who, actor: 'test', key })
  expect(await listDocuments()).toHaveLength(2)
  const { config, databaseContext } = portal
  await runDaily({ owner: databaseContext.owner, storage: portal.fixture.documentService.storage, config })
  expect(await listDocuments()).toHaveLength(1)
  expect(await findMarked()).toEqual([])
})

test('an erasure that fails in the middle changes nothing', async () => {
  const { owner } = portal.databaseContext
  await execute(
    owner,
    sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no disk'; end $$`,
  )
  await execute(
    owner,
    sql`create trigger refuse before delete on policy for each row execute function refuse()`,
  )
  const before = await findMarked()
  await expect(run('person', 'erase', who, '--yes')).rejects.toThrow('no disk')
  expect(await findMarked()).toEqual(before)
  expect(await listDocuments()).toHaveLength(2)
  expect((await verify()).faults).toEqual([])
  await execute(owner, sql`drop trigger refuse on policy`)
})

test('a restored person is erased again with the certificate, and only with the key of the portal', async () => {
  await run('person', 'erase', who, '--yes', '--certificate', certificate())
  const json = join(folder, 'done.json')
  expect(await run('person', 'erase-again', json)).toContain('the database does not have this person')
  await portal.addPerson()
  expect(await run('person', 'erase-again', json)).toContain('erased again')
  expect(await findMarked()).toEqual([])
  await rm(join(portal.config.DATA_DIR, 'audit-key.pem'))
  await expect(run('person', 'erase-again', json)).rejects.toThrow('another portal signed it')
  expect(existsSync(join(portal.config.DATA_DIR, 'audit-key.pem'))).toBe(false)
})

test('an export has every row, document and access of the person, and nobody else’s', async () => {
  const file = join(folder, 'person.zip')
  expect(await run('person', 'export', who, '--to', file)).toContain('2 documents')
  const entries = unzipSync(await readFile(file))
  expect(Object.keys(entries).sort()).toEqual([
    'README.txt',
    'accesses.json',
    'data.json',
    `documents/case-${incident}.pdf`,
    'documents/letter-VOB-2026-777777.pdf',
  ])
  const data = Buffer.from(entries['data.json'] ?? []).toString()
  for (const text of [
    'Zzmarkson',
    'ZZMARK-POL-7',
    'Zzmark fell',
    'Zzmarkson rang',
    'ZZMARKITN8',
    'Zzmarkson moved',
  ])
    expect(data).toContain(text)
  expect(data).not.toMatch(/Sampleton|Mockbury|About Zzmarkson/)
  for (const action of ['case opened', 'bill image opened'])
    expect(Buffer.from(entries['accesses.json'] ?? []).toString()).toContain(action)
  expect(
    Buffer.from(entries[`documents/case-${incident}.pdf`] ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await expect(run('person', 'export', who, '--to', file)).rejects.toThrow('An export never replaces a file')
  expect(await portal.lastAudited()).toMatchObject({ action: 'person exported', subject: who })
})

test('erases a member account with its sessions, and its name from the trail', async () => {
  const { name } = await addVisitor(portal, 'acme')
  await run('person', 'export', name, '--to', join(folder, 'member.zip'))
  expect(await run('person', 'erase', name, '--yes', '--certificate', certificate())).toContain(
    'member accounts: 1',
  )
  expect(await findMarked(name)).toEqual(['audit_event'])
  expect((await verify()).faults).toEqual([])
})

test('a document that another case has too stays', async () => {
  const own = sql`select sha256 from document_file where incident_number = ${incident}`
  const share = sql`update document_file set sha256 = (${own}), pages = 2 where incident_number = '24000000017'`
  await portal.asOwner((db) => execute(db, share))
  await run('person', 'erase', who, '--yes', '--certificate', certificate())
  const rows = await portal.asOwner((db) =>
    queryRows(db, z.object({ sha256: z.string() }), sql`select sha256 from document_file`),
  )
  for (const { sha256 } of rows)
    expect(existsSync(join(portal.config.DATA_DIR, documentPath(sha256)))).toBe(true)
})
