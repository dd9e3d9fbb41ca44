import { expect, test } from 'vitest'
import { aProvider } from '#test-support/search-factory.ts'
import { directionsUrl } from './describe-details.ts'

test('the directions link contains the address as written', () => {
  const { searchParams, origin } = new URL(
    directionsUrl(aProvider({ addressDisplay: '80 SW 8th St #2, Miami, FL' })),
  )
  expect(origin).toBe('https://www.google.com')
  expect(searchParams.get('destination')).toBe('80 SW 8th St #2, Miami, FL')
})

test('the directions link contains the point when there is no address', () => {
  const url = directionsUrl(aProvider({ addressDisplay: '', latitude: 25.77, longitude: -80.19 }))
  expect(new URL(url).searchParams.get('destination')).toBe('25.77,-80.19')
})
