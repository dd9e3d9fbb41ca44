import { expect, test } from 'vitest'
import { fitText } from './column-widths.ts'

test('breaks a word that is wider than the line', () => {
  expect(fitText('W'.repeat(25), 10)).toBe(`${'W'.repeat(10)}\n${'W'.repeat(10)}\n${'W'.repeat(5)}`)
})

test('leaves text with spaces unchanged', () => {
  const text = 'Mercy Hospital of Greater Miami and the Keys, Department of Cardiology\nSecond line'
  expect(fitText(text, 12)).toBe(text)
})

test('adds only line breaks', () => {
  const text = `ÄÖÜ${'i1W€Щ'.repeat(60)} 🙂🙂🙂`
  expect(fitText(text, 8).replaceAll('\n', '')).toBe(text)
})
