import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { type Database, execute, inTransaction, sql } from '#platform/db/database.ts'
import { openSmallDirectory } from '#test-support/directory-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { type SearchRequest, searchProviders } from '../../contract.ts'
import { allTypes } from '../../rules.ts'
import { findProviders } from '../find-providers.ts'
import { hideProvider } from '../roster/runs/manual-changes.ts'
import { findDefinitionByCode } from '../search-definitions.ts'
import { buildProviderIndex, OutdatedError } from './build-provider-index.ts'
import { createProviderIndexCache } from './provider-index-cache.ts'

let portal: Awaited<ReturnType<typeof openSmallDirectory>>
let indexCache: ReturnType<typeof createProviderIndexCache>
/** The database that the index is built from. */
let source: Database
let builds: number
/** What a build waits for before it reads anything. */
let beforeBuild: Promise<void>

beforeEach(async () => {
  portal = await openSmallDirectory()
  source = portal.db
  builds = 0
  beforeBuild = Promise.resolve()
  indexCache = createCache()
})
afterEach(async () => {
  await indexCache.close()
  await portal.close()
})

const createCache = (options: { mostProviders?: number; textBytes?: number } = {}) =>
  createProviderIndexCache({
    read: async (_versions, query) => {
      builds += 1
      await beforeBuild
      return query(source)
    },
    log: openLog('silent'),
    textBytes: 1_000_000,
    searchesBefore: 1,
    ...options,
  })

const code = 'publicDomestic'
const inMiami = { providerType: allTypes, latitude: 25.77, longitude: -80.19, rangeInKM: 10 }
const { signal } = new AbortController()

async function findDefinition(definitionCode = code) {
  const definition = await findDefinitionByCode(portal.db, definitionCode)
  if (!definition) throw new Error('The search definition is missing.')
  return definition
}

/** Searches as the endpoint does; answers from memory are bytes. */
async function search(criteria: Partial<SearchRequest> = {}, definitionCode = code) {
  const definition = await findDefinition(definitionCode)
  const request = { providerSearchCode: definitionCode, ...inMiami, ...criteria }
  const response = await findProviders(portal.db, definition, request, signal, indexCache)
  const { results } = searchProviders.response.parse({ results: JSON.parse(String(response)) })
  return { results, names: results.map(({ name }) => name), isFromMemory: response instanceof Buffer }
}

async function build() {
  indexCache.find(await findDefinition())
  await indexCache.settle()
}

const changeVersion = () =>
  execute(portal.databaseContext.owner, sql`update directory_version set version = version + 1`)

async function addRoster(roster: string) {
  const fixture = createRosterFixture(portal)
  expect(await fixture.import(roster, { network: code })).toMatchObject({ rejects: [] })
  await fixture.close()
}

const inOrder = ['Mercy Hospital', 'Ålesund Clinic', 'Mercy Heart Group']

test('searches go to the database while the index is built, only once, and then to memory', async () => {
  const reading = Promise.withResolvers<void>()
  beforeBuild = reading.promise
  expect(await search()).toMatchObject({ names: inOrder, isFromMemory: false })
  expect(await search()).toMatchObject({ names: inOrder, isFromMemory: false })
  reading.resolve()
  await indexCache.settle()
  expect(builds).toBe(1)
  expect(await search()).toMatchObject({ names: inOrder, isFromMemory: true })
  expect(await search()).toMatchObject({ names: inOrder, isFromMemory: true })
})

test('another version is built only after the one that is being read', async () => {
  const reading = Promise.withResolvers<void>()
  beforeBuild = reading.promise
  indexCache.find(await findDefinition())
  await changeVersion()
  indexCache.find(await findDefinition())
  expect(builds).toBe(1)
  reading.resolve()
  await indexCache.settle()
  await build()
  expect(builds).toBe(2)
  expect(await search()).toMatchObject({ names: inOrder, isFromMemory: true })
})

test('an index is dropped as soon as another version is searched, and none is built after the end', async () => {
  await build()
  expect(indexCache.bytes()).toBeGreaterThan(1_000_000)
  await indexCache.close()
  await changeVersion()
  await build()
  expect(indexCache.bytes()).toBe(0)
  expect(builds).toBe(1)
})

test('a process that ends does not wait for a build that waits for the database', async () => {
  const definition = await findDefinition()
  await inTransaction(portal.databaseContext.owner, async (locking) => {
    await execute(locking, sql`lock table provider in access exclusive mode`)
    indexCache.find(definition)
    await indexCache.close()
  })
  expect(builds).toBe(1)
  expect(indexCache.bytes()).toBe(0)
})

test('a directory that is too large is searched in the database, and not read for each search', async () => {
  indexCache = createCache({ mostProviders: 3 })
  await build()
  await build()
  expect(await search()).toMatchObject({ names: inOrder, isFromMemory: false })
  expect(builds).toBe(1)
})

test('the next search sees an import, before and after the index has it', async () => {
  await build()
  await addRoster('id,name,city,state,country,latitude,longitude\n9,New Clinic,Miami,FL,US,25.77,-80.19')
  const found = [...inOrder.slice(0, 1), 'New Clinic', ...inOrder.slice(1)]
  expect(await search()).toMatchObject({ names: found, isFromMemory: false })
  await indexCache.settle()
  expect(await search()).toMatchObject({ names: found, isFromMemory: true })
})

test('the next search does not find a provider that was hidden, before and after the index has it', async () => {
  await build()
  await search()
  await hideProvider(portal.databaseContext, { network: code, id: '2', actor: 'test' }, true)
  const found = inOrder.slice(1)
  expect(await search()).toMatchObject({ names: found, isFromMemory: false })
  await indexCache.settle()
  expect(await search()).toMatchObject({ names: found, isFromMemory: true })
})

test('texts of a newer directory are not combined with an older index', async () => {
  await build()
  const definition = await findDefinition()
  await addRoster('id,name,city,state,country,latitude,longitude\n2,Moved,Miami,FL,US,25.8,-80.19')
  const request = { providerSearchCode: code, ...inMiami }
  const response = await findProviders(portal.db, definition, request, signal, indexCache)
  expect(response).not.toBeInstanceOf(Buffer)
})

test('an index of a directory that changes while it is read is not used', async () => {
  const before = await findDefinition()
  const options = { version: before.directoryVersion, mostProviders: 100, signal }
  await expect(buildProviderIndex(changedAfter(0), options)).rejects.toThrow(OutdatedError)
  source = changedAfter(1)
  indexCache.find(await findDefinition())
  const reading = await findDefinition()
  await indexCache.settle()
  expect(builds).toBe(1)
  expect(indexCache.find(reading)).toBeUndefined()
})

/** A database whose directory changes after this many queries. */
function changedAfter(queries: number): Database {
  let count = 0
  return new Proxy(portal.db, {
    get(db, property) {
      const value = Reflect.get(db, property)
      if (property !== 'executeQuery') return typeof value === 'function' ? value.bind(db) : value
      return async (...given: Parameters<Database['executeQuery']>) => {
        count += 1
        if (count === queries + 1) await changeVersion()
        return db.executeQuery(...given)
      }
    },
  })
}

test('a search whose texts do not fit in the memory goes to the database', async () => {
  indexCache = createCache({ textBytes: 500 })
  await build()
  expect(await search()).toMatchObject({ names: inOrder, isFromMemory: false })
  expect(await search({ limit: 1 })).toMatchObject({ names: inOrder.slice(0, 1), isFromMemory: true })
})

test('a failed build is tried again with the searches that follow', async () => {
  const { owner } = portal.databaseContext
  await execute(owner, sql`revoke select on directory_version from portal_app`)
  indexCache.find({ directoryVersion: 0, wordsVersion: 0 })
  await indexCache.settle()
  await execute(owner, sql`grant select on directory_version to portal_app`)
  await build()
  expect(await search()).toMatchObject({ names: inOrder, isFromMemory: true })
})

test('memory answers neither names nor tax IDs, and not without a point', async () => {
  await build()
  expect(await search({ name: 'mercy' })).toMatchObject({ isFromMemory: false })
  expect(await search({ taxId: '987654321', latitude: 25.77 }, 'domesticLocal')).toMatchObject({
    names: ['Local Clinic'],
    isFromMemory: false,
  })
  const { latitude: _, longitude: __, ...place } = inMiami
  expect(
    await search({ ...place, latitude: null, longitude: null, state: 'FL', city: 'Miami' }),
  ).toMatchObject({
    isFromMemory: false,
  })
})

test('tax IDs are in answers from memory only for networks that show them at that moment', async () => {
  await build()
  const listTaxIds = async (definitionCode: string) => {
    const { results, isFromMemory } = await search({}, definitionCode)
    expect(isFromMemory).toBe(true)
    return results.map(({ tin }) => tin)
  }
  expect(await listTaxIds('publicDomestic')).toEqual([null, null, null])
  expect(await listTaxIds('domesticLocal')).toEqual(['98-7654321'])
  await execute(portal.databaseContext.owner, sql`update network set shows_tax_id = false`)
  expect(await listTaxIds('domesticLocal')).toEqual([null])
})

test('a search of a portal is answered from memory after twenty of them', async () => {
  const readBytes = async () =>
    Number(/^portal_provider_index_bytes (\d+)/m.exec(await portal.app.metrics.metrics())?.[1])
  const request = { providerSearchCode: code, ...inMiami }
  for (let count = 0; count < 20; count += 1) {
    expect(await readBytes()).toBe(0)
    await portal.call(searchProviders, request)
  }
  await expect.poll(readBytes).toBeGreaterThan(0)
  const response = await portal.call(searchProviders, request)
  expect(searchProviders.response.parse(response.json()).results.map(({ name }) => name)).toEqual(inOrder)
})
