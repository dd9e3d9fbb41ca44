import { expect, test } from 'vitest'
import type { Incident } from '#cases/rules.ts'
import type { Provider } from '#provider-search/contract.ts'
import { prefillForm } from './vob-modal.tsx'
import { patientOfIncident } from './vob-storage.ts'

const provider = {
  hash: 'h',
  name: 'Mercy Hospital',
  tin: '12-3456789',
  addressOne: '1 Main St',
  addressTwo: 'Suite 2',
  city: 'Miami',
  state: 'FL',
  zipcode: '33131',
  phone: '305-555-0101',
  fax: null,
  contact: null,
  networkCode: 'secureDomestic',
} as Provider
const options = {
  groups: { A: 'Group A', B: 'Group B' },
  carriers: { C: 'Carrier C' },
  mailing: {},
  phoneNumbers: {},
  faxNumbers: {},
  sincerely: 'Provider Relations',
}

test('prefills the form from the directory', () => {
  expect(prefillForm(provider, 'secureDomestic', options)).toMatchObject({
    providerName: 'Mercy Hospital',
    providerTaxId: '12-3456789',
    providerAddress: '1 Main St, Suite 2',
    providerCityStateZip: 'Miami, FL 33131',
    providerFax: '',
    ProviderHash: 'h',
    ProviderDiscountNetwork: 'secureDomestic',
    ProviderSearchCode: 'secureDomestic',
  })
})

test('preselects an option only when it is the only one', () => {
  expect(prefillForm(provider, 'secureDomestic', options)).toMatchObject({
    groupId: '',
    clientName: 'C',
    sincerely: 'Provider Relations',
  })
})

test('leaves unknown provider fields empty', () => {
  const bare = { ...provider, tin: null, addressOne: null, addressTwo: null, state: null, zipcode: null }
  expect(prefillForm(bare, 'secureDomestic', options)).toMatchObject({
    providerTaxId: '',
    providerAddress: '',
    providerCityStateZip: 'Miami',
  })
})

const incident = {
  incidentNumber: '26000000017',
  patientName: 'Sampleberg, Jr., Elio',
  client: 'ALP2',
  dateOfBirth: '1980-01-02',
  policyNumber: 'ATI-1',
  effectiveDate: '2025-01-01',
  incidentDescription: 'Fever',
} as Incident
const name = { lastName: 'Sampleberg, Jr.', firstName: 'Elio' }

test('prefills patient and policy from a case, even if the last name has a comma, but no date of service', () => {
  const patient = patientOfIncident(incident, name)
  expect(prefillForm(provider, 'secureDomestic', options, patient)).toMatchObject({
    patientLastName: 'Sampleberg, Jr.',
    patientFirstName: 'Elio',
    patientDOB: '1980-01-02',
    patientPolicyNumber: 'ATI-1',
    policyFrom: '2025-01-01',
    reference: 'Fever',
    dateOfService: '',
    ClientCode: 'ALP2',
  })
})

test('leaves out what a case does not say', () => {
  const unknown = { policyNumber: null, effectiveDate: null, incidentDescription: null }
  const patient = patientOfIncident({ ...incident, ...unknown }, name)
  expect(patient).toMatchObject({ patientPolicyNumber: '', policyFrom: '', reference: '' })
})

test.each([
  ['x'.repeat(40), 'x'.repeat(40), undefined],
  ['x'.repeat(41), 'x'.repeat(40), 'x'.repeat(41)],
  [
    'Traffic accident with fractures of both forearms',
    'Traffic accident with fractures of both',
    'Traffic accident with fractures of both forearms',
  ],
  [`${'🦴'.repeat(39)} broken`, '🦴'.repeat(39), `${'🦴'.repeat(39)} broken`],
])('shortens a description to whole words that fit: %s', (incidentDescription, reference, longComplaint) => {
  const patient = patientOfIncident({ ...incident, incidentDescription }, name)
  expect([patient.reference, patient.longComplaint]).toEqual([reference, longComplaint])
})
