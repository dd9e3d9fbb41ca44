import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

const columns = [{ share: 1, isWhole: true }, { share: 3 }, { share: 1, isNumber: true }]
const sumOf = (widths: number[]) => widths.reduce((sum, width) => sum + width, 0)

test('columns get their shares when everything fits', () => {
  const { size, widths } = columnWidths(columns, [['A1', 'Clinic', '$1.00']], 500)
  expect(size).toBe(8.5)
  expect(widths.map(Math.round)).toEqual([100, 300, 100])
})

test('a number wider than its share takes width from the other columns', () => {
  const { size, widths } = columnWidths(columns, [['A1', 'Clinic', '$100,000,000,000,000.00']], 500)
  expect(size).toBe(8.5)
  expect(widths[2]).toBeGreaterThan(100)
  expect(sumOf(widths)).toBeCloseTo(500)
})

test('wraps a name before it breaks a word', () => {
  const names = [{ share: 1 }, { share: 1, isNumber: true }]
  const { size, widths } = columnWidths(
    names,
    [
      ['Patient', 'Charges'],
      ['Samplesmith, Cedric', '$1.00'],
    ],
    100,
    {
      measureWidth: (text) => text.length * 0.6,
    },
  )
  expect(widths[0]).toBeGreaterThan('Samplesmith,'.length * 0.6 * size)
  expect(sumOf(widths)).toBeCloseTo(100)
})

test('gives spare width to the columns that need it', () => {
  const names = [{ share: 1 }, { share: 1 }, { share: 1, isNumber: true }]
  const line = ['Ada', 'Thistledown Meadow Surgery Center', '$1.00']
  const { widths } = columnWidths(names, [['Patient', 'Provider', 'Charges'], line], 240)
  expect(widths[1]).toBeGreaterThan(2 * (widths[0] ?? 0))
})

test('reduces the type size when numbers leave no width for words', () => {
  const figure = '1'.repeat(30)
  const { size, widths } = columnWidths(columns, [['A1', 'Clinic', figure]], 180)
  expect(size).toBeLessThan(8.5)
  expect(widths[2]).toBeGreaterThan(30 * 0.57 * size)
  expect(sumOf(widths)).toBeCloseTo(180)
})

test('numbers that fit at no type size share the available width', () => {
  const { widths } = columnWidths(columns, [['A1', 'Clinic', '1'.repeat(300)]], 180)
  expect(sumOf(widths)).toBeCloseTo(180)
})
