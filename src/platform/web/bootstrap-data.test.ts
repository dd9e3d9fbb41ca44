import { expect, test } from 'vitest'
import { parseBootstrapData } from './bootstrap-data.ts'

test('rejects data of the wrong type', () => {
  expect(() => parseBootstrapData('{"companyName": 7}')).toThrow()
})

test('falls back to a default name and time zone when there is no server data', () => {
  expect(parseBootstrapData('{}')).toMatchObject({
    companyName: 'Client Portal',
    timeZone: 'UTC',
    videoHosts: [],
  })
})

test("passes the server's data to the page", () => {
  const facts = {
    companyName: 'Harborline Assistance',
    serviceEmail: 'service@example.com',
    timeZone: 'America/New_York',
    nonce: 'n',
  }
  expect(parseBootstrapData(JSON.stringify(facts))).toMatchObject(facts)
})
