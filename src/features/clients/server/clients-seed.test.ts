import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/config/settings.ts'
import { seedDemoData } from '#seed/seed-demo-data.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import { getClientConfiguration, getHomePage, listSelectorSearches } from '../contract.ts'
import { loadState } from './client-snapshot-queries.ts'
import { clientsSeeds } from './clients-seed.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await seedDemoData(async () => clientsSeeds, portal.databaseContext, readConfig({ DEMO_DATA: 'on' }))
})
afterAll(() => portal.close())

const loadConfiguration = async (clientId: string) => {
  const { headers } = await signInStaff(portal, clientId)
  return (await portal.call(getClientConfiguration, { clientId }, { headers })).json()
}

test('alpine has every feature', async () => {
  const { providerSearches, reports, accountManagement, ...rest } = await loadConfiguration('alpine')
  expect(rest).toMatchObject({
    clientName: 'Alpine Travel Insurance',
    clientCodes: { ALP1: expect.any(String), ALP2: expect.any(String), ALP3: expect.any(String) },
    currentActivity: true,
    patientSearch: true,
    clientAuth: true,
    caseSummary: true,
    mayDecide: true,
    isInternal: false,
  })
  expect(providerSearches.map(({ code }: { code: string }) => code)).toEqual([
    'secureDomestic',
    'publicInternational',
    'domesticLocal',
  ])
  expect(providerSearches.map(({ isVOB }: { isVOB: boolean }) => isVOB)).toEqual([true, false, false])
  expect(reports).toEqual([
    { code: 'SAVINGS', name: 'Savings Summary', multiClient: true },
    { code: 'BILLDETAIL', name: 'Bill Detail', multiClient: true },
    { code: 'ACTIVITY', name: 'Case Activity', multiClient: true },
    { code: 'AUTHAGING', name: 'Pending Authorization Aging', multiClient: false },
  ])
  expect(accountManagement.map(({ photoUrl }: { photoUrl: string | null }) => photoUrl !== null)).toEqual([
    true,
    true,
  ])
})

test('lagoon has the minimal configuration', async () => {
  expect(await loadConfiguration('lagoon')).toMatchObject({
    clientName: 'Lagoon Health Plan',
    clientCodes: { LAG1: expect.any(String) },
    currentActivity: false,
    patientSearch: true,
    clientAuth: false,
    caseSummary: false,
    mayDecide: false,
    providerSearches: [{ code: 'publicInternational', url: '/international-provider-search' }],
    reports: [{ code: 'SAVINGS' }],
  })
})

test('internal staff can view alpine but cannot make decisions, and see nine searches', async () => {
  const { headers } = await signInStaff(portal, 'harborline', { viewing: 'alpine' })
  const seen = (await portal.call(getClientConfiguration, { clientId: 'alpine' }, { headers })).json()
  expect(seen).toMatchObject({ clientId: 'alpine', isInternal: true, mayDecide: false })
  const { searches } = (await portal.call(listSelectorSearches, {}, { headers })).json()
  expect(searches.map(({ name }: { name: string }) => name)).toEqual([
    'Domestic Provider Search',
    'Local Provider Search',
    'International Provider Search',
    'Sagicor Provider Search',
    'Sagicor Jamaica Provider Search',
    'Aetna Provider Search',
    'Aetna International Provider Search',
    'First Health Provider Search',
    'UHC Provider Search',
  ])
})

test('the home page of alpine has a banner, a local video and content', async () => {
  const { headers } = await signInStaff(portal, 'alpine')
  expect((await portal.call(getHomePage, {}, { headers })).json()).toEqual({
    banner: 'Welcome, Alpine Travel Insurance',
    videoUrl: '/videos/welcome-to-your-portal.webm',
    content: expect.stringContaining('<h2>What’s new</h2>'),
  })
})

test('members of alpine get a card in two languages, and members of lagoon get only content', async () => {
  const { clients } = await loadState(portal.db)
  expect(
    clients.map(({ id, member, html }) => [
      id,
      member && { ...member, card: member.card?.logo?.type },
      html.member !== '',
    ]),
  ).toEqual([
    ['alpine', { showIdCard: true, showEnglishAndGerman: true, card: 'image/png' }, true],
    ['harborline', null, false],
    ['lagoon', { showIdCard: false, showEnglishAndGerman: false, card: undefined }, true],
  ])
})

test('all demo phone numbers and addresses are fictional', async () => {
  const text = JSON.stringify(await loadState(portal.db), (word, value) =>
    ['bytes', 'holidays'].includes(word) ? '' : value,
  )
  for (const [number] of text.matchAll(/\d[\d() -]{8,}\d/g)) expect(number).toMatch(/555-?01\d\d$/)
  for (const [, domain] of text.matchAll(/@([\w.-]+)/g)) expect(domain).toBe('example.com')
})
