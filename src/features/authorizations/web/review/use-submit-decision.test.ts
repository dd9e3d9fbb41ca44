import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/api-client.ts'
import { messages } from '../../messages.ts'
import { createIdempotencyKeys, toDecisionError } from './use-submit-decision.ts'

const failed = (status: number, members: object = {}) =>
  new ApiError(status, {
    type: 'about:blank',
    title: 'Refused',
    status,
    detail: `Refused with ${status}.`,
    reference: 'r',
    ...members,
  })
const decision = { action: 'A', decision: 'approved', by: 'Ada', at: '2026-03-10T12:00:00Z' }

test.each([0, 200])(
  'after an unreadable response (%d) the specified message is shown and the decision can be retried',
  (status) => {
    expect(toDecisionError(new ApiError(status))).toMatchObject({
      message: `${messages.saveFailed} ${messages.saveAgain}`,
      isFinal: false,
    })
  },
)

test.each([401, 429, 500, 503])(
  'after status %d the server’s message is shown and the decision can be retried',
  (status) => {
    expect(toDecisionError(failed(status))).toMatchObject({
      message: `Refused with ${status}.`,
      isFinal: false,
    })
  },
)

test('after status 409 a decided bill leaves the list, and a resubmitted one must be reviewed again', () => {
  expect(toDecisionError(failed(409, { decision }))).toMatchObject({ isDecided: true, isOutdated: false })
  expect(toDecisionError(failed(409))).toMatchObject({ isDecided: false, isOutdated: true })
})

test('after status 422 the invalid fields are marked, or none if the response names an unknown field', () => {
  const faults = [
    { field: 'denialCode', fault: messages.errors.denial.missing },
    { field: 'colour', fault: 'No.' },
  ]
  expect(toDecisionError(failed(422, { faults: faults.slice(0, 1) })).errors).toEqual({
    denialCode: messages.errors.denial.missing,
  })
  expect(toDecisionError(failed(422, { faults })).errors).toEqual({})
})

test('after a request for a step-up the list stays as it is, and the decision can be sent again', () => {
  expect(toDecisionError(failed(403, { reason: 'step-up' }))).toMatchObject({
    needsStepUp: true,
    isOutdated: false,
  })
  expect(toDecisionError(failed(403))).toMatchObject({ needsStepUp: false, isOutdated: true })
})

test('an error that is not an API error is rethrown', () => {
  expect(() => toDecisionError(new TypeError('broken'))).toThrow('broken')
})

test('a retried decision keeps its key; a different one, or one after a final response, gets a new key', () => {
  const { getAttempt, endAttempt } = createIdempotencyKeys()
  const getKey = (...attempt: Parameters<typeof getAttempt>) => getAttempt(...attempt).idempotencyKey
  const first = getKey('ITN-1', 1, { denialCode: '0188' })
  expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(getKey('ITN-1', 1, { denialCode: '0188' })).toBe(first)
  const others = [
    getKey('ITN-1', 1, { denialCode: '0200' }),
    getKey('ITN-1', 2, { denialCode: '0188' }),
    getKey('ITN-2', 1, { denialCode: '0188' }),
  ]
  expect(getKey('ITN-2', 1, { denialCode: '0188' })).toBe(others[2])
  endAttempt('ITN-2')
  others.push(getKey('ITN-2', 1, { denialCode: '0188' }))
  expect(new Set([first, ...others]).size).toBe(5)
})
