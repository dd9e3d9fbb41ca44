import { describe, expect, test } from 'vitest'
import { cleanupRules } from './cleanup-rules.ts'
import { deviceRules } from './device-rules.ts'
import { escapeRules } from './escape-rules.ts'
import { fileRoleRules } from './file-role-rules.ts'
import { mechanismRules } from './mechanism-rules.ts'
import { messageRules } from './message-rules.ts'
import { nameRules } from './name-rules.ts'
import { serverRules } from './server-rules.ts'
import { sizeRules } from './size-rules.ts'
import { isIn, sources } from './source.ts'
import { stateRules } from './state-rules.ts'
import { webRules } from './web-rules.ts'
import { wordRules } from './word-rules.ts'

const all = sources()
const rules = [
  ...sizeRules,
  ...nameRules,
  ...fileRoleRules,
  ...wordRules,
  ...escapeRules,
  ...messageRules,
  ...serverRules,
  ...mechanismRules,
  ...cleanupRules,
  ...stateRules,
  ...deviceRules,
  ...webRules,
]

describe.each(rules)('$title', ({ appliesTo, exceptions = [], violations, fixture }) => {
  const isException = isIn(...exceptions)

  test('passes', () => {
    const found = all
      .filter((source) => appliesTo(source) && !isException(source))
      .flatMap((source) => violations(source).map((violation) => `${source.path}:${violation}`))
    expect(found).toEqual([])
  })

  test('detects a violation', () => {
    expect(appliesTo(fixture) && !isException(fixture)).toBe(true)
    expect(violations(fixture)).toHaveLength(1)
  })

  test('needs each of its exceptions', () => {
    const needed = (exception: string) =>
      all.some((source) => appliesTo(source) && isIn(exception)(source) && violations(source).length > 0)
    expect(exceptions.filter((exception) => !needed(exception))).toEqual([])
  })
})

test('the rules check the whole code base', () => {
  const folders = new Set(all.map(({ path }) => path.split('/').slice(0, 2).join('/')))
  expect([...folders]).toEqual(
    expect.arrayContaining(['src/app', 'src/platform', 'src/features', 'tests/e2e']),
  )
})
