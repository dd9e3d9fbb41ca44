import { describe, expect, test } from 'vitest'
import { escapeRules } from './escape-rules.ts'
import { fileRoleRules } from './file-role-rules.ts'
import { mechanismRules } from './mechanism-rules.ts'
import { messageRules } from './message-rules.ts'
import { nameRules } from './name-rules.ts'
import { serverRules } from './server-rules.ts'
import { sizeRules } from './size-rules.ts'
import { sources } from './source.ts'
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
  ...webRules,
]

describe.each(rules)('$title', ({ appliesTo, violations, fixture }) => {
  test('passes', () => {
    const found = all
      .filter(appliesTo)
      .flatMap((source) => violations(source).map((violation) => `${source.path}:${violation}`))
    expect(found).toEqual([])
  })

  test('detects a violation', () => {
    expect(appliesTo(fixture)).toBe(true)
    expect(violations(fixture)).toHaveLength(1)
  })
})

test('the rules check the whole code base', () => {
  const folders = new Set(all.map(({ path }) => path.split('/').slice(0, 2).join('/')))
  expect([...folders]).toEqual(
    expect.arrayContaining(['src/app', 'src/platform', 'src/features', 'tests/e2e']),
  )
})
