import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createVobFixture,
  findProviderHash,
  findVobError,
  makeVobForm,
  requestPreview,
  type VobFixture,
} from '#test-support/vob-fixture.ts'
import type { VobForm } from '../contract.ts'
import { messages } from '../messages.ts'

let fixture: VobFixture
beforeAll(async () => {
  fixture = await createVobFixture()
})
afterAll(() => fixture.close())

test.each([
  ['its own message', { providerName: 'Quiet Clinic' }, 'Please call the Quiet Clinic.'],
  ['a message', { providerName: 'MUTE CLINIC' }, messages.notForProvider],
  [
    'a message, of two of its name the one that fits',
    { providerName: 'Twin Clinic', providerPhone: '(305) 555-0105' },
    messages.notForProvider,
  ],
  ['its message, also under another’s name', { providerTaxId: '123456780' }, 'Please call the Quiet Clinic.'],
  [
    'its message, also at another’s name',
    { providerAddress: '2 MAIN ST, Suite 4' },
    'Please call the Quiet Clinic.',
  ],
])('rejects a blocked provider with %s', async (_what, changes, sentence) => {
  expect(await findVobError(fixture, makeVobForm(changes))).toEqual({ status: 422, sentence })
})

test.each<[string, Partial<VobForm>]>([
  ['as whom to ask for', { providerContact: 'Billing of the QUIÉT-Clinic, Inc.' }],
  ['in care of', { providerAddress: '1 Main St, c/o Quiet Clinic' }],
  ['at their address behind another', { providerAddress: '1 Main St / 2 Main Street' }],
  ['with words to the tax id', { providerTaxId: '12-3456780 (group)' }],
  ['with both tax ids', { providerTaxId: '12-3456789, 123456780' }],
  ['with the telephone number', { providerPhone: '+1 (305) 555-0102 ext. 7' }],
  ['with the telephone number for the fax', { providerFax: '305.555.0102' }],
  ['with the telephone number for a contact', { providerContact: 'call 305 555 0102' }],
])('rejects a blocked provider under another name, %s', async (_how, changes) => {
  const sentence = 'Please call the Quiet Clinic.'
  expect(await findVobError(fixture, makeVobForm(changes))).toEqual({ status: 422, sentence })
})

test('rejects the address of a blocked provider under the hash of a namesake', async () => {
  const hashOfTwin = await findProviderHash(fixture, 'Twin Clinic', 'Miami')
  const twin = { providerName: 'Twin Clinic', ProviderHash: hashOfTwin, providerTaxId: '1' }
  const [own, foreign] = [{ providerAddress: '4 Main St' }, { providerAddress: '5 Main St, Floor 2' }]
  expect((await requestPreview(fixture, makeVobForm({ ...twin, ...own }))).statusCode).toBe(200)
  const inTampa = makeVobForm({ ...twin, ...foreign, providerCityStateZip: 'Tampa, FL 33602-1234' })
  expect(await findVobError(fixture, inTampa)).toEqual({ status: 422, sentence: messages.notForProvider })
})

test('accepts names and numbers that only look similar', async () => {
  const alike = {
    providerContact: 'Clinic, quiet entrance',
    providerAddress: '12 Main St',
    providerPhone: '305-555-0120',
  }
  expect((await requestPreview(fixture, makeVobForm(alike))).statusCode).toBe(200)
})

test('accepts a provider’s own tax ID or address even when a blocked provider shares it', async () => {
  const hashOfShared = await findProviderHash(fixture, 'Shared Clinic', 'Miami')
  const shared = { providerName: 'Shared Clinic', ProviderHash: hashOfShared, providerAddress: '2 Main St' }
  expect(
    (await requestPreview(fixture, makeVobForm({ ...shared, providerTaxId: '12-3456780' }))).statusCode,
  ).toBe(200)
})

test('accepts a phone number that a blocked provider shares with another provider', async () => {
  const switchboard = { providerPhone: '(305) 555-0109' }
  const surgery = { providerName: 'Tower Surgery', providerTaxId: '12-3456771', providerAddress: '9 Main St' }
  expect((await requestPreview(fixture, makeVobForm({ ...surgery, ...switchboard }))).statusCode).toBe(200)
  expect((await requestPreview(fixture, makeVobForm(switchboard))).statusCode).toBe(200)
})

test('rejects a blocked provider under another name despite a shared phone number', async () => {
  const sentence = 'Please call Tower Imaging.'
  const shared = { providerPhone: '305-555-0109' }
  for (const imaging of [{ providerContact: 'Tower Imaging' }, { providerTaxId: '12-3456770' }])
    expect(await findVobError(fixture, makeVobForm({ ...shared, ...imaging }))).toEqual({
      status: 422,
      sentence,
    })
})
