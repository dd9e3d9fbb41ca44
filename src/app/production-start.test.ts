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

test('production does not start while the demo password opens an account', async () => {
  const account = { name: 'alpine-member', actor: 'test' }
  await createMemberAccount(database.databaseContext.owner, {
    ...{ ...account, clientId: 'alpine', password: demoPassword },
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
