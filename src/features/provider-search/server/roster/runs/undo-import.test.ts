import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { messages } from '../roster-messages.ts'
import { hideProvider, removeProvider } from './manual-changes.ts'
import { undoImport } from './undo-import.ts'

const { database, fixture } = setUpRosterFixture()

const clinics = (count: number, name = 'Clinic', prefix = '') =>
  `id,name,zipcode,tin\n${Array.from({ length: count }, (_, at) => `${prefix}${at},${name} ${at},33131,${at}`).join('\n')}\n`
const all = { removeUpTo: { share: 1 } }
const undo = (run: string | undefined, onStatus?: (line: string) => void) =>
  undoImport(database.databaseContext, run ?? '', { actor: 'test', ...(onStatus && { onStatus }) })

/** The current state of everything that an import writes. */
async function stateOf(network: string) {
  const row = z.object({ row: z.string() })
  const tables = [
    sql`select to_jsonb(provider)::text as row from provider where network_code = ${network}`,
    sql`select to_jsonb(network_city)::text as row from network_city where network_code = ${network}`,
    sql`select to_jsonb(network_provider_type)::text as row from network_provider_type where network_code = ${network}`,
    sql`select word as row from name_word`,
  ]
  const found = []
  for (const query of tables)
    found.push((await queryRows(database.databaseContext.owner, row, query)).map((each) => each.row).sort())
  return found
}

// Relatively few changes are applied as a diff, many in a new table; undo must handle both.
test.each([
  ['few', 60],
  ['many', 4],
])(
  'undo restores exactly what an import changed, removed and added (relatively %s changes)',
  async (_word, others) => {
    const network = await fixture.addNetwork()
    await fixture.import(clinics(others), { network })
    await fixture.import(clinics(3, 'Other', 'o'), { network, sourceName: 'other' })
    const before = await stateOf(network)
    const text = `${clinics(others - 1).replace('Clinic 0', 'Renamed Zanzibar')}new,Newcomer Quokka,99501,\n`
    const { runId } = await fixture.import(text, { network, replace: true, ...all })
    expect(await stateOf(network)).not.toEqual(before)
    expect(await undo(runId)).toMatchObject([{ network, added: 1, changed: 1, removed: 1 }])
    expect(await stateOf(network)).toEqual(before)
  },
)

test('undoing a source’s first import removes its providers and gives back those it took over', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(5), { network })
  const before = await stateOf(network)
  const { runId } = await fixture.import(clinics(8), { network, sourceName: 'second', takeOver: true })
  await undo(runId)
  expect(await stateOf(network)).toEqual(before)
})

test('the latest imports of a source can be undone one by one', async () => {
  const network = await fixture.addNetwork()
  const states = []
  const ids = []
  for (const name of ['One', 'Two', 'Three']) {
    states.push(await stateOf(network))
    ids.push((await fixture.import(clinics(4, name), { network })).runId)
  }
  for (const [at, id] of [...ids.entries()].reverse()) {
    await undo(id)
    expect(await stateOf(network)).toEqual(states[at])
  }
})

test('undo explains why an import cannot be undone', async () => {
  const network = await fixture.addNetwork()
  await expect(undo('999999')).rejects.toThrow('There is no import 999999.')
  const ids = []
  for (const name of ['One', 'Two', 'Three', 'Four'])
    ids.push((await fixture.import(clinics(2, name), { network })).runId ?? '')
  const [first = '', second = '', third = '', last = ''] = ids
  await expect(undo(first)).rejects.toThrow(`import ${last} changed providers of the same source after it`)
  const same = await fixture.import(clinics(2, 'Four'), { network })
  await expect(undo(same.runId)).rejects.toThrow('changed nothing')
  const [before] = await queryRows(
    database.databaseContext.owner,
    z.object({ id: z.string() }),
    sql`insert into import_run (kind, source, started_at, finished_at, rows_added, outcome)
        values ('providers', 'old.csv', now(), now(), 5, 'done') returning id::text`,
  )
  await expect(undo(before?.id)).rejects.toThrow('was made before imports could be undone')
  for (const id of [last, third, second]) await undo(id)
  await expect(undo(second)).rejects.toThrow('was already undone at')
  await expect(undo(first)).rejects.toThrow('its history was deleted')
  await execute(
    database.databaseContext.owner,
    sql`insert into import_run (kind, source, started_at) values ('cases', 'folder', now())`,
  )
  const [cases] = await queryRows(
    database.databaseContext.owner,
    z.object({ id: z.string() }),
    sql`select max(id)::text as id from import_run`,
  )
  await expect(undo(cases?.id)).rejects.toThrow('is a cases import')
})

test('rejects an undo while another source has taken over providers of the import', async () => {
  const network = await fixture.addNetwork()
  const { runId } = await fixture.import(clinics(2), { network })
  const taken = await fixture.import(clinics(1), { network, sourceName: 'second', takeOver: true })
  await expect(undo(runId)).rejects.toThrow(`import ${taken.runId} changed providers`)
})

test('keeps the history of the last three imports of a source', async () => {
  const network = await fixture.addNetwork()
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
    await fixture.import(clinics(2, name), { network })
  const stored = await queryRows(
    database.databaseContext.owner,
    z.object({ runs: z.number(), rows: z.number() }),
    sql`select count(distinct run_id) as runs, count(*) as rows from provider_before where network_code = ${network}`,
  )
  expect(stored).toEqual([{ runs: 3, rows: 6 }])
})

test('an undo waits for an import into the same network and is then rejected', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(40, 'One'), { network })
  const { runId } = await fixture.import(clinics(1, 'Two'), { network })
  const reader = await database.databaseContext.connect()
  await reader.query('begin; select from provider limit 1')
  const waiting = Promise.withResolvers<void>()
  const importing = fixture.import(clinics(40, 'Three'), {
    network,
    onStatus: (line) => line === messages.waitingForReaders && waiting.resolve(),
  })
  await waiting.promise
  const status = Promise.withResolvers<string>()
  const undoing = undo(runId, status.resolve)
  undoing.catch(() => {})
  expect(await status.promise).toBe(messages.waiting(network))
  await reader.end()
  const later = await importing
  await expect(undoing).rejects.toThrow(`import ${later.runId} changed providers`)
})

test('an undo changes nothing when its connection is cut', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(4, 'One'), { network })
  const { runId } = await fixture.import(clinics(4, 'Two'), { network })
  const before = await stateOf(network)
  const cut = expect(undo(runId, () => cutConnections())).rejects.toThrow(
    /terminat|EPIPE|ECONNRESET|connection error/,
  )
  const reader = await database.databaseContext.connect()
  await reader.query('begin; select from provider limit 1')
  await cut
  await reader.end()
  expect(await stateOf(network)).toEqual(before)
  await undo(runId)
  expect((await fixture.providers(network)).map(({ name }) => name)).toContain('One 0')
})

const cutConnections = () =>
  void execute(
    database.databaseContext.owner,
    sql`select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and exists (select from pg_locks where pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory')`,
  )

test('undo restores a manually removed provider', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(4), { network })
  const before = await stateOf(network)
  const { name, runId } = await removeProvider(database.databaseContext, { network, id: '2', actor: 'test' })
  expect(name).toBe('Clinic 2')
  expect((await fixture.providers(network)).map(({ id }) => id)).toEqual(['0', '1', '3'])
  await undo(runId)
  expect(await stateOf(network)).toEqual(before)
})

test('providers hidden before or after an import stay hidden when it is undone', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(4, 'One'), { network })
  const { runId } = await fixture.import(clinics(4, 'Two'), { network })
  await hideProvider(database.databaseContext, { network, id: '1', actor: 'test' }, true)
  await undo(runId)
  const hidden = await queryRows(
    database.databaseContext.owner,
    z.object({ name: z.string() }),
    sql`select name from provider where network_code = ${network} and hidden`,
  )
  expect(hidden).toEqual([{ name: 'One 1' }])
})

test('audits an undo for each network', async () => {
  const network = await fixture.addNetwork()
  const { runId } = await fixture.import(clinics(2), { network })
  await undo(runId)
  const audited = await queryRows(
    database.databaseContext.owner,
    z.object({ actor: z.string(), action: z.string(), run: z.string() }),
    sql`select actor, action, detail ->> 'run' as run from audit_event where subject = ${network} order by id`,
  )
  expect(audited).toEqual([
    { actor: 'test', action: 'providers imported', run: runId },
    { actor: 'test', action: 'provider import undone', run: runId },
  ])
})

test('an import made before provider_json had its name can be undone after the migration', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(4), { network })
  const before = await stateOf(network)
  const { runId } = await fixture.import(clinics(2, 'Renamed'), { network, replace: true, ...all })
  const client = await database.databaseContext.connect()
  await client.query(`alter table provider rename column provider_json to answer;
    update provider_before
       set row = (row::jsonb - 'provider_json' || jsonb_build_object('answer', row -> 'provider_json'))::json
     where row is not null`)
  await client.query(
    readFileSync(new URL('../../../../../../migrations/0050_provider_json.sql', import.meta.url), 'utf8'),
  )
  await client.end()
  await undo(runId)
  expect(await stateOf(network)).toEqual(before)
})
