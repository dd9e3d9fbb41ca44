import { expect, test } from 'vitest'
import { texts } from '../messages.ts'
import { validateCard } from './id-card-form.tsx'

const validate = (values: typeof right) => validateCard(values, texts.en, 'month first')

const right = { policy: 'ALP-1', firstName: 'Ada', lastName: 'Quillfeather', dateOfBirth: '5/6/1980' }

test('reports each missing field', () => {
  expect(validate({ policy: '', firstName: ' ', lastName: '', dateOfBirth: '' })).toEqual({
    policy: 'Enter the policy or ID number.',
    firstName: 'Enter the patient’s first name.',
    lastName: 'Enter the patient’s last name.',
    dateOfBirth: 'Enter the patient’s date of birth as M/D/YYYY.',
  })
})

test('accepts both date formats and treats an invalid date as missing', () => {
  expect(validate(right)).toEqual({})
  expect(validate({ ...right, dateOfBirth: '05-06-80' })).toEqual({})
  expect(Object.keys(validate({ ...right, dateOfBirth: '2/30/1980' }))).toEqual(['dateOfBirth'])
})

test('takes the day first in German', () => {
  const typed = (dateOfBirth: string) =>
    Object.values(validateCard({ ...right, dateOfBirth }, texts.de, 'day first'))
  expect(typed('31.12.1980')).toEqual([])
  expect(typed('12/31/1980')).toEqual([
    'Geben Sie das Geburtsdatum der versicherten Person als TT.MM.JJJJ ein.',
  ])
})
