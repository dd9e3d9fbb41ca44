import { expect, test } from 'vitest'
import { parsePageFacts } from './bootstrap-data.ts'

test('a fact of the wrong kind is refused', () => {
  expect(() => parsePageFacts('{"companyName": 7}')).toThrow()
})

test('a page that was served without facts still has a name and a zone', () => {
  expect(parsePageFacts('{}')).toMatchObject({
    companyName: 'Client Portal',
    timeZone: 'UTC',
    videoHosts: [],
  })
})

test('the server’s facts reach the page', () => {
  const facts = {
    companyName: 'Harborline Assistance',
    serviceEmail: 'service@example.com',
    timeZone: 'America/New_York',
    nonce: 'n',
  }
  expect(parsePageFacts(JSON.stringify(facts))).toMatchObject(facts)
})
