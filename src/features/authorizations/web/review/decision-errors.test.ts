import { expect, test } from 'vitest'
import { CallFailed } from '#platform/web/api-client.ts'
import { messages } from '../../messages.ts'
import { refusalOf } from './decision-errors.ts'

const failed = (status: number, members: object = {}) =>
  new CallFailed(status, {
    ...{ type: 'about:blank', title: 'Refused', status, detail: `Refused with ${status}.`, reference: 'r' },
    ...members,
  })
const decision = { action: 'A', decision: 'approved', by: 'Ada', at: '2026-03-10T12:00:00Z' }

test.each([0, 200])(
  'no answer that can be read (%d) is said as specified, and may be sent again',
  (status) => {
    expect(refusalOf(new CallFailed(status))).toMatchObject({ sentence: messages.saveFailed, isFinal: false })
  },
)

test.each([401, 429, 500, 503])('%d is said in the server’s words, and may be sent again', (status) => {
  expect(refusalOf(failed(status))).toMatchObject({ sentence: `Refused with ${status}.`, isFinal: false })
})

test('409 takes the bill off the list when it was decided, and only asks to look again when it came again', () => {
  expect(refusalOf(failed(409, { decision }))).toMatchObject({ isDecided: true, isOutdated: false })
  expect(refusalOf(failed(409))).toMatchObject({ isDecided: false, isOutdated: true })
})

test('422 names the fields, and a field that the page does not know is left to the sentence', () => {
  const faults = [
    { field: 'denialCode', fault: messages.faults.denial.missing },
    { field: 'colour', fault: 'No.' },
  ]
  expect(refusalOf(failed(422, { faults: faults.slice(0, 1) })).faults).toEqual({
    denialCode: messages.faults.denial.missing,
  })
  expect(refusalOf(failed(422, { faults })).faults).toEqual({})
})

test('what is no failed call is not made one', () => {
  expect(() => refusalOf(new TypeError('broken'))).toThrow('broken')
})
