import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { importDirectory } from '../directory/directory-import.ts'
import { createRoster } from '../provider-search-seed.ts'
import { importRoster } from './import-roster.ts'
import { messages } from './roster-messages.ts'

const { database, fixture } = setUpRosterFixture()

const clinics = (count: number, name = 'Clinic') =>
  `id,name,zipcode\n${Array.from({ length: count }, (_, at) => `${at},${name} ${at},33131`).join('\n')}\n`

const incomingTables = () =>
  queryRows(
    database.databaseContext.owner,
    z.object({ name: z.string() }),
    sql`select relname as name from pg_class where relname like 'provider_incoming%' and relkind = 'r'`,
  )

test.each([
  ['before it has copied anything', 2000],
  ['while it copies', 66_000],
])('an import changes nothing when its connection is cut %s', async (_case, rowsRead) => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(10, 'Old'), { network })
  let read = 0
  const source = createRoster('cut', function* () {
    for (; read < 200_000; read += 1) yield { id: read, name: `New ${read}`, zipcode: '33131' }
  })
  const cut = importRoster(database.databaseContext, {
    source,
    network,
    replace: true,
    actor: 'test',
    progress: (rows) => {
      if (rows === rowsRead) cutConnections()
    },
  })
  // The message depends on which end notices the cut first.
  await expect(cut).rejects.toThrow(/terminat|EPIPE|ECONNRESET|connection error/)
  expect((await fixture.providers(network)).map(({ name }) => name)).toContain('Old 0')
  expect(await incomingTables()).toEqual([])
})

const cutConnections = () =>
  execute(
    database.databaseContext.owner,
    sql`select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query ~ '^(truncate|copy) "provider_incoming'`,
  )

test('the next import cleans up after a killed one', async () => {
  const network = await fixture.addNetwork()
  await execute(
    database.databaseContext.owner,
    sql`create table provider_incoming_0badcafe_0 (like provider)`,
  )
  await fixture.import(clinics(1), { network })
  expect(await incomingTables()).toEqual([])
})

test('readers see either the old directory or the new one', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(3000, 'Old'), { network })
  const seen = new Set<string>()
  let done = false
  const reading = (async () => {
    while (!done) {
      const rows = await queryRows(
        database.databaseContext.app,
        z.object({ seen: z.string() }),
        sql`select count(*) || ' ' || coalesce(min(split_part(name, ' ', 1)), '') || ' ' || coalesce(max(split_part(name, ' ', 1)), '') as seen
              from provider where network_code = ${network}`,
      )
      seen.add(rows[0]?.seen ?? '')
    }
  })()
  await fixture.import(clinics(2000, 'New'), { network, replace: true, removeUpTo: { count: 1000 } })
  done = true
  await reading
  expect([...seen].filter((each) => !['3000 Old Old', '2000 New New'].includes(each))).toEqual([])
})

test('a second import into a network waits for the first', async () => {
  const network = await fixture.addNetwork()
  const reader = await readForLong()
  const first = importUntilStatus(messages.waitingForReaders, (onStatus) =>
    fixture.import(clinics(40, 'One'), { network, onStatus }),
  )
  await first.status
  const second = importUntilStatus('', (onStatus) =>
    fixture.import(clinics(40, 'Two'), { network, onStatus }),
  )
  expect(await second.status).toBe(messages.waiting(network))
  await reader.end()
  expect((await first.done).networks).toEqual([{ network, added: 40, changed: 0, removed: 0, unchanged: 0 }])
  expect((await second.done).networks).toEqual([{ network, added: 0, changed: 40, removed: 0, unchanged: 0 }])
  expect((await fixture.providers(network)).map(({ name }) => name)).toContain('Two 0')
})

test('searches do not wait for an import that waits for a long-running reader', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(3, 'Old'), { network })
  const reader = await readForLong()
  const text = clinics(3, 'New')
  const { status, done } = importUntilStatus(messages.waitingForReaders, (onStatus) =>
    fixture.import(text, { network, onStatus }),
  )
  await status
  expect((await fixture.providers(network)).map(({ name }) => name)).toEqual(['Old 0', 'Old 1', 'Old 2'])
  await reader.end()
  await done
  expect((await fixture.providers(network)).map(({ name }) => name)).toEqual(['New 0', 'New 1', 'New 2'])
})

test('other networks can change while an import reads rows', async () => {
  const [slow, quick] = [await fixture.addNetwork(), await fixture.addNetwork()]
  const changed: unknown[] = []
  const source = createRoster('slow', () => [{ id: 1, name: '', zipcode: '33131' }])
  const add = async () => void changed.push(await fixture.import(clinics(3), { network: quick }))
  await importRoster(database.databaseContext, {
    source,
    network: slow,
    actor: 'test',
    rejects: { add, close: async () => {} },
  })
  expect(changed).toMatchObject([{ outcome: 'done' }])
})

test('adding a network waits for an import that is about to swap tables', async () => {
  const network = await fixture.addNetwork()
  const reader = await readForLong()
  const importing = importUntilStatus(messages.waitingForReaders, (onStatus) =>
    fixture.import(clinics(3), { network, onStatus }),
  )
  await importing.status
  let added = false
  const adding = importDirectory(
    database.databaseContext.owner,
    'networks: [{ code: inland, label: Inland, family: domestic }]',
    { file: 'inland.yaml', actor: 'test' },
  ).then(() => (added = true))
  while (!added && (await listWaitingLocks()).length === 0);
  expect(added).toBe(false)
  await reader.end()
  await Promise.all([importing.done, adding])
  expect(await fixture.import(clinics(3), { network: 'inland' })).toMatchObject({ outcome: 'done' })
})

/** A transaction that reads the directory until `end` and so blocks table swaps. */
async function readForLong() {
  const client = await database.databaseContext.connect()
  await client.query('begin; select from provider limit 1')
  return client
}

/** Starts an import. `status` resolves to the import's first status line that starts with `line`. */
function importUntilStatus<T>(line: string, start: (onStatus: (line: string) => void) => Promise<T>) {
  const { promise: status, resolve } = Promise.withResolvers<string>()
  const done = start((each) => {
    if (each.startsWith(line)) resolve(each)
  })
  return { status, done }
}

const listWaitingLocks = () =>
  queryRows(
    database.databaseContext.app,
    z.object({}),
    sql`select from pg_locks
         where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
  )

test('arbitrary cells never break an import, and accepted rows round-trip', async () => {
  const network = await fixture.addNetwork()
  const character = fc.oneof(
    fc.constantFrom('\\', '\t', '\n', '\r', '"', "'", ',', '\0', '\uFFFD', '\u2028', '{', '٣', '㎯', '🏥'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const text = fc.string({ unit: character, maxLength: 40 })
  const row = fc.record({
    id: text,
    name: text,
    tin: text,
    addressOne: text,
    city: text,
    phone: text,
    specialty: text,
    vobMessage: text,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
      const located = rows.map((each) => ({ ...each, zipcode: '33131' }))
      const accepted = new Set(located.map((_, at) => at))
      const result = await importRoster(database.databaseContext, {
        source: createRoster('generated', () => located),
        network,
        replace: true,
        removeUpTo: { share: 1 },
        actor: 'test',
        rejects: { add: ({ line }) => void accepted.delete(line - 1), close: async () => {} },
      })
      if (result.refusal) return
      const expected = located
        .filter((_, at) => accepted.has(at))
        .map(({ id, name, tin, city, vobMessage }) =>
          [id, name, tin, city, vobMessage].map((value) => value.trim() || null),
        )
      const found = (await fixture.providers(network)).map(({ id, name, tin, city, vobMessage }) => [
        id,
        name,
        tin,
        city,
        vobMessage,
      ])
      expect(found.map(String).sort()).toEqual(expected.map(String).sort())
    }),
    { numRuns: 25 },
  )
})
