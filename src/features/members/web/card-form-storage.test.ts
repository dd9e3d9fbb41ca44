import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepCard, keptCard } from './card-form-storage.ts'
import { forgetCard } from './member-store.ts'

const typed = { policy: 'ALP-1', firstName: 'Ada', lastName: 'Quillfeather' }
let storage: Map<string, string>

beforeEach(() => {
  storage = new Map()
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  })
})
afterEach(() => vi.useRealTimers())

test('what was typed for a card comes back to members of that client, and of no other', () => {
  keepCard('Alpine', typed)
  expect(keptCard('Alpine')).toEqual(typed)
  expect(keptCard('Lagoon')).toBeUndefined()
})

test('the date of birth is never kept', () => {
  keepCard('Alpine', Object.assign({ dateOfBirth: '5/6/1980' }, typed))
  expect([...storage.values()].join()).not.toContain('1980')
})

test('half an hour later nothing is given, and the browser holds nothing', () => {
  keepCard('Alpine', typed)
  vi.advanceTimersByTime(30 * 60_000 - 1)
  expect(keptCard('Alpine')).toEqual(typed)
  vi.advanceTimersByTime(1)
  expect(storage.size).toBe(0)
  expect(keptCard('Alpine')).toBeUndefined()
})

test('a card that a reload finds too old, or of another client, is removed from the browser', () => {
  const card = JSON.stringify({ ...typed, clientName: 'Alpine', keptAt: Date.now() - 30 * 60_000 })
  storage.set('memberIdCard', card)
  expect(keptCard('Alpine')).toBeUndefined()
  expect(storage.size).toBe(0)
  keepCard('Alpine', typed)
  expect(keptCard('Lagoon')).toBeUndefined()
  expect(storage.size).toBe(0)
})

test('what is forgotten is gone, also from the browser', () => {
  keepCard('Alpine', typed)
  forgetCard()
  expect(storage.size).toBe(0)
})

test('what does not fit is not given, and a browser that keeps nothing is no error', () => {
  storage.set('memberIdCard', '{"policy":7}')
  expect(keptCard('Alpine')).toBeUndefined()
  vi.stubGlobal('sessionStorage', undefined)
  keepCard('Alpine', typed)
  forgetCard()
  expect(keptCard('Alpine')).toBeUndefined()
})
