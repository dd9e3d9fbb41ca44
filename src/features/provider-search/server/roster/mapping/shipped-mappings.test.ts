import { expect, test } from 'vitest'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { loadMapping } from './load-mapping.ts'

const { fixture } = setUpRosterFixture()

/** Imports rows through a shipped mapping into a new network; columns missing from all rows are empty. */
async function importBy(name: string, rows: Record<string, string>[], columns: string[]) {
  const network = name.replaceAll('-', '')
  await fixture.addNetwork(network)
  const text = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
    .join('\n')
  const result = await fixture.import(text, { network, mapping: await loadMapping(name) })
  return { ...result, providers: await fixture.providers(network) }
}

const practice = 'Provider Business Practice Location Address'
const nppesColumns = [
  'NPI',
  'Entity Type Code',
  'Provider Organization Name (Legal Business Name)',
  'Provider Last Name (Legal Name)',
  'Provider First Name',
  'Provider Middle Name',
  'Provider Name Suffix Text',
  'Provider Credential Text',
  'Provider First Line Business Practice Location Address',
  'Provider Second Line Business Practice Location Address',
  `${practice} City Name`,
  `${practice} State Name`,
  `${practice} Postal Code`,
  `${practice} Country Code (If outside U.S.)`,
  `${practice} Telephone Number`,
  `${practice} Fax Number`,
  'NPI Deactivation Date',
  'NPI Reactivation Date',
  'Authorized Official Last Name',
  'Authorized Official First Name',
  'Healthcare Provider Taxonomy Code_1',
]
const miami = {
  [`${practice} City Name`]: 'MIAMI',
  [`${practice} State Name`]: 'FL',
  [`${practice} Postal Code`]: '331311234',
  [`${practice} Country Code (If outside U.S.)`]: 'US',
}

test('the nppes mapping builds names, skips deactivated providers and generalizes rare types', async () => {
  const { read, skipped, rejected, providers } = await importBy(
    'nppes',
    [
      {
        NPI: '1000000001',
        'Provider First Name': 'ANN',
        'Provider Last Name (Legal Name)': 'LEE',
        'Provider Credential Text': 'MD',
        'Healthcare Provider Taxonomy Code_1': '207RX9999X',
        ...miami,
      },
      {
        NPI: '1000000002',
        'Provider Organization Name (Legal Business Name)': 'MERCY CLINIC',
        'Healthcare Provider Taxonomy Code_1': '282N00000X',
        ...miami,
      },
      { NPI: '1000000003', 'NPI Deactivation Date': '01/02/2020' },
      {
        NPI: '1000000004',
        'Provider Organization Name (Legal Business Name)': 'BACK AGAIN',
        'NPI Deactivation Date': '01/02/2020',
        'NPI Reactivation Date': '02/02/2020',
        'Healthcare Provider Taxonomy Code_1': 'XXXXXXXXXX',
        ...miami,
      },
    ],
    nppesColumns,
  )
  expect({ read, skipped, rejected }).toEqual({ read: 4, skipped: 1, rejected: 0 })
  expect(providers).toMatchObject([
    { id: '1000000001', name: 'ANN LEE, MD', providerTypeId: '207R00000X', zipcode: '33131' },
    { id: '1000000002', name: 'MERCY CLINIC', providerTypeId: '282N00000X' },
    { id: '1000000004', name: 'BACK AGAIN', providerTypeId: '0000000000', providerType: '' },
  ])
})

test('cms-hospitals and us-facilities mappings translate facility types and keep IDs distinct', async () => {
  const columns = ['ccn', 'name', 'address', 'city', 'state', 'zip', 'phone', 'type', 'lat', 'lng']
  const ofHospitals = ['emergency', 'cms_rating', 'website']
  const place = { city: 'MIAMI', state: 'FL', zip: '33131', lat: '25.77', lng: '-80.19' }
  const manila = { city: 'Pasay City', state: 'PI', zip: '01302', lat: '14.54', lng: '121.00' }
  const hospitals = await importBy(
    'cms-hospitals',
    [
      { ccn: '100001', name: 'A', type: 'Childrens', emergency: 'Yes', cms_rating: '4', ...place },
      { ccn: '100002', name: 'B', type: 'Psychiatric', cms_rating: 'Not Available', ...place },
    ],
    [...columns, ...ofHospitals],
  )
  expect(hospitals).toMatchObject({ rejected: 0, warned: 0 })
  expect(hospitals.providers).toMatchObject([
    {
      id: 'CCN-100001',
      providerType: "Hospital, children's",
      latitude: 25.77,
      details: { emergency: true, stars: 4 },
    },
    { id: 'CCN-100002' },
  ])
  const facilities = await importBy(
    'us-facilities',
    [
      { id: '100001', name: 'B', type: 'Dialysis', quality: '3.5', ...place },
      { id: 'VA1', name: 'Manila Clinic', type: 'VA Facility', ...place, ...manila },
    ],
    ['id', ...columns.slice(1), 'quality'],
  )
  expect(facilities.rejected).toBe(0)
  expect(facilities.providers).toMatchObject([
    { id: '100001', providerType: 'Dialysis center', state: 'FL', details: { stars: 3 } },
    { id: 'VA1', country: 'PH', state: null, latitude: 14.54 },
  ])
})

test('the example mapping uses every mapping feature', async () => {
  const { providers, skipped } = await importBy(
    'example',
    [
      {
        Payer: 'ACME',
        'Practice No': '7',
        'First Name': 'Ann',
        'Last Name': 'Lee',
        Degree: 'MD',
        House: '12',
        Street: 'Main St',
        Town: 'Miami',
        State: 'fl',
        ZIP: '33131-1234',
        Kind: 'U',
        Tier: '1',
      },
      { Payer: 'ACME', 'Practice No': '8', Status: 'closed' },
    ],
    [
      'Payer',
      'Practice No',
      'Practice Name',
      'First Name',
      'Last Name',
      'Degree',
      'Tax ID',
      'House',
      'Street',
      'Suite',
      'Town',
      'State',
      'ZIP',
      'Phone',
      'Taxonomy',
      'Kind',
      'Specialty',
      'Tier',
      'Status',
      'Left On',
    ],
  )
  expect(skipped).toBe(1)
  expect(providers).toMatchObject([
    {
      id: 'ACME-7',
      name: 'Ann Lee, MD',
      addressDisplay: '12 Main St, Miami, FL 33131',
      providerTypeId: '261QU0200X',
      preferred: true,
    },
  ])
})
