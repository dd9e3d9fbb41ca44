import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

const columns = [{ share: 1, isWhole: true }, { share: 3 }, { share: 1, isNumber: true }]
const sumOf = (widths: number[]) => widths.reduce((sum, width) => sum + width, 0)

test('columns have their shares where everything fits', () => {
  const { size, widths } = columnWidths(columns, [['A1', 'Clinic', '$1.00']], 500)
  expect(size).toBe(8.5)
  expect(widths.map(Math.round)).toEqual([100, 300, 100])
})

test('a figure that needs more than its share takes it from the others', () => {
  const { size, widths } = columnWidths(columns, [['A1', 'Clinic', '$100,000,000,000,000.00']], 500)
  expect(size).toBe(8.5)
  expect(widths[2]).toBeGreaterThan(100)
  expect(sumOf(widths)).toBeCloseTo(500)
})

test('a name is given a second line before a word of it is broken', () => {
  const names = [{ share: 1 }, { share: 1, isNumber: true }]
  const { size, widths } = columnWidths(
    names,
    [
      ['Patient', 'Charges'],
      ['Samplesmith, Cedric', '$1.00'],
    ],
    100,
    {
      widthOf: (text) => text.length * 0.6,
    },
  )
  expect(widths[0]).toBeGreaterThan('Samplesmith,'.length * 0.6 * size)
  expect(sumOf(widths)).toBeCloseTo(100)
})

test('where not all lines fit, room goes to the columns that lack it', () => {
  const names = [{ share: 1 }, { share: 1 }, { share: 1, isNumber: true }]
  const line = ['Ada', 'Thistledown Meadow Surgery Center', '$1.00']
  const { widths } = columnWidths(names, [['Patient', 'Provider', 'Charges'], line], 240)
  expect(widths[1]).toBeGreaterThan(2 * (widths[0] ?? 0))
})

test('where figures leave no room for words the type is smaller, and the table still fits', () => {
  const figure = '1'.repeat(30)
  const { size, widths } = columnWidths(columns, [['A1', 'Clinic', figure]], 180)
  expect(size).toBeLessThan(8.5)
  expect(widths[2]).toBeGreaterThan(30 * 0.57 * size)
  expect(sumOf(widths)).toBeCloseTo(180)
})

test('figures that no type makes fit share what there is', () => {
  const { widths } = columnWidths(columns, [['A1', 'Clinic', '1'.repeat(300)]], 180)
  expect(sumOf(widths)).toBeCloseTo(180)
})
