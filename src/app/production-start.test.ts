import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { createMemberAccount, resetMemberAccount } from '#members/server/member-accounts.ts'
import { messages } from '#platform/config/messages.ts'
import { readConfig } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { execute, sql } from '#platform/db/database.ts'
import { demoPassword } from '#sign-in/server/demo-accounts.ts'
import { openPortal, productionSettings } from '#test-support/portal-fixture.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { prepareDatabase } from './prepare-database.ts'

const database = setUpDatabase()
beforeAll(() => addClient(database, 'alpine', ['ALP1']))

const start = (settings: Record<string, string> = productionSettings) =>
  prepareDatabase(database.databaseContext, readConfig({ DEMO_DATA: 'off', ...settings }), () => {})

test.each(['OIDC_ISSUER', 'PUBLIC_URL', 'SMTP_URL'] as const)(
  'the server does not start on a public address without %s',
  async (name) => {
    const settings = { HOST: '0.0.0.0', ...productionSettings, [name]: undefined }
    await expect(openPortal(settings)).rejects.toThrow(`  ${name} is not`)
  },
)

test('says which variable may be the setting that is missing', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { PATH } = process.env
  const env = { PATH, NODE_ENV: 'production', OIDC_ISUER: 'https://login.example.com' }
  const started = spawn(process.execPath, [main], { env })
  const [said, [code]] = await Promise.all([text(started.stderr), once(started, 'exit')])
  expect(said).toMatch(/OIDC_ISSUER is not[\s\S]*OIDC_ISUER is ignored.* Did you mean OIDC_ISSUER\?/)
  expect(code).toBe(1)
})

test('production does not start while the demo password opens an account', async () => {
  const account = { name: 'alpine-member', actor: 'test' }
  await createMemberAccount(database.databaseContext.owner, {
    ...account,
    clientId: 'alpine',
    password: demoPassword,
  })
  await expect(start()).rejects.toThrow(messages.production.openAccounts(['alpine-member']))
  await start({})
  await start({ ...productionSettings, ALLOW_INSECURE_TRIAL: 'on' })
  await resetMemberAccount(database.databaseContext.owner, {
    ...account,
    password: 'a horse, a battery and a staple',
  })
  await start()
})

test('production does not start on a database with demo data', async () => {
  await execute(
    database.databaseContext.owner,
    sql`insert into demonstration (dated, started_at) values ('2026-06-30', ${now()})`,
  )
  await expect(start()).rejects.toThrow(messages.production.demonstrationInside)
  await start({})
})
