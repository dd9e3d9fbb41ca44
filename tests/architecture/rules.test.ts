import { describe, expect, test } from 'vitest'
import { escapeLaws } from './escape-rules.ts'
import { messageLaws } from './message-rules.ts'
import { nameLaws } from './name-rules.ts'
import { serverLaws } from './server-rules.ts'
import { sizeLaws } from './size-rules.ts'
import { sources } from './source.ts'

const all = sources()
const laws = [...sizeLaws, ...nameLaws, ...escapeLaws, ...messageLaws, ...serverLaws]

describe.each(laws)('$sentence', ({ holdsIn, offences, planted }) => {
  test('holds', () => {
    const found = all
      .filter(holdsIn)
      .flatMap((source) => offences(source).map((offence) => `${source.path}:${offence}`))
    expect(found).toEqual([])
  })

  test('bites', () => {
    expect(holdsIn(planted)).toBe(true)
    expect(offences(planted)).toHaveLength(1)
  })
})

test('the laws read the whole house', () => {
  const rooms = new Set(all.map(({ path }) => path.split('/').slice(0, 2).join('/')))
  expect([...rooms]).toEqual(expect.arrayContaining(['src/app', 'src/platform', 'src/features', 'tests/e2e']))
})
