import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { beginStream, findStreamState, readRecords } from '../audit-stream/stream-queries.ts'
import { sendUnsentEntries } from '../audit-stream/stream-worker.ts'
import { frameSyslogMessage } from '../audit-stream/syslog-transport.ts'
import { openLog } from '../config/log.ts'
import { audit } from '../db/audit.ts'
import { sealAuditEntries } from '../db/audit-chain-queries.ts'
import { redactPeople } from '../db/audit-redaction-queries.ts'
import { allowErasure } from '../db/bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, sql } from '../db/database.ts'
import { addAuditChainCommands } from './audit-chain-commands.ts'
import { addAuditStreamCommands } from './audit-stream-commands.ts'

const log = openLog('silent')

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Database
let folder: string
let clock: ReturnType<typeof freezeClock>
/** The number of the last entry of a new portal. */
let base: number
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  owner = database.databaseContext.owner
  folder = await mkdtemp(join(tmpdir(), 'portal-audit-stream-'))
  clock = freezeClock()
  base = await sealAuditEntries(owner)
  await append('one', 'two', 'three')
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function append(...subjects: string[]) {
  for (const subject of subjects)
    await audit(owner, { actor: 'ada', action: 'read', subject, shown: [`${subject}ñ`] })
  await sealAuditEntries(owner)
}

const addCommands: AddCommand = (program, open) => {
  const command = program.command('audit')
  addAuditChainCommands(command, open, () => ({
    PORTAL_TIME_ZONE: 'America/New_York',
    DATA_DIR: folder,
    AUDIT_KEY_FILE: undefined,
    AUDIT_STREAM_URL: 'syslog+tls://logs.example.com',
  }))
  addAuditStreamCommands(command, open)
}
const run = (...words: string[]) => runCommand(database, addCommands, ['audit', ...words])

/** What a receiver writes of the entries: one per line, without the length that frames it. */
const listLines = async () =>
  (await readRecords(owner, base, 100)).map((record) =>
    frameSyslogMessage(record, 'portal').replace(/^\d+ /, ''),
  )

async function verify(lines: readonly string[]) {
  const file = join(folder, 'audit.log')
  await writeFile(file, lines.map((line) => `${line}\n`).join(''))
  return run('verify-stream', file).catch(({ message }: Error) => message)
}

const tamper = (statement: ReturnType<typeof sql>) =>
  inTransaction(owner, async (db) => {
    for (const table of ['audit_event', 'audit_seal'])
      await execute(db, sql`alter table ${sql.table(table)} disable trigger user`)
    await execute(db, statement)
    for (const table of ['audit_event', 'audit_seal'])
      await execute(db, sql`alter table ${sql.table(table)} enable trigger user`)
  })

test('refuses a number that is invalid, archived or not assigned yet', async () => {
  await expect(run('stream', '--from', '0')).rejects.toThrow('Pass the number of an entry')
  await expect(run('stream', '--from', String(base + 5))).rejects.toThrow(
    `The next entry is number ${base + 4}`,
  )
  clock.forward({ minutes: 3 * 24 * 60 })
  const [day] = new Date(Date.now() + 86_400_000).toISOString().split('T')
  await run('archive', join(folder, 'old.gz'), '--before', day ?? '')
  await expect(run('stream', '--from', '1')).rejects.toThrow('are in archives')
})

test('refuses to archive entries that have not been sent', async () => {
  await beginStream(owner)
  await append('four')
  clock.forward({ minutes: 3 * 24 * 60 })
  const [day] = new Date(Date.now() + 86_400_000).toISOString().split('T')
  const archive = () => run('archive', join(folder, 'old.gz'), '--before', day ?? '')
  await expect(archive()).rejects.toThrow('does not have all of these entries yet')
  await sendUnsentEntries({ owner, send: async () => {}, log })
  expect(await archive()).toContain(`Moved ${base + 4} audit entries`)
})

test('shows how far the receiver got, and resends entries from a number on', async () => {
  expect(await run('stream')).toContain('No entries have been sent yet')
  await beginStream(owner)
  await append('four')
  const refusing = async () => {
    throw Object.assign(new Error(), { code: 'HTTP 503' })
  }
  await sendUnsentEntries({ owner, send: refusing, log })
  const state = await run('stream')
  expect(state).toContain(`up to number ${base + 3}; sealed entries waiting: 1.`)
  expect(state).toContain('Failed attempts since then: 1; last error: HTTP 503.')
  expect(await run('stream', '--from', String(base + 2))).toContain(`from number ${base + 2} on`)
  const sent: number[] = []
  await sendUnsentEntries({
    owner,
    send: async (records) => void sent.push(...records.map(({ position }) => position - base)),
    log,
  })
  expect(sent).toEqual([2, 3, 4])
  await sealAuditEntries(owner)
  expect(await findStreamState(owner)).toMatchObject({ position: base + 4, waiting: 1 })
})

test('verifies what a receiver wrote, with repeated entries and other lines', async () => {
  const [one = '', two = '', three = ''] = await listLines()
  expect(await verify(['Nov 29 another program', one, two, one, two, three])).toBe(
    `Checked 3 entries, ${base + 1} to ${base + 3}; 2 arrived more than once.\nNo entry was changed, is missing or differs from the database.\n`,
  )
  expect(await verify([three, one, two])).toContain('No entry was changed')
})

test('finds entries that were changed or truncated or are missing at the receiver', async () => {
  const [one = '', two = '', three = ''] = await listLines()
  expect(await verify(['nothing'])).toContain('no line has an entry')
  expect(await verify([one, two.replace(/("content":.*)ada/, '$1bob'), three])).toContain(
    `Entry ${base + 2} was changed`,
  )
  expect(await verify([one, two.slice(0, -9), three])).toContain('Line 2 is truncated')
  expect(await verify([one, three])).toContain(`Entry ${base + 2} is missing from the files`)
  await expect(run('verify-stream', join(folder, 'none.log'))).rejects.toThrow('File not found')
})

test('finds a trail that was replaced or truncated since it was sent', async () => {
  const lines = await listLines()
  await tamper(sql`delete from audit_seal where position = ${base + 3}`)
  expect(await verify(lines)).toContain(`Entry ${base + 3} has a different hash in the database, or none`)
  await tamper(sql`delete from audit_seal where position > ${base}`)
  await tamper(sql`update audit_event set actor = 'bob' where subject = 'one'`)
  await sealAuditEntries(owner)
  const replaced = await listLines()
  expect(await verify(lines)).toContain(`Entry ${base + 1} has a different hash in the database`)
  const both = await verify([...lines, ...replaced.slice(1)])
  expect(both).toContain(`Entry ${base + 2} occurs with different hashes`)
  expect(await verify([...lines.slice(0, 1), ...replaced.slice(1)])).toContain(
    `Entry ${base + 2} does not follow the entry before it`,
  )
})

test('entries whose text was erased can be verified, whether sent before or after the erasure', async () => {
  const before = await listLines()
  await inTransaction(owner, async (db) => {
    await allowErasure(db)
    await redactPeople(db, { batch: 'B', pseudonyms: new Map([['two', 'ERASED-1']]), words: [], numbers: [] })
  })
  expect(await verify(before)).toContain('No entry was changed')
  expect(await verify((await listLines()).slice(0, 3))).toContain('No entry was changed')
})
