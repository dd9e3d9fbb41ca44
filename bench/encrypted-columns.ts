import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { findNewestNotes, findNotes, insertNote } from '#cases/server/note-queries.ts'
import { readConfig } from '#platform/config/settings.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { encryptColumns } from '#platform/db/column-encryption/column-encryption-worker.ts'
import { recordColumnKey } from '#platform/db/column-encryption/column-key-queries.ts'
import { attachColumnKeys, openColumnKeys } from '#platform/db/column-encryption/column-keys.ts'
import { encryptText } from '#platform/db/column-encryption/column-texts.ts'
import { encryptedColumns } from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, execute, inTransaction, sql } from '#platform/db/database.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { migrate } from '#platform/db/migrations.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { percentile } from './timing.ts'

const rounds = 200
const largeRounds = 40
const warmUp = 10
/** The event loop needs this long to notice a stop. */
const settleMs = 3
const nanosecondsPerMillisecond = 1e6
const notesOfCase = 250
const inBackground = 20_000
const author = { id: randomUUID(), name: 'A. Sampleton' }
const cases = { clear: '24000000001', encrypted: '24000000002', many: '24000000003' }
/** Cases with very many notes, which are listed at once. */
const largeCases = { clear: '24000000004', encrypted: '24000000005' }
const notesOfLargeCase = 5_000
const text = 'Called the clinic. They will send the itemized bill again by Friday. '.repeat(8)

/** Prints the cost of notes in clear text and encrypted, alternately, and the speed of the background job. */
export async function compareColumns(folder: string, keysFile: string) {
  const context = await openDatabaseContext(
    readConfig({ DATA_DIR: join(folder, 'portal') }),
    'command',
    () => {},
  )
  const { owner } = context
  const open = (isOn: boolean) => openColumnKeys({ DOCUMENTS_KEYS_FILE: keysFile, ENCRYPT_COLUMNS: isOn })
  const [clear, encrypted] = [open(false), open(true)]
  const useKeys = (isOn: boolean) => attachColumnKeys(owner, isOn ? encrypted : clear)
  try {
    await migrate(owner)
    useKeys(true)
    await recordColumnKey(owner)
    await addCases(context)
    console.log(`\nNotes of ${text.length} characters:\n`)
    console.log(
      '| | clear, p50 ms | encrypted, p50 ms | difference, ms | ratio | encrypted, p95 ms | longest stop, clear, p50 ms | encrypted, p50 ms |\n|---|---|---|---|---|---|---|---|',
    )
    const write = (incidentNumber: string) =>
      inCases(owner, (db) => insertNote(db, { incidentNumber, client: 'C1', id: randomUUID(), text, author }))
    for (let n = 0; n < notesOfCase; n += 1)
      for (const isOn of [false, true]) {
        useKeys(isOn)
        await write(isOn ? cases.encrypted : cases.clear)
      }
    const read = (incidentNumber: string) =>
      inCases(owner, (db) => findNewestNotes(db, incidentNumber, notesOfCase))
    const comparison = { useKeys, numbers: cases, rounds }
    await compare(`${notesOfCase} notes read`, comparison, read)
    await compare('one note written', comparison, write)
    await compareLargeCases(owner, useKeys)
    useKeys(false)
    await addNotes(owner, cases.many, Array(inBackground).fill(text))
    useKeys(true)
    const began = performance.now()
    const { changed } = await encryptColumns(owner)
    const seconds = (performance.now() - began) / 1000
    console.log(`\nThe background job encrypted ${changed} notes in ${seconds.toFixed(1)} s.`)
  } finally {
    await context.close()
  }
}

const inCases = <T>(owner: Database, work: (db: Database) => Promise<T>) =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    return work(db)
  })

async function addCases(databaseContext: DatabaseContext) {
  await addClient({ databaseContext }, 'c', ['C1'])
  await inCases(databaseContext.owner, async (db) => {
    for (const statement of [
      sql`insert into patient (client_code, patient_code, last_name, first_name, date_of_birth) values ('C1', 'P', 'A', 'B', '1980-01-01')`,
      sql`insert into incident (incident_number, client_code, patient_code, date_of_incident, description, enter_date)
          select name, 'C1', 'P', '2026-01-01', 'D', '2026-01-02' from unnest(${[...Object.values(cases), ...Object.values(largeCases)]}::text[]) as name`,
      sql`insert into staff_user (id, issuer, subject, created_at) values (${author.id}, 'i', 's', now())`,
    ])
      await execute(db, statement)
  })
}

/** Lists all notes of a case, and the newest, as when the case is opened. */
async function compareLargeCases(owner: Database, useKeys: (isOn: boolean) => void) {
  for (const kind of ['clear', 'encrypted'] as const) {
    useKeys(kind === 'encrypted')
    const texts = Array.from({ length: notesOfLargeCase }, (_, n) =>
      encryptText(owner, encryptedColumns.noteText, [largeCases[kind], String(n + 1)], text),
    )
    await addNotes(owner, largeCases[kind], texts)
  }
  await execute(owner, sql`analyze note`)
  const comparison = { useKeys, numbers: largeCases, rounds: largeRounds }
  const count = notesOfLargeCase.toLocaleString('en-US')
  await compare(`the newest ${notesOfCase} of ${count} notes read`, comparison, (incidentNumber) =>
    inCases(owner, (db) => findNewestNotes(db, incidentNumber, notesOfCase)),
  )
  await compare(`all ${count} notes listed`, comparison, (incidentNumber) =>
    inCases(owner, (db) => findNotes(db, { incidentNumber, patientCode: '', client: 'C1' })),
  )
}

/** Adds notes with the IDs 1, 2 and so on. */
const addNotes = (owner: Database, incidentNumber: string, texts: readonly string[]) =>
  inCases(owner, (db) =>
    execute(
      db,
      sql`
      insert into note (incident_number, id, client_code, written_at, kind, author, note_text)
      select ${incidentNumber}, n::text, 'C1', now() - n * interval '1 minute', 'Call', 'A', note_text
        from unnest(${texts}::text[]) with ordinality as t (note_text, n)`,
    ),
  )

type Comparison = {
  useKeys: (isOn: boolean) => void
  /** The incident numbers of the two cases. */
  numbers: { clear: string; encrypted: string }
  rounds: number
}

/**
 * The two kinds alternate, so that a change in the machine's speed affects both. A stop is the time for which the event
 * loop serves nothing else.
 */
async function compare(
  name: string,
  { useKeys, numbers, rounds }: Comparison,
  work: (incidentNumber: string) => Promise<unknown>,
) {
  const times = { clear: [] as number[], encrypted: [] as number[] }
  const stops = { clear: [] as number[], encrypted: [] as number[] }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let round = -warmUp; round < rounds; round += 1)
    for (const kind of ['clear', 'encrypted'] as const) {
      useKeys(kind === 'encrypted')
      await pause(settleMs)
      delay.reset()
      const began = performance.now()
      await work(numbers[kind])
      if (round >= 0) times[kind].push(performance.now() - began)
      await pause(settleMs)
      if (round >= 0) stops[kind].push(delay.max / nanosecondsPerMillisecond)
    }
  delay.disable()
  const [before, after] = [percentile(0.5, times.clear), percentile(0.5, times.encrypted)]
  const longest = [percentile(0.5, stops.clear), percentile(0.5, stops.encrypted)]
  const figures = [
    before,
    after,
    after - before,
    after / before,
    percentile(0.95, times.encrypted),
    ...longest,
  ]
  const cells = figures.map((figure) => figure.toFixed(2))
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
