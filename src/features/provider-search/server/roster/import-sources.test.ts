import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { undoImport } from './runs/undo-import.ts'

const { database, fixture } = setUpRosterFixture()

const clinics = (count: number, prefix = '') =>
  `id,name,zipcode\n${Array.from({ length: count }, (_, at) => `${prefix}${at},Clinic ${at},33131`).join('\n')}\n`
const idsIn = async (network: string) => (await fixture.providers(network)).map(({ id }) => id)
const runs = () =>
  queryRows(
    database.databaseContext.owner,
    z.object({ id: z.string() }),
    sql`select id::text from import_run`,
  )

test('a truncated file removes nothing without confirmation', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(100), { network })
  const cut = await fixture.import(clinics(30), { network, replace: true })
  expect(cut).toMatchObject({
    outcome: 'refused',
    refusal: 'removals',
    excess: [{ network, removed: 70, ofSource: 100 }],
  })
  expect(await idsIn(network)).toHaveLength(100)
})

test.each([
  ['the default share', {}, 95, 'done'],
  ['more than the default share', {}, 94, 'refused'],
  ['a number', { removeUpTo: { count: 10 } }, 90, 'done'],
  ['more than a number', { removeUpTo: { count: 10 } }, 89, 'refused'],
  ['a share', { removeUpTo: { share: 0.5 } }, 50, 'done'],
  [
    'more than an explicit share, even if confirmed',
    { removeUpTo: { share: 0.5 }, confirm: yes },
    49,
    'refused',
  ],
  ['more than the default, confirmed', { confirm: yes }, 30, 'done'],
  ['more than the default, not confirmed', { confirm: no }, 30, 'refused'],
])('an import that removes %s leaves the expected providers', async (_case, options, left, outcome) => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(100), { network })
  expect(await fixture.import(clinics(left), { network, replace: true, ...options })).toMatchObject({
    outcome,
  })
  expect(await idsIn(network)).toHaveLength(outcome === 'done' ? left : 100)
})

async function yes() {
  return true
}
async function no() {
  return false
}

test('a dry run counts and lists the changes without making them', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(40), { network })
  const before = await runs()
  const text = `${clinics(20)}new,Newcomer,99501\nbad,,33131\n`.replace('Clinic 3,', 'Renamed,')
  const planned = await fixture.import(text, { network, replace: true, dryRun: true })
  expect(planned).toMatchObject({
    outcome: 'dry run',
    rejected: 1,
    networks: [{ network, added: 1, changed: 1, removed: 20, unchanged: 19 }],
    excess: [{ network, removed: 20, ofSource: 40 }],
  })
  expect(planned.rejects).toEqual(['23,name is missing,bad,,33131'])
  expect(planned.examples).toContainEqual({ network, change: 'added', id: 'new', name: 'Newcomer' })
  expect(planned.examples).toContainEqual({ network, change: 'changed', id: '3', name: 'Renamed' })
  expect(planned.examples?.filter(({ change }) => change === 'removed')).toHaveLength(5)
  expect(await idsIn(network)).toHaveLength(40)
  expect(await runs()).toEqual(before)
})

test('files of different sources keep their own providers in one network', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(3, 'at-'), { network, sourceName: 'austria' })
  await fixture.import(clinics(3, 'de-'), { network, sourceName: 'germany' })
  const again = await fixture.import(clinics(2, 'de-'), {
    network,
    sourceName: 'germany',
    replace: true,
    removeUpTo: { count: 1 },
  })
  expect(again.networks).toEqual([{ network, added: 0, changed: 0, removed: 1, unchanged: 5 }])
  expect(await idsIn(network)).toEqual(['at-0', 'at-1', 'at-2', 'de-0', 'de-1'])
})

test('rejects an ID that belongs to another source unless --take-over moves it', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(3), { network })
  const refused = await fixture.import(clinics(4), { network, sourceName: 'germany' })
  expect(refused.rejects).toEqual(
    [0, 1, 2].map(
      (id) =>
        `${id + 2},"id ""${id}"" belongs to the source ""main"" of this network; --take-over moves it",${id},Clinic ${id},33131`,
    ),
  )
  expect(refused).toMatchObject({ rejected: 3, networks: [{ added: 1, changed: 0 }] })
  const taken = await fixture.import(clinics(4), { network, sourceName: 'germany', takeOver: true })
  expect(taken.networks).toEqual([{ network, added: 0, changed: 3, removed: 0, unchanged: 1 }])
  const emptied = await fixture.import(clinics(1, 'x'), { network, replace: true })
  expect(emptied.networks).toEqual([{ network, added: 1, changed: 0, removed: 0, unchanged: 4 }])
})

test('--replace removes the source’s providers from networks that the file no longer names', async () => {
  const [core, global] = [await fixture.addNetwork(), await fixture.addNetwork()]
  const header = 'id,name,zipcode,network\n'
  const stays = `m1,Mercy,33131,${core}\n`
  await fixture.import(`${header}${stays}m2,Hope,33131,${global}\n`, { sourceName: 'multi' })
  await fixture.import(clinics(1, 'x'), { network: global, sourceName: 'other' })

  const replace = { sourceName: 'multi', replace: true }
  const excess = [{ network: global, removed: 1, ofSource: 1 }]
  const removal = { network: global, added: 0, changed: 0, removed: 1, unchanged: 1 }
  expect(await fixture.import(header + stays, replace)).toMatchObject({ refusal: 'removals', excess })
  const planned = await fixture.import(header + stays, { ...replace, dryRun: true })
  expect(planned.networks).toContainEqual(removal)
  expect(planned).toMatchObject({ excess, examples: [{ network: global, change: 'removed', id: 'm2' }] })
  expect(await fixture.import(header, replace)).toMatchObject({ refusal: 'empty' })
  expect(await idsIn(global)).toEqual(['m2', 'x0'])

  const one = { removeUpTo: { count: 1 } }
  const here = await fixture.import('id,name,zipcode\nm1,Mercy,33131\n', {
    ...replace,
    ...one,
    network: core,
  })
  expect(here.outcome).toBe('nothing to do')
  const { networks, runId = '' } = await fixture.import(header + stays, { ...replace, ...one })
  expect(networks).toEqual([{ network: core, added: 0, changed: 0, removed: 0, unchanged: 1 }, removal])
  expect(await idsIn(global)).toEqual(['x0'])
  await undoImport(database.databaseContext, runId, { actor: 'test' })
  expect(await idsIn(global)).toEqual(['m2', 'x0'])
})

test('rejects an invalid source name', async () => {
  const network = await fixture.addNetwork()
  await expect(fixture.import(clinics(1), { network, sourceName: '../x' })).rejects.toThrow(
    'is not a valid source name',
  )
})
