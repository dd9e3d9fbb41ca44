import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import {
  buildCasePath,
  firstActivitySearchError,
  hasCases,
  labelItn,
  validateActivitySearch,
  validatePatientSearch,
} from './rules.ts'

const activity = {
  startDate: '2026-01-15',
  endDate: '2026-02-15',
  clients: ['ALP1'],
  activityList: ['ALL' as const],
}

test.each([
  ['NAMEL', '', messages.termMissing],
  ['NAMEL', '\u0301', messages.termMissing],
  ['NAMEL', ' \u0308\u200b', messages.termMissing],
  ['POLICY', '', messages.termMissing],
  ['CLAIMNO', '', messages.termMissing],
  ['CLAIMNO', '2400000001', messages.incidentNumberLength],
  ['CLAIMNO', '240000000171', messages.incidentNumberLength],
  ['DOB', '', messages.dateMissing],
  ['DOB', '2026-02-30', messages.dateMissing],
  ['DOB', 'Smith', messages.dateMissing],
] as const)('a patient search by %s rejects "%s"', (type, term, message) => {
  expect(validatePatientSearch(type, term)).toBe(message)
})

test.each([
  ['NAMEL', 'S'],
  ['CLAIMNO', '24000000017'],
  ['DOB', '1980-05-06'],
  ['DOB', '5/6/1980'],
] as const)('a patient search by %s accepts %s', (type, term) => {
  expect(validatePatientSearch(type, term)).toBeUndefined()
})

test.each([
  [{ startDate: '' }, messages.dateMissing],
  [{ endDate: '2026-13-01' }, messages.dateMissing],
  [{ endDate: '2026-01-14' }, messages.datesReversed],
  [{ endDate: '2026-07-15' }, messages.spanTooLong],
  [{ clients: [] }, messages.clientMissing],
  [{ activityList: [] }, messages.kindMissing],
])('a current-activity search with %j is rejected', (change, message) => {
  expect(firstActivitySearchError({ ...activity, ...change })).toBe(message)
})

test.each([
  ['a single day', '2026-01-15', '2026-01-15'],
  ['six months less a day', '2026-01-15', '2026-07-14'],
  ['a range between the last days of a long and a short month', '2025-08-31', '2026-02-28'],
  ['dates as M/D/YYYY', '1/15/2026', '2/15/2026'],
])('a current-activity search accepts %s', (_case, startDate, endDate) => {
  expect(firstActivitySearchError({ ...activity, startDate, endDate })).toBeUndefined()
})

test('a current-activity search reports the error of each invalid field', () => {
  expect(validateActivitySearch({ startDate: '', endDate: 'soon', clients: [], activityList: [] })).toEqual({
    startDate: messages.dateMissing,
    endDate: messages.dateMissing,
    clients: messages.clientMissing,
    activityList: messages.kindMissing,
  })
  expect(validateActivitySearch(activity)).toEqual({})
})

test.each([
  ['123', 'ITN 123'],
  ['ITN9000064', 'ITN9000064'],
  ['itn 7', 'itn 7'],
])('the label of ITN %s is "%s"', (itn, label) => {
  expect(labelItn(itn)).toBe(label)
})

test.each([
  [4, 4, 'Medical record for incident 26000000017, page 4'],
  [4, 5, 'Medical record for incident 26000000017, pages 4 to 5'],
])('the title of a document on pages %i to %i names them', (first, last, title) => {
  expect(messages.titles.medical_record('26000000017', first, last)).toBe(title)
})

test.each([
  [true, true, '/patient-search/overview?row=a%26b'],
  [true, false, '/patient-search/overview?row=a%26b'],
  [false, true, '/current-activity/overview?row=a%26b'],
])(
  'with patient search %s and current activity %s, a case opens at %s',
  (patientSearch, currentActivity, path) => {
    expect(buildCasePath({ patientSearch, currentActivity }, 'a&b')).toBe(path)
  },
)

test('a client without searches has no cases', () => {
  expect(hasCases({ patientSearch: false, currentActivity: false })).toBe(false)
  expect(hasCases({ patientSearch: false, currentActivity: true })).toBe(true)
  expect(hasCases(undefined)).toBe(false)
})
