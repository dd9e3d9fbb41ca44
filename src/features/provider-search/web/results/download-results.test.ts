import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { aProvider } from '#test-support/search-factory.ts'
import { makeFileName, toCsv } from './download-results.ts'

const countryName = (id: string) => (id === 'JM' ? 'Jamaica' : id)
const miles = { unit: 'mi', countryName, withTaxId: false } as const
const read = (csv: string): Record<string, string>[] => parse(csv, { bom: true, columns: true })

test.each(['=1+1', '+1 305 555-0101', '-2+3', '@SUM(A1)', '\tx', '\rx', ' =1', '＝1'])(
  'escapes a cell that starts like a formula (%j)',
  (name) => {
    expect(read(toCsv([aProvider({ name })], miles))[0]?.Name).toBe(`'${name}`)
  },
)

test.each(['Mercy Hospital', 'Clinic, "The Good" one', 'Zürich\nKinderspital', '3M = 1', "O'Neil"])(
  'writes any other cell (%j) unchanged',
  (name) => {
    expect(read(toCsv([aProvider({ name })], miles))[0]?.Name).toBe(name)
  },
)

test('the file starts with a UTF-8 byte order mark and readable headers', () => {
  const csv = toCsv([aProvider()], miles)
  expect(new TextEncoder().encode(csv).slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  expect(csv.split('\r\n')[0]).toContain('Name,Preferred,Provider type,Specialty,Address')
})

test('the file has distances in the search’s unit only for a search by distance', () => {
  const near = aProvider({ distance: 16.0934 })
  expect(read(toCsv([near], miles))[0]).toMatchObject({ 'Distance (mi)': '10.00' })
  expect(read(toCsv([near], { ...miles, unit: 'km' }))[0]).toMatchObject({ 'Distance (km)': '16.09' })
  expect(toCsv([aProvider()], miles)).not.toContain('Distance')
})

test('the file lists countries by the names that the page shows', () => {
  expect(read(toCsv([aProvider({ country: 'JM' })], miles))[0]).toMatchObject({ Country: 'Jamaica' })
})

test('the file has tax IDs only where the network shows them', () => {
  const provider = aProvider({ tin: '59-1234567' })
  expect(toCsv([provider], miles)).not.toContain('59-1234567')
  expect(read(toCsv([provider], { ...miles, withTaxId: true }))[0]).toMatchObject({ 'Tax ID': '59-1234567' })
})

test('the file name contains the search and date in portable characters', () => {
  expect(makeFileName(['Global Provider Search', 'Zürich, ZH', 'a/b\\c:"d"'], '2026-11-21', 'csv')).toBe(
    'global-provider-search-zurich-zh-a-b-c-d-2026-11-21.csv',
  )
  expect(makeFileName(['x'.repeat(300)], '2026-11-21', 'csv')).toHaveLength(135)
})
