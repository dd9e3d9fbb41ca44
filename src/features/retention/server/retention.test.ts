import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { RetentionKind } from '#clients/server/retention-schema.ts'
import { now, setClock } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { sealAuditEntries, verifyAuditChain } from '#platform/db/audit-chain-queries.ts'
import { findUnrecordedRedactions } from '#platform/db/audit-redaction-queries.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { addVisitor } from '#test-support/member-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addRetentionCommands } from './retention-commands.ts'
import { runDaily, runScheduled } from './retention-worker.ts'
import { runRetention } from './run-retention.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let owner: Database
let userId: string
let restoreClock: () => void
beforeAll(async () => {
  restoreClock = setClock(() => new Date('2026-11-28T12:00:00Z'))
  portal = await openCasePortal()
  owner = portal.databaseContext.owner
  userId = (await portal.staffOf('acme')).userId
  await addOldRows()
})
afterAll(async () => {
  restoreClock()
  await portal.close()
})

/** A row of each kind that the cases of the fixture do not have, from March; the cases are from March and April. */
async function addOldRows() {
  const bills = ['OLD-1', 'OLD-2'].map((itn) => ({ itn, client: 'ACME1', incidentNumber: '24000000018' }))
  await addPendingBills(owner, bills)
  await portal.asOwner(async (db) => {
    await execute(db, sql`select set_config('portal.client_codes', 'ACME1', true)`)
    const march = sql`'2026-03-10T12:00:00Z'::timestamptz`
    const staff = sql`${userId}::uuid`
    for (const statement of [
      sql`update authorization_request set is_pending = false where itn = 'OLD-1'`,
      sql`insert into authorization_decision (itn, round, client_code, action, currency, total_charge, comment, decided_by, decided_by_name, decided_at)
          values ('OLD-1', 1, 'ACME1', 'O', 'USD', 1250.50, 'Please call', ${staff}, 'Ann', ${march})`,
      sql`insert into authorization_comment (itn, id, client_code, written_at, author, written_by, comment_text)
          values ('OLD-1', gen_random_uuid(), 'ACME1', ${march}, 'Ann', ${staff}, 'Called')`,
      sql`insert into vob (number, client_code, issued_at, issued_by, network_code, provider_hash, provider_name, policy_number, patient_name, date_of_service, fields, pdf, pdf_sha256)
          values ('VOB-2026-000001', 'ACME1', ${march}, ${staff}, 'x', 'x', 'Mercy', 'POL-1', 'Ada Sampleton', '2026-03-04', '{}', 'x', sha256('x'))`,
      sql`insert into feedback (definition_key, item_id, provider_name, name, email, message, visitor, made_at)
          values ('x', 'x', 'x', 'Ann', 'ann@example.com', 'x', 'x', ${march})`,
    ])
      await execute(db, statement)
  })
  const { name } = await addVisitor(portal, 'acme')
  await execute(owner, sql`update member_account set disabled_at = '2026-03-10' where name = ${name}`)
  const back = setClock(() => new Date('2026-03-10T12:00:00Z'))
  const typed = { actor: userId, action: 'patients searched', subject: 'ACME1' }
  await audit(owner, { ...typed, detail: { searchTerm: 'sample', rows: 1 }, shown: ['24000000017'] })
  await audit(owner, { ...typed, subject: 'all clients', detail: { searchTerm: 'nobody', rows: 0 } })
  back()
  await audit(owner, { ...typed, detail: { searchTerm: 'recent', rows: 0 } })
  await sealAuditEntries(owner)
}

const setPeriods = (periods: Partial<Record<RetentionKind, string>>) =>
  execute(owner, sql`update client set retention = ${toSqlJson(periods)}::jsonb where id = 'acme'`)
const run = (...words: string[]) =>
  runCommand(portal, (program, open) => addRetentionCommands(program, open, () => portal.config), words)
const deps = () => ({
  owner,
  storage: portal.fixture.documentService.storage,
  config: { ...portal.config, FEEDBACK_RETENTION: undefined },
})

const countRow = z.object({ rows: z.number() })
const count = async (table: string) =>
  (
    await portal.asOwner((db) =>
      queryRow(db, countRow, sql`select count(*)::int as rows from ${sql.table(table)}`),
    )
  )?.rows

test('the serving role cannot erase what is append-only, even if it sets the variable of erasures', async () => {
  const attempt = (statement: ReturnType<typeof sql>) =>
    inTransaction(portal.db, async (db) => {
      await execute(
        db,
        sql`select set_config('portal.erasing', 'yes', true), set_config('portal.client_codes', 'ACME1', true)`,
      )
      await execute(db, statement)
    })
  await expect(attempt(sql`delete from authorization_decision where itn = 'OLD-1'`)).rejects.toThrow(
    'append-only',
  )
  for (const table of ['audit_event', 'audit_redaction', 'erasure', 'legal_hold', 'vob', 'note'])
    await expect(attempt(sql`delete from ${sql.table(table)}`), table).rejects.toThrow('permission denied')
  await expect(inTransaction(owner, (db) => execute(db, sql`delete from audit_event`))).rejects.toThrow(
    'append-only',
  )
})

test.each([
  [['--reason', 'Lawsuit'], 'exactly one of --client, --patient and --case'],
  [['--client', 'acme', '--case', '24000000017', '--reason', 'Lawsuit'], 'exactly one'],
  [['--client', 'nobody', '--reason', 'Lawsuit'], 'no such client, patient or case: nobody'],
  [['--patient', 'ACME1 P99', '--reason', 'Lawsuit'], 'no such client, patient or case: ACME1 P99'],
  [['--client', 'acme', '--reason', 'x'], 'Pass a --reason'],
])('refuses the hold %s', async (words, reason) => {
  await expect(run('hold', 'add', ...words)).rejects.toThrow(reason)
  expect(await run('hold', 'list')).toBe('There are no holds.\n')
})

test('nothing is erased without a period', async () => {
  expect(await runRetention(deps())).toEqual({})
  expect(await runDaily(deps())).toBe(false)
  expect(await run('retention', 'show')).toContain('No client has a retention period')
})

test('says what is due and what is on hold, and the dry run changes nothing', async () => {
  await setPeriods({ notes: '6 months', vobs: '6 months', cases: '100 years' })
  await run('hold', 'add', '--patient', 'ACME1 P1', '--reason', 'Lawsuit 4711')
  for (const words of [['show'], ['run', '--dry-run']]) {
    const said = await run('retention', ...words)
    expect(said).toContain('Notes and comments: 6 months; 0 due, 3 more on hold')
    expect(said).toContain('Verifications of benefits: 6 months; 0 due, 1 more on hold')
    expect(said).toContain('Cases with everything in them: 100 years; 0 due\n')
    expect(said).toContain('Kept: Bills, ')
  }
  const exact = setClock(() => new Date())
  expect(await run('retention', 'run')).toBe('Nothing was past its period.\n')
  exact()
  expect(await count('note')).toBe(2)
  await run('hold', 'remove', (await run('hold', 'list')).split(' ')[0] ?? '')
  expect(await portal.lastAudited()).toMatchObject({ action: 'hold removed', subject: 'ACME1 P1' })
  expect(await run('retention', 'show')).toContain('Notes and comments: 6 months; 3 due\n')
})

test.each<[RetentionKind, Record<string, number>]>([
  ['notes', { note: 2, authorization_comment: 1 }],
  ['medicalRecords', { medical_record: 2 }],
  ['caseDocuments', { case_document: 1 }],
  ['bills', { bill: 2, document_file: 1 }],
  ['vobs', { vob: 1 }],
  ['authorizations', { authorization_decision: 1, authorization_request: 1 }],
  ['searches', { audit_event: 2 }],
  ['members', { member_account: 1, audit_event: 1 }],
])('erases %s past their period, and nothing within it', async (kind, expected) => {
  await setPeriods({ [kind]: '9 months' })
  expect(await runRetention(deps())).toEqual({})
  await setPeriods({ [kind]: '6 months' })
  expect(await runRetention(deps())).toEqual({ [`acme, ${kind}`]: expected })
  expect(await runRetention(deps())).toEqual({})
})

test('typed text is gone from old entries of the trail, which still verifies', async () => {
  const terms = sql`select detail->>'searchTerm' as term, shown from audit_event where detail ? 'searchTerm' order by id`
  const row = z.object({ term: z.string(), shown: z.array(z.string()).nullable() })
  expect(await queryRows(owner, row, terms)).toEqual([
    { term: '(erased)', shown: ['24000000017'] },
    { term: '(erased)', shown: null },
    { term: 'recent', shown: null },
  ])
  await sealAuditEntries(owner)
  expect((await verifyAuditChain(owner)).faults).toEqual([])
  expect(await findUnrecordedRedactions(owner)).toEqual([])
})

test('erases a case after its last activity, but not while a bill waits, and its patient with the last case', async () => {
  await setPeriods({ cases: '6 months' })
  expect(await runRetention(deps())).toEqual({ 'acme, cases': { incident: 1 } })
  await portal.asOwner((db) =>
    execute(db, sql`update authorization_request set is_pending = false where itn = 'OLD-2'`),
  )
  expect(await runRetention(deps())).toEqual({
    'acme, cases': { authorization_request: 1, incident: 1, policy: 1, patient: 1, patient_name: 2 },
  })
  const left = sql`select last_name as name from patient`
  expect(await portal.asOwner((db) => queryRows(db, z.object({ name: z.string() }), left))).toEqual([
    { name: 'Mockbury' },
  ])
})

test('feedback has a period of its own', async () => {
  const config = { FEEDBACK_RETENTION: '9 months' }
  expect(await runRetention({ ...deps(), config })).toEqual({})
  expect(await runRetention({ ...deps(), config: { FEEDBACK_RETENTION: '6 months' } })).toEqual({
    feedback: { feedback: 1 },
  })
  expect(await portal.lastAudited()).toMatchObject({
    action: 'data past its period erased',
    subject: 'all clients',
    detail: { kind: 'feedback', period: '6 months', rows: 1 },
  })
})

test('runs once a day, and continues a run that was interrupted', async () => {
  const runs = () =>
    queryRows(
      owner,
      z.object({ finished: z.boolean() }),
      sql`select finished_at is not null as finished from retention_run order by id`,
    )
  await execute(owner, sql`insert into retention_run (started_at) values (${now()})`)
  expect(await runDaily(deps())).toBe(true)
  expect(await runs()).toEqual([{ finished: true }])
  expect(await runDaily(deps())).toBe(false)
  const back = setClock(() => new Date('2026-11-29T12:30:00Z'))
  expect(await runDaily(deps())).toBe(true)
  back()
  expect(await runs()).toEqual([{ finished: true }, { finished: true }])
})

test.each([-11, 11])(
  'a portal whose clock is %i minutes off erases nothing, on schedule or by command',
  async (minutes) => {
    await execute(owner, sql`delete from retention_run`)
    const runs = () => queryRows(owner, z.object({}), sql`select from retention_run`)
    const back = setClock(() => new Date(Date.now() + minutes * 60_000))
    await expect(runScheduled(deps())).rejects.toMatchObject({ name: 'ClocksDifferError' })
    await expect(run('retention', 'run')).rejects.toThrow(/differ by 6\d\d seconds.* Nothing was erased/)
    back()
    expect(await runs()).toEqual([])
    const exact = setClock(() => new Date())
    expect(await runScheduled(deps())).toBe(true)
    exact()
    expect(await runs()).toHaveLength(1)
  },
)

test('one process erases at a time', async () => {
  await inTransaction(owner, async (db) => {
    await execute(db, sql`select pg_advisory_xact_lock(hashtext('retention'))`)
    expect(await runRetention(deps())).toBeUndefined()
    const exact = setClock(() => new Date())
    await expect(run('retention', 'run')).rejects.toThrow('Another process is erasing')
    exact()
  })
  expect(await runRetention(deps())).toEqual({})
})
