import { expect, test } from 'vitest'
import { validateCard } from './id-card-form.tsx'

const right = { policy: 'ALP-1', firstName: 'Ada', lastName: 'Quillfeather', dateOfBirth: '5/6/1980' }

test('reports each missing field', () => {
  expect(validateCard({ policy: '', firstName: ' ', lastName: '', dateOfBirth: '' })).toEqual({
    policy: 'Enter the policy or ID number.',
    firstName: 'Enter the patient’s first name.',
    lastName: 'Enter the patient’s last name.',
    dateOfBirth: 'Enter the patient’s date of birth as M/D/YYYY.',
  })
})

test('accepts both date formats and treats an invalid date as missing', () => {
  expect(validateCard(right)).toEqual({})
  expect(validateCard({ ...right, dateOfBirth: '05-06-80' })).toEqual({})
  expect(Object.keys(validateCard({ ...right, dateOfBirth: '2/30/1980' }))).toEqual(['dateOfBirth'])
})
