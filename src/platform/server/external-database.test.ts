import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/database.ts'
import { externalDatabase, refuseOldServer } from './external-database.ts'

const { superuser } = inject('testServer')
let world: Awaited<ReturnType<typeof cloneDatabase>>

const addressOf = (change: Partial<pg.ClientConfig> = {}) => {
  const { host, port, user, password, database } = { ...superuser, database: world.name, ...change }
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`
}

beforeAll(async () => {
  world = await cloneDatabase(inject('testServer'))
})
afterAll(() => world.drop())

test.each([
  ['a wrong password', { password: 'wrong' }, 'refuses the user name or password'],
  ['a database that is not there', { database: 'nowhere' }, 'does not exist'],
  ['no server', { host: '/nowhere' }, 'cannot be reached'],
])('%s is said in words that keep the secret', async (_case, change, sentence) => {
  const refused = externalDatabase(addressOf(change))
  await expect(refused).rejects.toThrow(sentence)
  await expect(refused).rejects.not.toThrow(String(superuser.password))
})

test.each([
  [160_010, 16],
  [90_624, 9],
])('a PostgreSQL that is too old (%i) is refused by its version', (version, major) => {
  expect(() => refuseOldServer(version)).toThrow(
    `The database in DATABASE_URL is PostgreSQL ${major}, and the portal needs 17 or newer. Upgrade it, or name another one.`,
  )
})

test('PostgreSQL 17 and what follows are accepted', () => {
  expect(() => [170_000, 180_004].forEach(refuseOldServer)).not.toThrow()
})

test('whoever the address names, every connection that serves has stepped down to portal_app', async () => {
  const { app } = await externalDatabase(addressOf())
  const client = new pg.Client(app)
  await client.connect()
  const { rows } = await client.query(
    'select current_user::text as role, rolsuper from pg_roles where rolname = current_user',
  )
  await client.end()
  expect(rows).toEqual([{ role: 'portal_app', rolsuper: false }])
})
