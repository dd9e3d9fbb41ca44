import { expect, test } from 'vitest'
import { choosing, decisionOf, noChoice } from './decision-values.ts'

const dollars = { currency: 'USD' }

test('nothing is chosen at first, and nothing would be sent', () => {
  expect(noChoice.action).toBe('N')
  expect(decisionOf(noChoice, dollars)).toEqual({})
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
] as const)('choosing %s begins with its defaults and sends its fields alone', (action, sent) => {
  expect(decisionOf(choosing(noChoice, action), dollars)).toEqual(sent)
})

test('choosing again presets the code again, and keeps what was typed elsewhere', () => {
  const typed = { ...choosing(noChoice, 'D'), denialCode: '0200', otherSpecialHandling: 'Call the clinic' }
  const again = choosing(choosing(typed, 'O'), 'D')
  expect(again).toMatchObject({ denialCode: '0188', otherSpecialHandling: 'Call the clinic' })
})
