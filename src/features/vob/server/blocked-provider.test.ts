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
  ['a general message', { providerName: 'MUTE CLINIC' }, messages.notForProvider],
  [
    'a general message, if it is the namesake that matches the form',
    { providerName: 'Twin Clinic', providerPhone: '(305) 555-0105' },
    messages.notForProvider,
  ],
  [
    'its own message, for its tax ID under another name',
    { providerTaxId: '123456780' },
    'Please call the Quiet Clinic.',
  ],
  [
    'its own message, for its address under another name',
    { providerAddress: '2 MAIN ST, Suite 4' },
    'Please call the Quiet Clinic.',
  ],
])('rejects a blocked provider with %s', async (_what, changes, message) => {
  expect(await findVobError(fixture, makeVobForm(changes))).toEqual({ status: 422, sentence: message })
})

test.each<[string, Partial<VobForm>]>([
  ['its name in the contact', { providerContact: 'Billing of the QUIÉT-Clinic, Inc.' }],
  ['its name in the address', { providerAddress: '1 Main St, c/o Quiet Clinic' }],
  ['its address after another one', { providerAddress: '1 Main St / 2 Main Street' }],
  ['its tax ID and words', { providerTaxId: '12-3456780 (group)' }],
  ['its tax ID after another one', { providerTaxId: '12-3456789, 123456780' }],
  ['its phone number', { providerPhone: '+1 (305) 555-0102 ext. 7' }],
  ['its phone number as the fax number', { providerFax: '305.555.0102' }],
  ['its phone number in the contact', { providerContact: 'call 305 555 0102' }],
])('rejects a blocked provider under another name with %s', async (_how, changes) => {
  const message = 'Please call the Quiet Clinic.'
  expect(await findVobError(fixture, makeVobForm(changes))).toEqual({ status: 422, sentence: message })
})

test('rejects the address of a blocked provider in a form with the hash of its namesake', async () => {
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

test('rejects other data of a blocked provider despite a shared phone number', async () => {
  const message = 'Please call Tower Imaging.'
  const shared = { providerPhone: '305-555-0109' }
  for (const imaging of [{ providerContact: 'Tower Imaging' }, { providerTaxId: '12-3456770' }])
    expect(await findVobError(fixture, makeVobForm({ ...shared, ...imaging }))).toEqual({
      status: 422,
      sentence: message,
    })
})
