import { expect, test } from 'vitest'
import { isWholeMatch } from './what-field.tsx'

test.each([
  ['hospitals', 'Hospital', true],
  ['Urgent care', 'Clinic/Center, Urgent Care', true],
  ['mercy hospital', 'Hospital', false],
])('“%s” matches the whole type %s: %s', (text, type, matches) => {
  expect(isWholeMatch(text, type)).toBe(matches)
})
