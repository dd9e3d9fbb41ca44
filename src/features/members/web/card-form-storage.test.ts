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

test('restores typed card data only for members of the same client', () => {
  keepCard('Alpine', typed)
  expect(keptCard('Alpine')).toEqual(typed)
  expect(keptCard('Lagoon')).toBeUndefined()
})

test('never stores the date of birth', () => {
  keepCard('Alpine', Object.assign({ dateOfBirth: '5/6/1980' }, typed))
  expect([...storage.values()].join()).not.toContain('1980')
})

test('deletes typed card data after 30 minutes', () => {
  keepCard('Alpine', typed)
  vi.advanceTimersByTime(30 * 60_000 - 1)
  expect(keptCard('Alpine')).toEqual(typed)
  vi.advanceTimersByTime(1)
  expect(storage.size).toBe(0)
  expect(keptCard('Alpine')).toBeUndefined()
})

test('removes expired card data and card data of another client on reload', () => {
  const card = JSON.stringify({ ...typed, clientName: 'Alpine', keptAt: Date.now() - 30 * 60_000 })
  storage.set('memberIdCard', card)
  expect(keptCard('Alpine')).toBeUndefined()
  expect(storage.size).toBe(0)
  keepCard('Alpine', typed)
  expect(keptCard('Lagoon')).toBeUndefined()
  expect(storage.size).toBe(0)
})

test('removes cleared data from the browser', () => {
  keepCard('Alpine', typed)
  forgetCard()
  expect(storage.size).toBe(0)
})

test('ignores invalid data and tolerates blocked storage', () => {
  storage.set('memberIdCard', '{"policy":7}')
  expect(keptCard('Alpine')).toBeUndefined()
  vi.stubGlobal('sessionStorage', undefined)
  keepCard('Alpine', typed)
  forgetCard()
  expect(keptCard('Alpine')).toBeUndefined()
})
