import { expect, test } from 'vitest'
import { wrapTextToLines } from './text-lines.ts'

const glyphCache = { measureWidth: (text: string) => text.length }
const inTwo = (text: string) => wrapTextToLines(text, { width: 12, most: 2 }, glyphCache, 1)

test('leaves text that fits unchanged', () => {
  expect(inTwo('Velvermoor Haven Clinic')).toEqual(['Velvermoor', 'Haven Clinic'])
})

test('marks truncated text', () => {
  expect(inTwo('Velvermoor Haven Medical Center')).toEqual(['Velvermoor', 'Haven…'])
  expect(inTwo('Velvermoor HavenCliniques of Geneva')).toEqual(['Velvermoor', 'HavenCliniq…'])
})
