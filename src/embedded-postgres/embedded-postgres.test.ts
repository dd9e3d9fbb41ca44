import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testApplication } from '#test-support/test-application.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'
import { findPostmaster } from './pg-process.ts'
import type { Purpose } from './usage-locks.ts'

const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
const data = join(dataDir, 'postgres/cluster')
const open = (purpose: Purpose, where = dataDir) =>
  openEmbeddedPostgres({ application: testApplication, dataDir: where, purpose, durability: 'disposable' })

afterAll(() => {
  for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true, maxRetries: 5 })
})

async function ask({ app }: Pick<EmbeddedPostgres, 'app'>, question: string) {
  const client = new pg.Client(app)
  await client.connect()
  const { rows } = await client.query(question).finally(() => client.end())
  return rows
}

test.each([
  ['that is a file', join(folder, 'a-file'), 'is not a folder (ENOTDIR)'],
  ['below a file', join(folder, 'a-file/below'), 'is not a folder (ENOTDIR)'],
  ['where none can be created', '/proc/none', 'cannot be created (ENOENT)'],
])('rejects a data folder %s at once, with the setting and an example', async (_case, where, fault) => {
  writeFileSync(join(folder, 'a-file'), '')
  await expect(open('server', where)).rejects.toThrow(
    `SHOP_DATA: ${where} ${fault}. Set it to a folder that the user who starts the shop can write to. For example: SHOP_DATA=/srv/shop`,
  )
})

test('rejects data from another PostgreSQL version and releases its locks', async () => {
  const old = join(folder, 'old')
  mkdirSync(join(old, 'postgres/cluster'), { recursive: true })
  writeFileSync(join(old, 'postgres/cluster/PG_VERSION'), '15\n')
  for (const _again of [1, 2]) {
    await expect(open('server', old)).rejects.toThrow(
      /created by PostgreSQL 15, but this is PostgreSQL 18.*pg_dump/,
    )
  }
})

test('reports a damaged password file', async () => {
  const damaged = join(folder, 'damaged')
  mkdirSync(join(damaged, 'postgres'), { recursive: true })
  writeFileSync(join(damaged, 'postgres/passwords.json'), '{')
  await expect(open('server', damaged)).rejects.toThrow(/passwords.json is damaged/)
})

test('rejects a second server, admits a command, and stops with the last process', async () => {
  const server = await open('server')
  await expect(open('server')).rejects.toThrow(`${dataDir} (process ${process.pid})`)

  const command = await open('command')
  await server.close()
  expect(await ask(command, 'select 1 as one')).toEqual([{ one: 1 }])
  await command.close()
  expect(findPostmaster(data)).toBeUndefined()
  expect(existsSync(join(data, 'postmaster.pid'))).toBe(false)
})

test('serves an unprivileged role, in UTF-8 with ICU, on a socket only', async () => {
  const server = await open('server')
  const facts = await ask(
    server,
    `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, current_setting('listen_addresses') as listens,
            pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
            pg_get_userbyid(datdba) as owner
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  const nobodySpecial = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }
  const place = { listens: '', encoding: 'UTF8', provider: 'i', owner: 'shop-owner' }
  expect(facts).toEqual([{ ...nobodySpecial, ...place }])
  await server.close()
})

test('takes over the PostgreSQL of a killed server', async () => {
  await openElsewhereAndKill()
  const orphan = findPostmaster(data)?.processId
  expect(orphan).toBeDefined()

  const server = await open('server')
  expect(findPostmaster(data)?.processId).toBe(orphan)
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.close()
  expect(findPostmaster(data)).toBeUndefined()
})

test('restarts a PostgreSQL killed together with its server', async () => {
  await openElsewhereAndKill()
  const orphan = findPostmaster(data)
  if (!orphan) throw new Error('There is no orphan.')
  process.kill(orphan.processId, 'SIGKILL')
  await expect.poll(() => findPostmaster(data)).toBeUndefined()

  const server = await open('server')
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.close()
})

test('a process that exits without closing leaves no PostgreSQL behind', async () => {
  const child = await openElsewhere('process.exit()')
  await once(child, 'close')
  await expect.poll(() => findPostmaster(data)).toBeUndefined()
})

async function openElsewhereAndKill() {
  const child = await openElsewhere('setInterval(() => {}, 1000)')
  child.kill('SIGKILL')
  await once(child, 'close')
}

/** A child process that opens the database as the server, reports it, and then runs this statement. */
async function openElsewhere(next: string) {
  const door = new URL('embedded-postgres.ts', import.meta.url)
  const script = `import { openEmbeddedPostgres } from '${door}'
    const application = ${JSON.stringify(testApplication)}
    await openEmbeddedPostgres({ application, dataDir: '${dataDir}', purpose: 'server', durability: 'disposable' })
    console.log('open')
    ${next}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
