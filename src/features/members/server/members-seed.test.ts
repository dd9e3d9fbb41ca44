import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientsSeeds } from '#clients/server/clients-seed.ts'
import { readConfig } from '#platform/config/settings.ts'
import { execute, sql, withScope } from '#platform/db/database.ts'
import { openDocumentService } from '#platform/pdf/document-service/document-service.ts'
import { seedDemoData } from '#seed/seed-demo-data.ts'
import { demoPassword } from '#sign-in/server/demo-accounts.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import { demoCases } from '#test-support/case-fixture.ts'
import { logIn, memberPassword } from '#test-support/member-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { openIdCard } from '../contract.ts'
import { disableMemberAccount, enableMemberAccount, resetMemberAccount } from './member-accounts.ts'
import { findSampleCard, memberLoginHint, membersSeed } from './members-seed.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  const parts = [...clientsSeeds, demoCases(openDocumentService(portal.config.DATA_DIR)), membersSeed]
  const settings = readConfig({ DEMO_DATA: 'on', DEMO_DATE: '2026-06-30' })
  expect(await memberLoginHint(portal.db)).toBeUndefined()
  await seedDemoData(async () => parts, portal.databaseContext, settings)
}, 60_000)
afterAll(() => portal.close())

test('the start output shows member logins and a sample ID card', async () => {
  const hint = await memberLoginHint(portal.db)
  expect(hint).toContain(`as alpine-member, lagoon-member with the password ${demoPassword}.`)
  expect(hint).toMatch(/Sample ID card: policy ALP1-POL-\d{6}, \w+ \w+, born \d+\/\d+\/\d{4}\./)
})

test('members of lagoon see only content', async () => {
  const record = (await logIn(portal, 'lagoon-member', demoPassword)).json()
  expect(record).toMatchObject({
    clientName: 'Lagoon Health Plan',
    showIdCard: false,
    showEnglishAndGerman: false,
  })
  expect(record.content).toContain('<h2>Welcome to Lagoon Health Plan</h2>')
})

test('members of alpine can open the sample card in English and German', async () => {
  const response = await logIn(portal, 'alpine-member', demoPassword)
  expect(response.json()).toMatchObject({ showIdCard: true, showEnglishAndGerman: true })
  const [cookie] = response.cookies
  const card = await findSampleCard(portal.db)
  const { rawPayload } = await portal.app.inject({
    method: 'POST',
    url: openIdCard.path,
    headers: {
      cookie: `${cookie?.name}=${cookie?.value}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(card).toString(),
  })
  const [english, german] = await pdfPages(rawPayload)
  for (const text of [
    'Insurance ID Card',
    '24 hours a day',
    '1-800-555-0140',
    card?.policy,
    card?.dateOfBirth,
  ])
    expect(english?.text).toContain(text)
  for (const text of [
    'Versicherungskarte',
    'rund um die Uhr',
    'gebührenfrei',
    '+1 305 555-0141',
    card?.policy,
  ])
    expect(german?.text).toContain(text)
})

test('the sample card comes from the demo data even after patients are imported', async () => {
  const before = await findSampleCard(portal.db)
  await withScope(
    portal.databaseContext.owner,
    await findClientScope(portal.db, 'alpine'),
    async (scoped) => {
      await execute(
        scoped,
        sql`
      insert into patient (client_code, patient_code, last_name, first_name, date_of_birth)
      values ('ALP1', '0001', 'Winter', 'Ada', '1980-05-06')`,
      )
      await execute(
        scoped,
        sql`insert into policy (client_code, policy_number, patient_code) values ('ALP1', 'REAL-1', '0001')`,
      )
    },
  )
  expect(await findSampleCard(portal.db)).toEqual(before)
})

test('the start output omits unavailable cards and accounts that are disabled or have a new password', async () => {
  const { owner } = portal.databaseContext
  const shows = (area: string) =>
    execute(owner, sql`update client set member_area = member_area || ${area}::jsonb where id = 'alpine'`)
  await shows('{"showIdCard": false}')
  expect(await memberLoginHint(portal.db)).not.toContain('Sample ID card')
  await shows('{"showIdCard": true}')
  await disableMemberAccount(owner, { name: 'lagoon-member', actor: 'test' })
  expect(await memberLoginHint(portal.db)).toMatch(/as alpine-member with the password .* Sample ID card/)
  const reset = { actor: 'test', password: memberPassword }
  await resetMemberAccount(owner, { name: 'alpine-member', ...reset })
  expect(await memberLoginHint(portal.db)).toBeUndefined()
  await enableMemberAccount(owner, { name: 'lagoon-member', actor: 'test' })
  const hint = await memberLoginHint(portal.db)
  expect(hint).toBe(
    `Members log in at /client-member-page/login as lagoon-member with the password ${demoPassword}.`,
  )
  await execute(owner, sql`update client set enabled = false where id = 'lagoon'`)
  expect(await memberLoginHint(portal.db)).toBeUndefined()
})
