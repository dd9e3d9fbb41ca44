import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { dayMs, now, setClock } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { incident, openErasurePortal, who } from '#test-support/erasure-fixture.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { addVisitor } from '#test-support/member-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addRetentionCommands } from '../retention-commands.ts'

const otherIncident = '24000000999'
const sharedPdf = makePdf(['Zzmark 1', 'Zzmark 2'])

let portal: Awaited<ReturnType<typeof openErasurePortal>>
let owner: Database
let folder: string
beforeAll(async () => {
  portal = await openErasurePortal()
  owner = portal.databaseContext.owner
  folder = await mkdtemp(join(tmpdir(), 'portal-client-erasure-'))
  await addOther()
})
beforeEach(async () => {
  if ((await portal.findMarked()).includes('patient')) return
  await execute(owner, sql`update client set enabled = true where id = 'acme'`)
  await portal.addPerson()
  await execute(owner, sql`update staff_user set email = 'ann@acme.example' where last_client_id = 'acme'`)
  await execute(owner, sql`update client set enabled = false where id = 'acme'`)
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const run = (...words: string[]) =>
  runCommand(portal, (program, open) => addRetentionCommands(program, open, () => portal.config), words)
const certificate = () => join(folder, 'done.pdf')
const erase = () =>
  run('client-data', 'erase', 'acme', '--with-undecided', '--yes', '--certificate', certificate())

/** A patient of another client, with a file that is the same as that of the client’s case. */
async function addOther() {
  const { rejects } = await portal.fixture.import({
    'patients.csv':
      'patientCode,client,lastName,firstName,dateOfBirth\nP9,OTHER1,Otherperson,Ola,1971-02-03\n',
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate\n${otherIncident},P9,,2026-03-01,Otherperson fell,2026-03-02\n`,
    'records.csv': `id,incidentNumber,dateAdded,pageStart,pageEnd\nR9,${otherIncident},2026-03-10,1,1\n`,
    [`files/${otherIncident}.pdf`]: await sharedPdf,
  })
  expect(rejects).toEqual([])
  await addVisitor(portal, 'other')
  const typed = { actor: 'tester', action: 'patients searched', detail: { searchTerm: 'Otherperson' } }
  await audit(owner, { ...typed, subject: 'OTHER1', clientCode: 'OTHER1' })
}

/** Every row of the tables that have data of clients, for one client code. */
const listRows = (code: string) =>
  portal.asOwner(async (db) => {
    const tables = sql`
      select table_name as name from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and column_name = 'client_code' and table_type = 'BASE TABLE'
         and table_name not in ('client_code', 'audit_event', 'staff_grant', 'scim_right') order by 1`
    const names = await queryRows(db, z.object({ name: z.string() }), tables)
    const row = z.object({ row: z.string() })
    const queries = names.map(
      ({ name }) => sql`select t::text as row from ${sql.table(name)} t where t.client_code = ${code}`,
    )
    return (await queryRows(db, row, sql.join(queries, sql` union all `))).map((each) => each.row).sort()
  })

test('refuses an unknown client and one that is open', async () => {
  await expect(run('client-data', 'erase', 'unknown')).rejects.toThrow('There is no client unknown.')
  for (const words of [[], ['--yes']])
    await expect(run('client-data', 'erase', 'other', ...words)).rejects.toThrow('because it is open')
})

test.each([
  ['client', 'acme'],
  ['patient', who],
  ['case', incident],
])('refuses a client under a hold on the %s until the hold is removed', async (kind, target) => {
  await run('hold', 'add', `--${kind}`, target, '--reason', 'Lawsuit 4711')
  await expect(erase()).rejects.toThrow(`on ${kind} ${target}: Lawsuit 4711`)
  await run('hold', 'remove', (await run('hold', 'list')).split(' ')[0] ?? '')
  expect(await run('client-data', 'erase', 'acme', '--with-undecided')).toContain('Dry run')
})

test('refuses a client with bills that wait for a decision, unless they are to be erased', async () => {
  await expect(run('client-data', 'erase', 'acme', '--yes')).rejects.toThrow('1 bill waits for a decision')
  expect(await portal.findMarked()).toContain('authorization_request')
})

test.each<[string, Sql, Sql, string]>([
  [
    'mail to its staff waits',
    sql`insert into outbox (recipient, subject, body_text, body_html, made_at, due_at)
        values ('Ann@acme.example', 'late', '', '', ${now()}, ${now()})`,
    sql`delete from outbox where subject = 'late'`,
    '1 email from or to its staff waits',
  ],
  [
    'a report is being generated',
    sql`insert into report_run (user_id, client_id, client_codes, report_code, name, first_day, last_day, rows, ordered_at)
        select id, 'acme', '{ACME1}', 'X', 'x', '2026-01-01', '2026-01-02', 1, ${now()} from staff_user limit 1`,
    sql`delete from report_run`,
    '1 report is being generated',
  ],
  [
    'the back office was not notified of a decision',
    sql`insert into decision_notification (id, position, created_at, due_at)
        select id, position, ${now()}, ${now()} from decision_message where itn = 'ZZMARKITN8'`,
    sql`delete from decision_notification`,
    'not notified of 1 decision',
  ],
  [
    'a program has not read a decision',
    sql`insert into service_token (name, may, client_ids, key_hash, made_at)
        values ('feed', 'decisions', '{acme}', 'x', ${now()})`,
    sql`delete from service_token`,
    'not read with the token feed',
  ],
])('refuses a client while %s', async (_case, add, remove, refusal) => {
  await portal.asOwner((db) => execute(db, add))
  await expect(erase()).rejects.toThrow(refusal)
  await portal.asOwner((db) => execute(db, remove))
  expect(await portal.findMarked()).toContain('patient')
})

test('a dry run says what would be erased and changes nothing', async () => {
  const [before, rows, seals] = [await portal.findMarked(), await listRows('ACME1'), await portal.verify()]
  const said = await run('client-data', 'erase', 'acme', '--with-undecided')
  for (const line of [
    'Dry run: nothing was changed.',
    'patients: ',
    'verifications of benefits): 1',
    '--yes',
  ])
    expect(said).toContain(line)
  expect(await portal.findMarked()).toEqual(before)
  expect(await listRows('ACME1')).toEqual(rows)
  expect(await portal.verify()).toEqual(seals)
})

test('nothing of an erased client is left but its settings, keys in the trail and mail that expires', async () => {
  const [others, typed] = [await listRows('OTHER1'), await portal.findMarked('Otherperson')]
  const documents = await portal.listDocuments()
  expect(await erase()).toContain('stored documents (PDF files): 1')
  expect(await portal.findMarked()).toEqual(['audit_event', 'outbox'])
  expect([...(await listRows('ACME1')), ...(await listRows('ACME2'))]).toEqual([])
  expect(await listRows('OTHER1')).toEqual(others)
  expect(await portal.findMarked('Otherperson')).toEqual(typed)
  expect(typed).toContain('audit_event')
  // Its case has the same file as that of the other client.
  expect((await portal.listDocuments()).length).toBe(documents.length - 1)
  const { faults, unrecorded } = await portal.verify()
  expect([faults, unrecorded]).toEqual([[], []])
})

test('what was typed about the client is erased in the trail, and who saw which case stays', async () => {
  const detail = { searchTerm: 'Zzmarkson' }
  await audit(owner, { actor: 'tester', action: 'patients searched', subject: 'ACME1', detail })
  await erase()
  const entry = z.object({ subject: z.string(), term: z.string().nullable() })
  const entries = await queryRows(
    owner,
    entry,
    sql`select subject, detail->>'searchTerm' as term from audit_event where actor = 'tester' or subject = ${incident} order by id`,
  )
  expect(entries).toContainEqual({ subject: incident, term: null })
  expect(entries).toContainEqual({ subject: 'ACME1', term: '(erased)' })
  expect(entries).toContainEqual({ subject: 'OTHER1', term: 'Otherperson' })
})

/** Adds data to the erased client and closes it again. */
async function addAgain() {
  await execute(owner, sql`update client set enabled = true where id = 'acme'`)
  await portal.addPerson()
  await execute(owner, sql`update client set enabled = false where id = 'acme'`)
}
const again = (...files: string[]) =>
  run('person', 'erase-again', ...files.map((file) => join(folder, file)), join(folder, 'done.json'))

test('the certificate says what was erased, and erases the client again after a restore', async () => {
  // Data that is added now is older than the erasure, like that of a restored backup.
  const resetClock = setClock(() => new Date(Date.now() + dayMs))
  await erase().finally(resetClock)
  const pages = (await pdfPages(await readFile(certificate()))).map(({ text }) => text)
  const page = pages.join(' ').replaceAll(/\s+/g, ' ')
  for (const text of ['Certificate of erasure', 'ERASED-', 'acme', 'nothing else that was typed', 'patients'])
    expect(page).toContain(text)
  expect(page).toContain('in which typed text and member accounts were replaced')
  await addAgain()
  await execute(owner, sql`update client set enabled = true where id = 'acme'`)
  await expect(again()).rejects.toThrow('because it is open')
  await execute(owner, sql`update client set enabled = false where id = 'acme'`)
  const queued = 'ab'.repeat(32)
  await execute(owner, sql`insert into erased_document (sha256, erased_at) values (${queued}, ${now()})`)
  await expect(again('missing.json')).rejects.toThrow('missing.json')
  expect(await portal.findMarked()).not.toContain('patient')
  expect(await portal.findMarked(queued)).toEqual([])
  expect(await portal.lastAudited()).toMatchObject({ action: 'client data erased', subject: 'acme' })
})

test('a certificate does not erase what came after it', async () => {
  await erase()
  await addAgain()
  await expect(again()).rejects.toThrow('it has data from after the erasure')
  expect(await portal.findMarked()).toContain('patient')
})

const findId = async (query: Sql) => (await queryRow(owner, z.object({ id: z.string() }), query))?.id ?? ''

test('the usernames and addresses of members are erased in the trail', async () => {
  const { name } = await addVisitor(portal, 'acme')
  const actor = await findId(sql`select id from member_account where name = ${name}`)
  const entry = { actor, subject: actor, address: '203.0.113.77', detail: { client: 'acme' } }
  await audit(owner, { ...entry, action: 'member logged in' })
  const texts = [name, actor, entry.address]
  for (const text of texts) expect(await portal.findMarked(text), text).toContain('audit_event')
  await erase()
  for (const text of texts) expect(await portal.findMarked(text), text).toEqual([])
  expect(await portal.verify()).toMatchObject({ faults: [], unrecorded: [] })
})

test('mail of staff who have left all groups is erased, and their reasons for reading much', async () => {
  const left = sql`'x', 'left', 'Left@acme.example', ${now()}`
  const subject = await findId(
    sql`insert into staff_user (issuer, subject, email, created_at) values (${left}) returning id`,
  )
  const mail = sql`
    insert into outbox (recipient, reply_to, subject, body_text, body_html, made_at, due_at, sent_at)
    values ('clinic@example.com', 'left@acme.example', 'Hello', '', '', ${now()}, ${now()}, ${now()})`
  await execute(owner, mail)
  for (const client of ['other', 'acme']) {
    await audit(owner, { actor: subject, subject, action: 'signed in', detail: { client } })
    const detail = { reason: `audit of ${client}` }
    await audit(owner, { actor: subject, subject, action: 'reading limit confirmed', detail })
  }
  await erase()
  expect(await portal.findMarked('left@acme.example')).toEqual(['staff_user'])
  expect(await portal.findMarked('audit of acme')).toEqual([])
  expect(await portal.findMarked('audit of other')).toEqual(['audit_event'])
})
