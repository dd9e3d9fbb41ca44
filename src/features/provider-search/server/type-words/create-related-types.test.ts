import { expect, test } from 'vitest'
import { readTypeWords } from './build-vocabulary.ts'
import { createRelatedTypes } from './create-related-types.ts'

const types = readTypeWords()
const findRelated = createRelatedTypes(types)
const nameOf = (id: string) => types.find((type) => type.id === id)?.names[0]

test.each(['0000000000', '', '282NC2000X'])('finds none for %j', (id) => {
  expect(findRelated(id)).toEqual([])
})

test.each([
  ['261QE0002X', 'Hospital, acute care'],
  ['207P00000X', 'Emergency center, freestanding'],
  ['261QU0200X', 'Family medicine'],
  ['207Y00000X', 'Urgent care center'],
  ['208000000X', 'Urgent care center'],
  ['3336C0003X', 'Pharmacy, general'],
  ['122300000X', 'Dentistry, general'],
  ['207W00000X', 'Optometry'],
])('the closest type to %s is %s', (id, closest) => {
  expect(nameOf(findRelated(id)[0] ?? '')).toBe(closest)
})

test('finds no type that shares words only by coincidence', () => {
  const related = findRelated('261QE0002X').map(nameOf)
  expect(related).not.toContain('Cardiology')
  expect(related).not.toContain('Ambulance, all kinds')
})
