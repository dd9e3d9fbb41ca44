import { expect, test } from 'vitest'
import { freezeClock } from '#test-support/fake-clock.ts'
import { createLookupLog } from './lookup-log.ts'

const person = 'session client'

/** Searches for a text and keeps what was shown. Returns what has to be audited. */
function lookUp(log: ReturnType<typeof createLookupLog>, text: string, subjects: readonly string[]) {
  const lookup = log.continue(person, text, subjects)
  log.keep(person, lookup)
  return { isNew: lookup.isNew, added: lookup.added }
}

test('a search is audited again a minute after it began, even if it was repeated in between', () => {
  const clock = freezeClock()
  const log = createLookupLog()
  expect(lookUp(log, 'mockbury', ['P2'])).toEqual({ isNew: true, added: ['P2'] })
  clock.forward({ seconds: 40 })
  expect(lookUp(log, 'mockbury', ['P2'])).toEqual({ isNew: false, added: [] })
  clock.forward({ seconds: 21 })
  expect(lookUp(log, 'mockbury', ['P2'])).toEqual({ isNew: true, added: ['P2'] })
})

test('a continued search reports only the rows that it shows for the first time', () => {
  freezeClock()
  const log = createLookupLog()
  lookUp(log, 'mo', ['P2'])
  expect(lookUp(log, 'moc', ['P2', 'P3'])).toEqual({ isNew: true, added: ['P3'] })
  expect(lookUp(log, 'mock', ['P2'])).toEqual({ isNew: true, added: [] })
  expect(lookUp(log, 'moc', ['P2'])).toEqual({ isNew: false, added: [] })
  expect(lookUp(log, 'moc', ['P4'])).toEqual({ isNew: true, added: ['P4'] })
  expect(lookUp(log, 'mockbury', [])).toEqual({ isNew: false, added: [] })
  expect(lookUp(log, 'other', ['P2'])).toEqual({ isNew: true, added: ['P2'] })
})
