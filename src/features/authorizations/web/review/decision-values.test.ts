import { expect, test } from 'vitest'
import { initialValues, selectAction, toDecision } from './decision-values.ts'

const dollars = { currency: 'USD' }

test('no action is selected at first, and nothing would be sent', () => {
  expect(initialValues.action).toBe('N')
  expect(toDecision(initialValues, dollars)).toEqual({})
})

test.each([
  [
    'A',
    {
      patientResponsibility: '0',
      patientResponsibilityCurrency: 'USD',
      maximumCovered: '0',
      maximumCoveredCurrency: 'USD',
    },
  ],
  ['D', { denialCode: '0188' }],
  ['I', { additionalInfo: '0507' }],
  ['O', { otherSpecialHandling: '' }],
] as const)('the action %s starts with its defaults and sends only its fields', (action, sent) => {
  expect(toDecision(selectAction(initialValues, action), dollars)).toEqual(sent)
})

test('reselecting an action resets its code and keeps other input', () => {
  const typed = {
    ...selectAction(initialValues, 'D'),
    denialCode: '0200',
    otherSpecialHandling: 'Call the clinic',
  }
  const again = selectAction(selectAction(typed, 'O'), 'D')
  expect(again).toMatchObject({ denialCode: '0188', otherSpecialHandling: 'Call the clinic' })
})
