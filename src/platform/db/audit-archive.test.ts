import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '#test-support/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { addAuditChainCommands } from '../cli/audit-chain-commands.ts'
import { dayMs, timeAgo } from '../contract/clock.ts'
import { dayInTimeZone } from '../contract/date-format.ts'
import { audit } from './audit.ts'
import { sealAuditEntries, verifyAuditChain } from './audit-chain-queries.ts'
import { findUnrecordedRedactions, redactPeople } from './audit-redaction-queries.ts'
import { allowErasure } from './bypass-tenant-filter.ts'
import { execute, inTransaction, queryRows, type Sql, sql } from './database.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let folder: string
let clock: ReturnType<typeof freezeClock>
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  folder = await mkdtemp(join(tmpdir(), 'portal-audit-archive-'))
  clock = freezeClock()
  for (const subject of ['one', 'two', 'three']) await append(subject)
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function append(subject: string) {
  const { app, owner } = database.databaseContext
  await audit(app, {
    actor: 'ada',
    action: 'read',
    subject,
    shown: [`${subject} shown`],
    detail: { rows: 1 },
  })
  await sealAuditEntries(owner)
}

/** Changes the trail as an owner can who switches the triggers off. */
const tamper = (statement: Sql) =>
  inTransaction(database.databaseContext.owner, async (db) => {
    await execute(db, sql`alter table audit_event disable trigger user`)
    await execute(db, statement)
    await execute(db, sql`alter table audit_event enable trigger user`)
  })

const subjects = async () =>
  (
    await queryRows(
      database.databaseContext.owner,
      z.object({ subject: z.string() }),
      sql`select subject from audit_event where action = 'read' order by id`,
    )
  ).map(({ subject }) => subject)

const addCommands: AddCommand = (program, open) =>
  addAuditChainCommands(program.command('audit'), open, () => ({
    PORTAL_TIME_ZONE: 'America/New_York',
    DATA_DIR: folder,
    AUDIT_KEY_FILE: undefined,
    AUDIT_STREAM_URL: undefined,
  }))
const run = (...words: string[]) => runCommand(database, addCommands, ['audit', ...words])

/** Lets three days pass, and returns the first day that stays. */
function pass() {
  clock.forward({ minutes: 3 * 24 * 60 })
  return dayInTimeZone('America/New_York', timeAgo(dayMs))
}

test('an archive has the entries from before a day, and the chain continues after it', async () => {
  const [archive, checkpoint] = [join(folder, 'audit.ndjson.gz'), join(folder, 'before.json')]
  await run('checkpoint', checkpoint)
  const before = (await verifyAuditChain(database.databaseContext.owner)).seals
  const day = pass()
  await expect(run('archive', archive, '--before', '2999-01-01')).rejects.toThrow(
    'Entries of the last day stay',
  )
  expect(await run('archive', archive, '--before', '2001-01-01')).toContain('no file was written')
  expect(existsSync(archive)).toBe(false)
  expect(await run('archive', archive, '--before', day)).toContain(`Moved ${before} audit entries`)
  expect(await subjects()).toEqual([])
  expect(await run('verify', '--checkpoint', checkpoint)).toContain(
    'the trail continues the one of the checkpoint',
  )
  expect(await run('verify-archive', archive)).toContain(`reordered (${before} entries)`)
  await append('five')
  await expect(run('archive', archive, '--before', day)).resolves.toContain('nothing was moved')
  const next = pass()
  await expect(run('archive', archive, '--before', next)).rejects.toThrow('Archives are never replaced')
  const second = join(folder, 'second.ndjson.gz')
  await run('archive', second, '--before', next)
  expect(await run('verify-archive', archive, second)).toContain(`${second}: no entry was changed`)
  expect(await run('verify-archive', archive, '--checkpoint', checkpoint)).toContain('no entry was changed')
  await expect(run('verify-archive', second, '--checkpoint', checkpoint)).rejects.toThrow(
    'None of these archives has the entry of the checkpoint',
  )
  await expect(run('verify-archive', second, archive)).rejects.toThrow(
    'does not continue the archive before it',
  )
})

test('an archive keeps the redactions of an erasure that was applied again after its entries', async () => {
  const { owner } = database.databaseContext
  const erase = (subject: string) =>
    inTransaction(owner, async (db) => {
      await allowErasure(db)
      const [batch, pseudonyms] = ['ERASED-00000001', new Map([[subject, 'ERASED-00000001']])]
      expect(await redactPeople(db, { batch, pseudonyms, words: [], numbers: [] })).toBe(1)
    })
  await erase('one')
  await sealAuditEntries(owner)
  const day = pass()
  await append('one')
  await erase('one')
  await sealAuditEntries(owner)
  await run('archive', join(folder, 'audit.ndjson.gz'), '--before', day)
  expect((await verifyAuditChain(owner)).faults).toEqual([])
  expect(await findUnrecordedRedactions(owner)).toEqual([])
})

test('finds a changed archive, and an altered entry stays in the database with what is before it', async () => {
  const archive = join(folder, 'audit.ndjson.gz')
  const day = pass()
  await tamper(sql`update audit_event set actor = 'eve' where subject = 'two'`)
  await expect(run('archive', archive, '--before', day)).rejects.toThrow('was changed, removed or reordered')
  expect(await subjects()).toEqual(['one', 'two', 'three'])
  await tamper(sql`update audit_event set actor = 'ada' where subject = 'two'`)
  await rm(archive)
  await run('archive', archive, '--before', day)
  const text = gunzipSync(readFileSync(archive)).toString()
  writeFileSync(archive, gzipSync(text.replace('two shown', 'six shown')))
  await expect(run('verify-archive', archive)).rejects.toThrow('was changed, removed or reordered')
  writeFileSync(archive, gzipSync(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)))
  await expect(run('verify-archive', archive)).rejects.toThrow('the database does not know it')
  writeFileSync(archive, 'no archive')
  await expect(run('verify-archive', archive)).rejects.toThrow('is not an archive')
  await append('five')
  await tamper(sql`update audit_event set actor = 'eve' where subject = 'five'`)
  expect((await verifyAuditChain(database.databaseContext.owner)).faults).toEqual([
    expect.objectContaining({ kind: 'changed' }),
  ])
})
