import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actorOnCommandLine } from '#platform/cli/with-database.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { listCommandSuccesses } from '#platform/jobs/command-success-queries.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addAuditCommands } from './audit-command.ts'

const database = setUpDatabase()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-audit-'))
  for (const at of [
    '2026-06-30T03:59:59Z',
    '2026-06-30T04:00:00Z',
    '2026-07-01T03:59:59Z',
    '2026-07-01T04:00:00Z',
  ])
    await execute(
      database.databaseContext.owner,
      sql`
      insert into audit_event (at, actor, action, subject, detail)
      values (${at}::timestamptz, '=cmd', 'signed in', ${at}, ${JSON.stringify({ client: 'alpine' })})`,
    )
})
afterAll(() => rm(folder, { recursive: true }))

const addCommands: AddCommand = (program, open) =>
  addAuditCommands(program, open, () => ({
    PORTAL_TIME_ZONE: 'America/New_York',
    DATA_DIR: folder,
    AUDIT_KEY_FILE: undefined,
    AUDIT_STREAM_URL: undefined,
  }))
const run = (...words: string[]) => runCommand(database, addCommands, ['audit', 'export', ...words])

test('requires both days as dates, the earlier one first', async () => {
  await expect(run('--from', '2026-06-30')).rejects.toThrow("required option '--to <day>' not specified")
  await expect(run('--from', 'June', '--to', '2026-07-01')).rejects.toThrow('Write dates as YYYY-MM-DD')
  await expect(run('--from', '2026-07-01', '--to', '2026-06-30')).rejects.toThrow(
    '2026-07-01 is after 2026-06-30. Pass the earlier date to --from.',
  )
})

test("a day runs from its first second to its last in the portal's time zone", async () => {
  const lines = (await run('--from', '2026-06-30', '--to', '2026-06-30', '--format', 'ndjson'))
    .trim()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line).at)).toEqual([
    '2026-06-30T04:00:00.000Z',
    '2026-07-01T03:59:59.000Z',
  ])
})

test('escapes formulas for spreadsheets', async () => {
  const file = join(folder, 'audit.csv')
  expect(await run('--from', '2026-06-30', '--to', '2026-06-30', file)).toBe('')
  const [header, first] = readFileSync(file, 'utf8').split('\r\n')
  expect(header).toBe('at,actor,actorName,action,subject,clientCode,address,reference,detail,shown')
  expect(first).toBe(
    `2026-06-30T04:00:00.000Z,'=cmd,,signed in,2026-06-30T04:00:00Z,,,,"{""client"":""alpine""}",`,
  )
})

test('makes the file readable by its owner only, even when it replaces one that others could read', async () => {
  for (const name of ['new.csv', 'old.csv']) {
    const file = join(folder, name)
    if (name === 'old.csv') writeFileSync(file, 'a longer text than before', { mode: 0o644 })
    await run('--from', '2020-01-01', '--to', '2020-01-01', file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^at,.*shown\r\n$/)
  }
})

test('records the export in the audit trail', async () => {
  await run('--from', '2020-01-02', '--to', '2020-01-03', '--format', 'ndjson')
  const written = await queryRow(
    database.databaseContext.owner,
    z.object({ actor: z.string(), subject: z.string(), detail: z.unknown() }),
    sql`select actor, subject, detail from audit_event where action = 'audit exported' order by id desc limit 1`,
  )
  expect(written).toEqual({
    actor: actorOnCommandLine(),
    subject: '2020-01-02 to 2020-01-03',
    detail: { format: 'ndjson', file: null },
  })
})

test('reports a file that cannot be written', async () => {
  const file = join(folder, 'none/audit.csv')
  await expect(run('--from', '2026-06-30', '--to', '2026-06-30', file)).rejects.toThrow(
    'cannot be written (ENOENT)',
  )
})

const writeCheckpoint = (...path: string[]) =>
  runCommand(database, addCommands, ['audit', 'checkpoint', join(folder, ...path)])

test('says whether the key of the audit trail is damaged or cannot be read', async () => {
  const key = join(folder, 'audit-key.pem')
  writeFileSync(key, 'no key')
  await expect(writeCheckpoint('checkpoint.json')).rejects.toThrow('is not a private key in PEM format')
  rmSync(key)
  mkdirSync(key)
  await expect(writeCheckpoint('checkpoint.json')).rejects.toThrow(
    'the key of the audit trail, cannot be read (EISDIR)',
  )
  rmSync(key, { recursive: true })
})

test('records no checkpoint whose file cannot be created', async () => {
  await expect(writeCheckpoint('none', 'checkpoint.json')).rejects.toThrow('cannot be written (ENOENT)')
  const written = sql`select from audit_event where action = 'audit checkpoint written'`
  expect(await queryRow(database.databaseContext.owner, z.object({}), written)).toBeUndefined()
})

test('removes the file of a checkpoint that fails, which then is no success', async () => {
  const { owner } = database.databaseContext
  await execute(owner, sql`alter table audit_seal rename to sealed`)
  await expect(writeCheckpoint('checkpoint.json')).rejects.toThrow('audit_seal')
  await execute(owner, sql`alter table sealed rename to audit_seal`)
  expect(existsSync(join(folder, 'checkpoint.json'))).toBe(false)
  expect(await listCommandSuccesses(owner)).toEqual([])
  await writeCheckpoint('checkpoint.json')
  expect(await listCommandSuccesses(owner)).toMatchObject([{ command: 'audit checkpoint' }])
})
