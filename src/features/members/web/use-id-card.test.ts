import { expect, test } from 'vitest'
import { faultsOfCard } from './use-id-card.ts'

const right = { policy: 'ALP-1', firstName: 'Ada', lastName: 'Quillfeather', dateOfBirth: '5/6/1980' }

test('each field that is missing says so', () => {
  expect(faultsOfCard({ policy: '', firstName: ' ', lastName: '', dateOfBirth: '' })).toEqual({
    policy: 'Please enter the policy or ID number.',
    firstName: 'Please enter the patient’s first name.',
    lastName: 'Please enter the patient’s last name.',
    dateOfBirth: 'Please enter the patient’s date of birth, as M/D/YYYY.',
  })
})

test('a date of birth that is no day is missing, however it is typed it is taken', () => {
  expect(faultsOfCard(right)).toEqual({})
  expect(faultsOfCard({ ...right, dateOfBirth: '05-06-80' })).toEqual({})
  expect(Object.keys(faultsOfCard({ ...right, dateOfBirth: '2/30/1980' }))).toEqual(['dateOfBirth'])
})
