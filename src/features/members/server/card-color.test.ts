import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio, textColorOn } from '../rules.ts'

test('computes contrast as WCAG defines it', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('uses white text on dark colors and black text on light ones', () => {
  expect(textColorOn('#0b3d6b')).toBe('#ffffff')
  expect(textColorOn('#ffd54a')).toBe('#000000')
})

test('text is readable on every color', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((number) => `#${number.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, (each) => {
      expect(contrastRatio(textColorOn(each), each)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})
