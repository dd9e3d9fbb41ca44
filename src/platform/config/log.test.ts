import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function logged(write: (log: ReturnType<typeof openLog>) => void) {
  const lines: string[] = []
  write(openLog('info', { write: (line) => lines.push(line) }))
  return lines.join('')
}

test('logs an error without its message, which may quote personal data', () => {
  const error = Object.assign(new Error('Key (policy)=(P-77 Jane Roe) already exists'), {
    code: '23505',
    detail: 'Jane Roe',
  })
  const line = logged((log) => log.error({ err: error }, 'request failed'))
  expect(line).toContain('23505')
  expect(line).not.toContain('Jane')
})

test('a multi-line message does not enter the log as a stack frame', () => {
  const line = logged((log) => log.error({ err: new Error('one\n    at Jane Roe (home:1:2)') }, 'failed'))
  expect(line).not.toContain('Jane')
  expect(line).toContain('log.test.ts')
})

test('logs no data from a request or response object', () => {
  const line = logged((log) => log.info({ req: { url: '/?name=Jane' }, res: { body: 'Jane' } }, 'seen'))
  expect(line).not.toContain('Jane')
})

test('drops every field that is not on the allowlist', () => {
  const line = logged((log) => {
    log.info({ patient: { name: 'Jane' }, headers: { authorization: 'Bearer Jane' } }, 'seen')
    log.child({ reference: 'r-1' }).info({ status: 200, body: 'Jane' }, 'seen')
  })
  expect(line).not.toContain('Jane')
  expect(line).toContain('"reference":"r-1","status":200')
})

test('logs the cause of an error by kind and location only', () => {
  const cause = Object.assign(new RangeError('Jane'), { code: 'E_1', detail: 'Jane' })
  const line = logged((log) => log.error({ err: new Error('outer', { cause }) }, 'failed'))
  expect(line).not.toContain('Jane')
  expect(JSON.parse(line).err.cause).toMatchObject({ kind: 'RangeError', code: 'E_1' })
  expect(JSON.parse(line).err.cause.at[0]).toContain('log.test.ts')
})
