import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { importDirectory } from './directory/directory-import.ts'
import { currentTable } from './roster/staging-tables.ts'

const { database, fixture } = setUpRosterFixture()

const longest = 'n'.repeat(40)
const codes = ['type', 'Type', 'TYPE', 'pkey', 'PKEY', 'incoming', 'constructor', 'toString', longest]

test.each([...codes, longest.toUpperCase()])('accepts the network code %s', async (code) => {
  const { owner } = database.databaseContext
  const network = `{ code: ${code}, label: Any, family: domestic }`
  await importDirectory(owner, `networks: [${network}]`, { file: 'any.yaml', actor: 'test' })
  const text = `id,name,zipcode\n1,Clinic of ${code},33131\n`
  await fixture.import(text, { network: code })
  await fixture.import(text.replace('Clinic', 'House'), { network: code })
  expect(await fixture.providers(code)).toMatchObject([{ name: `House of ${code}` }])
})

test('the migration renames the tables of an older database so that no code can clash', async () => {
  const { owner } = database.databaseContext
  await fixture.addNetwork('Older')
  await execute(owner, sql`create table "provider_Older" partition of provider for values in ('Older')`)
  await fixture.import('id,name,zipcode\n1,Mercy,33131\n', { network: 'core' })
  await migrateAgain('0009_network_tables')
  expect(await currentTable(owner, 'Older')).toBe('providers_of_Older')
  expect(await currentTable(owner, 'core')).toBe('providers_of_core')
  const others = await queryRows(
    owner,
    z.object({ name: z.string() }),
    sql`select tablename as name from pg_tables where tablename in ('provider', 'provider_type') order by 1`,
  )
  expect(others).toHaveLength(2)
})

async function migrateAgain(name: string) {
  const file = new URL(`../../../../migrations/${name}.sql`, import.meta.url)
  const client = await database.databaseContext.connect()
  await client.query(await readFile(file, 'utf8')).finally(() => client.end())
}
