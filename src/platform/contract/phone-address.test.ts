import { expect, test } from 'vitest'
import { formatPhone } from './phone-address.ts'

test.each([
  ['(305) 555-0101', '3055550101'],
  ['+1 876 555 0101', '+18765550101'],
  ['305-555-0101 ext. 12', '3055550101;ext=12'],
  ['305-555-0101 x12', '3055550101;ext=12'],
  ['911', '911'],
])('%s becomes the phone address %s', (text, telephone) => {
  expect(formatPhone(text)).toBe(telephone)
})

test.each(['', 'n/a', 'on request', '+', 'ext. 12'])('"%s" has no phone number', (text) => {
  expect(formatPhone(text)).toBeUndefined()
})
