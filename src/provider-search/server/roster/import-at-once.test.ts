import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { execute, rowsOf, sql } from '#platform/server/database.ts'
import { cloneDatabase } from '#testing/database.ts'
import { openRosterDesk } from '#testing/roster-desk.ts'
import { importRoster } from './import-roster.ts'
import { rosterOf } from './roster-source.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let desk: Awaited<ReturnType<typeof openRosterDesk>>
let networks = 0

beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
  desk = await openRosterDesk(database.workplace)
})
afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function freshNetwork() {
  networks += 1
  const network = `net${networks}`
  await desk.addNetwork(network)
  return network
}
const clinics = (count: number, name = 'Clinic') =>
  `id,name,zipcode\n${Array.from({ length: count }, (_, at) => `${at},${name} ${at},33131`).join('\n')}\n`

const incomingTables = () =>
  rowsOf(
    database.workplace.owner,
    z.object({ name: z.string() }),
    sql`select relname as name from pg_class where relname like 'provider_incoming%' and relkind in ('r', 'p')`,
  )

test('an import whose connection is cut in the middle changes nothing', async () => {
  const network = await freshNetwork()
  await desk.import(clinics(10, 'Old'), { network })
  let read = 0
  const source = rosterOf('cut', function* () {
    for (; read < 200_000; read += 1) yield { id: read, name: `New ${read}`, zipcode: '33131' }
  })
  const cut = importRoster(database.workplace, {
    source,
    network,
    replace: true,
    actor: 'test',
    progress: (rows) => {
      if (rows === 2000) cutConnections()
    },
  })
  await expect(cut).rejects.toThrow('terminat')
  expect((await desk.providers(network)).map(({ name }) => name)).toContain('Old 0')
  expect(await incomingTables()).toEqual([])
})

const cutConnections = () =>
  execute(
    database.workplace.owner,
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'copy "provider_incoming%'`,
  )

test('the next import clears away what a killed one has left', async () => {
  const network = await freshNetwork()
  await execute(database.workplace.owner, sql`create table provider_incoming_0badcafe_0 (like provider)`)
  await desk.import(clinics(1), { network })
  expect(await incomingTables()).toEqual([])
})

test('a reader sees the old directory or the new one, never a part', async () => {
  const network = await freshNetwork()
  await desk.import(clinics(3000, 'Old'), { network })
  const seen = new Set<string>()
  let done = false
  const reading = (async () => {
    while (!done) {
      const rows = await rowsOf(
        database.workplace.app,
        z.object({ seen: z.string() }),
        sql`select count(*) || ' ' || coalesce(min(split_part(name, ' ', 1)), '') || ' ' || coalesce(max(split_part(name, ' ', 1)), '') as seen
              from provider where network_code = ${network}`,
      )
      seen.add(rows[0]?.seen ?? '')
    }
  })()
  await desk.import(clinics(2000, 'New'), { network, replace: true })
  done = true
  await reading
  expect([...seen].filter((each) => !['3000 Old Old', '2000 New New'].includes(each))).toEqual([])
})

test('of two imports into one network at once, the second waits for the first', async () => {
  const network = await freshNetwork()
  await Promise.all([
    desk.import(clinics(400, 'One'), { network }),
    desk.import(clinics(400, 'Two'), { network }),
  ])
  const names = new Set((await desk.providers(network)).map(({ name }) => String(name).split(' ')[0]))
  expect(names.size).toBe(1)
})

test('whatever stands in a cell, nothing breaks, and accepted rows come back the same', async () => {
  const network = await freshNetwork()
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
      const located = rows.map((each) => ({ ...each, country: 'US', latitude: 1, longitude: 1 }))
      const kept = new Set(located.map((_, at) => at))
      const result = await importRoster(database.workplace, {
        source: rosterOf('generated', () => located),
        network,
        replace: true,
        actor: 'test',
        rejects: { add: ({ line }) => void kept.delete(line - 1), close: async () => {} },
      })
      if (result.refusal) return
      const expected = located
        .filter((_, at) => kept.has(at))
        .map(({ id, name, city, vobMessage }) =>
          [id, name, city, vobMessage].map((value) => value.trim() || null),
        )
      const found = (await desk.providers(network)).map(({ id, name, city, vobMessage }) => [
        id,
        name,
        city,
        vobMessage,
      ])
      expect(found.map(String).sort()).toEqual(expected.map(String).sort())
    }),
    { numRuns: 25 },
  )
})
