import { expect, test } from 'vitest'
import { findAvailableReport, findReport } from './report-list.ts'

const nothing = { patientSearch: false, currentActivity: false, clientAuth: false, caseSummary: false }

test.each([
  ['SAVINGS', {}, true],
  ['BILLDETAIL', {}, false],
  ['BILLDETAIL', { patientSearch: true }, true],
  ['BILLDETAIL', { currentActivity: true }, true],
  ['BILLDETAIL', { clientAuth: true, caseSummary: true }, false],
  ['ACTIVITY', {}, false],
  ['ACTIVITY', { currentActivity: true }, true],
  ['AUTHAGING', { patientSearch: true, currentActivity: true, caseSummary: true }, false],
  ['AUTHAGING', { clientAuth: true }, true],
  ['NOWHERE', { patientSearch: true, currentActivity: true, clientAuth: true, caseSummary: true }, false],
])('%s is available to a client with the features %j: %s', (code, features, isAvailable) => {
  expect(findAvailableReport({ ...nothing, ...features }, code)?.code).toBe(isAvailable ? code : undefined)
})

test('report codes are case-sensitive', () => {
  for (const code of ['savings', ' SAVINGS', '', 'toString']) expect(findReport(code)).toBeUndefined()
})
