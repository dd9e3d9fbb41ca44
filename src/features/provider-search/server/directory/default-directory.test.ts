import { beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { importDirectory, installDefaultDirectory } from './directory-import.ts'
import { readDirectory } from './directory-store.ts'

const database = setUpDatabase()

beforeAll(() => installDefaultDirectory(database.databaseContext.owner))

test('a new portal has the standard searches', async () => {
  const { definitions } = await readDirectory(database.databaseContext.app)
  const table = definitions.map(({ key, code, title, access, networks, unit, isVOB }) =>
    [key, code, title, access, networks.join('+'), unit, isVOB ? 'VOB' : ''].join(' | '),
  )
  expect(table).toEqual([
    'aetna-international-provider-search | aetnaInternational | AETNA LDS PROVIDER SEARCH | public | lds | km | ',
    'domestic-local-provider-search | domesticLocal | Local Provider Search | restricted-ip | domesticLocal | mi | ',
    'domestic-provider-search | publicDomestic | Domestic Provider Search | public | publicDomestic | mi | ',
    'domestic-secure-provider-search | secureDomestic | Secure Domestic Provider Search | signed-in | secureDomestic+secureDomesticPlus | mi | VOB',
    'international-provider-search | publicInternational | International Provider Search | public | core+global | km | ',
    'sagicor-jamaica-provider-search | sagicorJamaica | GLOBAL PROVIDER SEARCH | public | core | km | ',
    'sagicor-provider-search | sagicor | GLOBAL PROVIDER SEARCH | public | core+global | km | ',
  ])
  expect(definitions.every(({ feedback }) => feedback)).toBe(true)
})

test('a new portal has the standard networks, some of which show tax IDs or offer email', async () => {
  const { networks } = await readDirectory(database.databaseContext.app)
  const table = networks.map(({ code, label, family, showsTaxId, offersEmail }) =>
    [code, label, family, showsTaxId ? 'tax id' : '', offersEmail ? 'e-mail' : ''].join(' | '),
  )
  expect(table).toEqual([
    'core | Core Network | core |  | ',
    'domesticLocal | Local Network | domestic | tax id | e-mail',
    'global | Global Network | global |  | ',
    'lds | LDS Network | lds |  | ',
    'publicDomestic | Domestic Network | domestic |  | ',
    'secureDomestic | Preferred Network | domestic | tax id | ',
    'secureDomesticPlus | Extended Network | domestic | tax id | ',
  ])
})

test('a portal with its own definitions keeps them unchanged', async () => {
  const { owner } = database.databaseContext
  await execute(owner, sql`delete from search_definition`)
  await importDirectory(
    owner,
    'definitions: [{ key: mine, code: mine, title: Mine, access: public, unit: km, networks: [core] }]',
    { file: 'mine.yaml', actor: 'test' },
  )
  await installDefaultDirectory(owner)
  expect((await readDirectory(owner)).definitions.map(({ key }) => key)).toEqual(['mine'])
})
