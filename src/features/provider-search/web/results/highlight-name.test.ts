import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlightName } from './provider-name.tsx'

const marked = (name: string, typed: string) =>
  highlightName(name, typed)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

test.each([
  ['mercy', '[Mercy] Hospital'],
  ['hospital mercy', '[Mercy] [Hospital]'],
  ['merc', '[Merc]y Hospital'],
  ['hosp', 'Mercy [Hospital]'],
  ['mrecy', '[Mercy] Hospital'],
  ['mercy hospitl', '[Mercy] [Hospital]'],
  ['merci hopsital', '[Mercy] [Hospital]'],
  ['xylophone', 'Mercy Hospital'],
  ['', 'Mercy Hospital'],
  ['!!!', 'Mercy Hospital'],
])('"%s" highlights %s', (typed, expected) => {
  expect(marked('Mercy Hospital', typed)).toBe(expected)
})

test.each([
  ["St. Mary's Regional Medical Center", 'saint marys', "[St]. [Mary's] Regional Medical Center"],
  ['Saint Mary Hospital', 'St Mary Hosp', '[Saint] [Mary] [Hospital]'],
  ['Zürich Kinderspital GmbH', 'ZURICH kinder', '[Zürich] [Kinder]spital GmbH'],
  ['Praxis Groß & Söhne', 'gross', 'Praxis [Groß] & Söhne'],
  ['Dr. Ann O’Neil, M.D., P.A.', 'doctor oneil md', 'Dr. Ann [O’Neil], [M.D]., P.A.'],
  ['Johns Hopkins Bayview, Inc.', 'Hopkins Bayveiw LLC', 'Johns [Hopkins] [Bayview], Inc.'],
  ['Riverbend Dialysis Ctr 24', 'center 24', 'Riverbend Dialysis [Ctr] [24]'],
  ['Riverbend Dialysis Ctr 24', 'center 25', 'Riverbend Dialysis [Ctr] 24'],
  ['Glen Long-Term Care', 'longterm', 'Glen [Long]-[Term] Care'],
  ['Harbor Healthcare Pharmacy', 'health care', 'Harbor [Healthcare] Pharmacy'],
  ['Mercy Merly Clinic', 'mercy', '[Mercy] Merly Clinic'],
  ['🙂 Mercy 🙂 Clinic', 'mercy', '🙂 [Mercy] 🙂 Clinic'],
])('in %s, "%s" highlights %s', (name, typed, expected) => {
  expect(marked(name, typed)).toBe(expected)
})

test('parts of a name always join to form the whole name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, typed) => {
      expect(
        highlightName(name, typed)
          .map(({ text }) => text)
          .join(''),
      ).toBe(name)
    }),
  )
})
