import { expect, test } from 'vitest'
import { fitting } from './fit-text.ts'

test('a word that nothing else would break is broken at the width', () => {
  expect(fitting('W'.repeat(25), 10)).toBe(`${'W'.repeat(10)}\n${'W'.repeat(10)}\n${'W'.repeat(5)}`)
})

test('what breaks at its spaces is left alone', () => {
  const text = 'Mercy Hospital of Greater Miami and the Keys, Department of Cardiology\nSecond line'
  expect(fitting(text, 12)).toBe(text)
})

test('nothing is lost or added but line ends', () => {
  const text = `ÄÖÜ${'i1W€Щ'.repeat(60)} 🙂🙂🙂`
  expect(fitting(text, 8).replaceAll('\n', '')).toBe(text)
})
