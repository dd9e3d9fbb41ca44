import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '#test-support/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { addAuditChainCommands } from '../cli/audit-chain-commands.ts'
import { audit } from './audit.ts'
import { sealAuditEntries, verifyAuditChain } from './audit-chain-queries.ts'
import { redactPeople } from './audit-redaction-queries.ts'
import { allowErasure } from './bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, type Sql, sql } from './database.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Database
let folder: string
let clock: ReturnType<typeof freezeClock>
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  owner = database.databaseContext.owner
  folder = await mkdtemp(join(tmpdir(), 'portal-audit-chain-'))
  clock = freezeClock()
  for (const subject of ['one', 'two', 'three', 'four']) await append(subject)
  await sealAuditEntries(owner)
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const append = (subject: string, db: Database = database.databaseContext.app) =>
  audit(db, { actor: 'ada', action: 'read', subject, shown: [`${subject} shown`], detail: { rows: 1 } })

/** Changes the trail as an owner can who switches the triggers off. */
async function tamper(...statements: Sql[]) {
  for (const table of ['audit_event', 'audit_seal']) await setTriggers(table, sql`disable`)
  for (const statement of statements) await execute(owner, statement)
  for (const table of ['audit_event', 'audit_seal']) await setTriggers(table, sql`enable`)
}

const setTriggers = (table: string, state: Sql) =>
  execute(owner, sql`alter table ${sql.table(table)} ${state} trigger user`)

async function idOf(subject: string) {
  const row = await queryRow(
    owner,
    z.object({ id: z.number() }),
    sql`select id from audit_event where subject = ${subject}`,
  )
  return row?.id ?? Number.NaN
}

const addCommands: AddCommand = (program, open) =>
  addAuditChainCommands(program.command('audit'), open, () => ({
    PORTAL_TIME_ZONE: 'America/New_York',
    DATA_DIR: folder,
    AUDIT_KEY_FILE: undefined,
    AUDIT_STREAM_URL: undefined,
  }))
const run = (...words: string[]) => runCommand(database, addCommands, ['audit', ...words])
const faults = async () => (await verifyAuditChain(owner)).faults

test('seals each entry once, in order, and the rest in the next round', async () => {
  expect(await sealAuditEntries(owner)).toBe(0)
  await append('five')
  expect(await verifyAuditChain(owner)).toMatchObject({ waiting: 1, faults: [] })
  expect(await sealAuditEntries(owner)).toBe(1)
  const { seals, waiting, faults: found } = await verifyAuditChain(owner)
  expect([waiting, found]).toEqual([0, []])
  const positions = sql`select position from audit_seal order by position`
  expect(await queryRows(owner, z.object({ position: z.number() }), positions)).toEqual(
    Array.from({ length: seals }, (_, at) => ({ position: at + 1 })),
  )
})

test('seals an entry that a slow transaction commits after later entries were sealed', async () => {
  await inTransaction(database.databaseContext.app, async (slow) => {
    await append('slow', slow)
    await append('quick')
    expect(await sealAuditEntries(owner)).toBe(1)
  })
  expect(await sealAuditEntries(owner)).toBe(1)
  clock.forward({ minutes: 7 * 60 })
  expect(await faults()).toEqual([])
})

test('an entry whose text was erased verifies, unless it changes again or the erasure is not in the trail', async () => {
  const erase = (batch: string) =>
    inTransaction(owner, async (db) => {
      await allowErasure(db)
      const pseudonyms = new Map(['two', 'two shown'].map((key) => [key, 'somebody']))
      return redactPeople(db, { batch, pseudonyms, words: [], numbers: [] })
    })
  expect(await erase('first')).toBe(1)
  expect(await verifyAuditChain(owner)).toMatchObject({ redacted: 1, faults: [] })
  expect(await run('verify')).toContain('Personal data was erased from 1 of them')
  expect(await idOf('two')).toBeNaN()
  const eventId = await idOf('somebody')
  await tamper(sql`update audit_event set detail = '{"rows": 2}' where id = ${eventId}`)
  expect(await faults()).toEqual([{ kind: 'changed', position: expect.any(Number), eventId }])
  await execute(
    owner,
    sql`insert into audit_redaction (event_id, batch, content_hash) values (${eventId}, 'second', sha256('x'))`,
  )
  await expect(run('verify')).rejects.toThrow(
    'erased from entries under second, but the trail has no matching entry',
  )
})

test('two processes that seal at the same time seal each entry once', async () => {
  for (const subject of ['five', 'six']) await append(subject)
  const sealed = await Promise.all([sealAuditEntries(owner), sealAuditEntries(owner)])
  expect(sealed.reduce((sum, each) => sum + each)).toBe(2)
  expect(await faults()).toEqual([])
})

test.each<[string, Sql]>([
  ['actor', sql`actor = 'bob'`],
  ['time', sql`at = at - interval '1 microsecond'`],
  ['detail', sql`detail = '{"rows": 2}'`],
  ['shown rows', sql`shown = null`],
  ['address', sql`address = '203.0.113.7'`],
])('finds an entry whose %s was changed, and no other', async (_what, change) => {
  await tamper(sql`update audit_event set ${change} where subject = 'two'`)
  expect(await faults()).toMatchObject([{ kind: 'changed', eventId: await idOf('two') }])
})

test('finds a removed entry', async () => {
  const eventId = await idOf('two')
  await tamper(sql`delete from audit_event where id = ${eventId}`)
  expect(await faults()).toMatchObject([{ kind: 'removed', eventId }])
})

test('finds an entry that was removed with its seal', async () => {
  const eventId = await idOf('two')
  await tamper(
    sql`delete from audit_event where id = ${eventId}`,
    sql`delete from audit_seal where event_id = ${eventId}`,
  )
  expect(await faults()).toMatchObject([{ kind: 'seals missing' }])
})

test('finds reordered entries', async () => {
  const [two, three] = [await idOf('two'), await idOf('three')]
  await tamper(
    sql`update audit_seal set event_id = -1 where event_id = ${two}`,
    sql`update audit_seal set event_id = ${two} where event_id = ${three}`,
    sql`update audit_seal set event_id = ${three} where event_id = -1`,
  )
  expect((await faults()).map(({ kind }) => kind)).toEqual(['changed', 'changed'])
})

test('finds an entry that was inserted between sealed ones', async () => {
  clock.forward({ minutes: 7 * 60 })
  await append('later')
  await sealAuditEntries(owner)
  await insertEntry(-5)
  await sealAuditEntries(owner)
  expect(await faults()).toEqual([{ kind: 'inserted', eventId: -5 }])
})

test('seals an entry that was committed while the portal stopped, however long it stays stopped', async () => {
  const next = sql`select nextval(pg_get_serial_sequence('audit_event', 'id'))::int as id`
  const slow = await queryRow(owner, z.object({ id: z.number() }), next)
  await append('later')
  await sealAuditEntries(owner)
  await insertEntry(slow?.id ?? 0)
  clock.forward({ minutes: 7 * 60 })
  expect(await faults()).toEqual([])
  expect(await sealAuditEntries(owner)).toBe(1)
})

const insertEntry = (id: number) =>
  execute(
    owner,
    sql`insert into audit_event (id, at, actor, action, subject) overriding system value
        values (${id}, now(), 'ada', 'read', 'inserted')`,
  )

test('the serving role can neither read nor change the seals', async () => {
  for (const statement of [sql`select from audit_seal`, sql`delete from audit_seal`])
    await expect(execute(database.databaseContext.app, statement)).rejects.toThrow('permission denied')
  await expect(execute(owner, sql`update audit_seal set position = position + 9`)).rejects.toThrow(
    'append-only',
  )
})

test('audit verify says in words what was altered, and fails', async () => {
  expect(await run('verify')).toContain('No sealed entry was changed')
  const eventId = await idOf('two')
  await tamper(sql`update audit_event set actor = 'bob' where id = ${eventId}`)
  await expect(run('verify')).rejects.toThrow(`Entry ${eventId} was changed or reordered`)
})

test('a checkpoint proves that the trail goes on from it, and is never replaced', async () => {
  const file = join(folder, 'checkpoint.json')
  expect(await run('checkpoint', file)).toMatch(/Key fingerprint: SHA256:[\w-]{43}\./)
  await append('five')
  await sealAuditEntries(owner)
  expect(await run('verify', '--checkpoint', file)).toContain('the trail continues the one of the checkpoint')
  await expect(run('checkpoint', file)).rejects.toThrow('Checkpoints are never replaced')
})

test('a checkpoint finds a trail that was cut off at its end', async () => {
  const file = join(folder, 'checkpoint.json')
  await run('checkpoint', file)
  const last = sql`(select max(position) from audit_seal)`
  await tamper(
    sql`delete from audit_event where id = (select event_id from audit_seal where position = ${last})`,
    sql`delete from audit_seal where position = ${last}`,
  )
  expect(await faults()).toEqual([])
  await expect(run('verify', '--checkpoint', file)).rejects.toThrow('entries were removed from its end')
})

test('a checkpoint reveals a chain that was recomputed after a change', async () => {
  const file = join(folder, 'checkpoint.json')
  await run('checkpoint', file)
  await tamper(sql`update audit_event set actor = 'bob' where subject = 'two'`, sql`delete from audit_seal`)
  await sealAuditEntries(owner)
  expect(await faults()).toEqual([])
  await expect(run('verify', '--checkpoint', file)).rejects.toThrow('differs from the checkpoint')
})

test('a checkpoint that was changed or signed with another key is refused', async () => {
  const file = join(folder, 'checkpoint.json')
  const printed = await run('checkpoint', file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/"position": \d+/, '"position": 1'))
  await expect(run('verify', '--checkpoint', file)).rejects.toThrow('its signature does not match')
  writeFileSync(file, text)
  await rm(join(folder, 'audit-key.pem'))
  await expect(run('verify', '--checkpoint', file)).rejects.toThrow(
    'key of the portal is not on this machine',
  )
  const [key = ''] = /SHA256:[\w-]+/.exec(printed) ?? []
  expect(await run('verify', '--checkpoint', file, '--key', key)).toContain('the trail continues')
  await run('checkpoint', join(folder, 'next.json'))
  await expect(run('verify', '--checkpoint', file)).rejects.toThrow('was signed with the key')
})
