import { beforeAll, expect, test } from 'vitest'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'

const { fixture } = setUpRosterFixture()

beforeAll(() => fixture.addNetwork('coastal'))

test.each([
  ['no id', 'id,name,zipcode', ',Mercy,33131', 'id is missing'],
  ['no name', 'id,name,zipcode', '1,,33131', 'name is missing'],
  [
    'no location',
    'id,name,zipcode,country',
    '1,Mercy,,US',
    'has no location: enter latitude and longitude, a ZIP or a city',
  ],
  [
    'no country and no US state or ZIP',
    'id,name,city,country',
    '1,Mercy,Kingston,',
    'country is missing, and neither the state nor the ZIP is in the United States',
  ],
  [
    'an unknown country',
    'id,name,city,country',
    '1,Mercy,Kingston,XJ',
    'unknown country "XJ": use its two- or three-letter code (ISO 3166-1) or its English name',
  ],
  ['an unknown state', 'id,name,city,state,country', '1,Mercy,Miami,ZZ,US', 'there is no state "ZZ" in US'],
  [
    'a state of another country',
    'id,name,city,state,country',
    '1,Mercy,Toronto,CA-08,US',
    'there is no state "CA-08" in US',
  ],
  [
    'an unknown provider type',
    'id,name,zipcode,providerType',
    '1,Mercy,33131,282N',
    'there is no provider type "282N"',
  ],
  [
    'an unknown network',
    'id,name,zipcode,network',
    '1,Mercy,33131,atlantis',
    'there is no network "atlantis"',
  ],
  ['no network', 'id,name,zipcode,network', '1,Mercy,33131,', 'network is missing'],
  [
    'a latitude out of range',
    'id,name,zipcode,latitude,longitude',
    '1,Mercy,33131,91,0',
    'latitude 91 is outside -90 to 90',
  ],
  [
    'a longitude out of range',
    'id,name,zipcode,latitude,longitude',
    '1,Mercy,33131,1,-180.5',
    'longitude -180.5 is outside -180 to 180',
  ],
  [
    'a latitude that is not a number',
    'id,name,zipcode,latitude,longitude',
    '1,Mercy,33131,north,1',
    'latitude "north" is not a number in decimal degrees',
  ],
  [
    'only one coordinate',
    'id,name,zipcode,latitude,longitude',
    '1,Mercy,33131,25.7,',
    'has only one of latitude and longitude',
  ],
  [
    'an unknown place',
    'id,name,city,state',
    '1,Mercy,Nowhereville,FL',
    'there is no place "Nowhereville, FL, United States"; enter latitude and longitude',
  ],
  [
    'a value that is neither yes nor no',
    'id,name,zipcode,preferred',
    '1,Mercy,33131,maybe',
    'preferred "maybe" is neither yes nor no',
  ],
  [
    'a name that is too long',
    'id,name,zipcode',
    `1,${'x'.repeat(301)},33131`,
    'name is longer than 300 characters',
  ],
  ['too few values', 'id,name,zipcode', '1,Mercy', 'has 2 values where the header has 3'],
  ['too many values', 'id,name,zipcode', '1,Mercy,33131,x', 'has 4 values where the header has 3'],
  [
    'an unreadable character',
    'id,name,zipcode',
    '1,Caf\uFFFD,33131',
    'name has an unreadable character ("Caf\uFFFD"); save the file as UTF-8',
  ],
  ['a NUL character', 'id,name,zipcode', '1,Me\0rcy,33131', 'name has an unreadable character'],
  [
    'a misplaced quote',
    'id,name,zipcode',
    '1,"Mer"cy,33131',
    'a quotation mark is out of place or never closed',
  ],
])('rejects a row with %s and imports the next', async (_case, header, row, reason) => {
  const good = header
    .split(',')
    .map((column) => goodValues[column] ?? '')
    .join(',')
  const options = header.includes('network') ? {} : { network: 'coastal' }
  const { rejects, ...result } = await fixture.import(`${header}\n${row}\n${good}\n`, options)
  expect(rejects).toHaveLength(1)
  expect(rejects[0]?.startsWith('2,')).toBe(true)
  expect(rejects[0]?.replaceAll('""', '"')).toContain(reason)
  expect(result).toMatchObject({ read: 2, rejected: 1 })
})

const goodValues: Record<string, string> = {
  id: 'good',
  name: 'Grace Clinic',
  zipcode: '33131',
  city: 'Key Biscayne',
  state: 'FL',
  country: 'US',
  latitude: '25.76',
  longitude: '-80.19',
  network: 'coastal',
}

test('rejects a row for another network', async () => {
  const text = 'id,name,zipcode,network\n1,Mercy,33131,core\n'
  const { rejects } = await fixture.import(text, { network: 'coastal' })
  expect(rejects).toEqual([
    '2,"belongs to network ""core"", but the import is into ""coastal""",1,Mercy,33131,core',
  ])
})

test('rejects every row that repeats an earlier ID', async () => {
  const text = 'id,name,zipcode\nA,First,99501\nB,Other,33131\nA,Second,00501\n\nA,Third,33131\n'
  const { rejects } = await fixture.import(text, { network: 'coastal' })
  expect(rejects).toEqual([
    '4,"id ""A"" appears earlier in the file; only the first row is used",A,Second,00501',
    '6,"id ""A"" appears earlier in the file; only the first row is used",A,Third,33131',
  ])
  expect((await fixture.providers('coastal')).find(({ id }) => id === 'A')).toMatchObject({ name: 'First' })
})

test('imports a corrected rejects file', async () => {
  const { rejects } = await fixture.import('id,name,zipcode\nfixed,,33131\n', { network: 'coastal' })
  const corrected = rejects.map((line) => line.replace('fixed,,', 'fixed,Fixed Clinic,'))
  const again = await fixture.import(`line,reason,id,name,zipcode\n${corrected.join('\n')}\n`, {
    network: 'coastal',
  })
  expect(again).toMatchObject({ read: 1, rejected: 0, networks: [{ added: 1 }] })
})

test.each([
  [
    'an unknown network',
    'id,name,zipcode\n1,Mercy,33131\n',
    'atlantis',
    'There is no network "atlantis". Existing networks: coastal',
  ],
  ['no network', 'id,name,zipcode\n1,Mercy,33131\n', undefined, '--network CODE'],
  ['an unknown column', 'id,name,zip\n1,Mercy,33131\n', 'coastal', '"zip"'],
  ['no id column', 'name,zipcode\nMercy,33131\n', 'coastal', 'lacks "id"'],
  ['no content', '', 'coastal', 'is empty'],
  ['NUL bytes', `id,name,zipcode\n1,Mercy${'\0'.repeat(50)},33131\n`, 'coastal', 'is not a text file'],
  ['binary content', 'PK\u0003\u0004\u0014\u0000\u0000\u0000', 'coastal', 'is not a text file'],
])('rejects a file with %s before reading rows', async (_case, text, network, sentence) => {
  await expect(fixture.import(text, network ? { network } : {})).rejects.toThrow(sentence)
})
