import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeCard, storedCard } from './id-card-form.tsx'
import { removeCard } from './member-store.ts'

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
  storeCard('Alpine', typed)
  expect(storedCard('Alpine')).toEqual(typed)
  expect(storedCard('Lagoon')).toBeUndefined()
})

test('never stores the date of birth', () => {
  storeCard('Alpine', Object.assign({ dateOfBirth: '5/6/1980' }, typed))
  expect([...storage.values()].join()).not.toContain('1980')
})

test('deletes typed card data after 30 minutes', () => {
  storeCard('Alpine', typed)
  vi.advanceTimersByTime(30 * 60_000 - 1)
  expect(storedCard('Alpine')).toEqual(typed)
  vi.advanceTimersByTime(1)
  expect(storage.size).toBe(0)
  expect(storedCard('Alpine')).toBeUndefined()
})

test('removes expired card data and card data of another client on reload', () => {
  const card = JSON.stringify({ ...typed, clientName: 'Alpine', keptAt: Date.now() - 30 * 60_000 })
  storage.set('memberIdCard', card)
  expect(storedCard('Alpine')).toBeUndefined()
  expect(storage.size).toBe(0)
  storeCard('Alpine', typed)
  expect(storedCard('Lagoon')).toBeUndefined()
  expect(storage.size).toBe(0)
})

test('removes cleared data from the browser', () => {
  storeCard('Alpine', typed)
  removeCard()
  expect(storage.size).toBe(0)
})

test('ignores invalid data and tolerates blocked storage', () => {
  storage.set('memberIdCard', '{"policy":7}')
  expect(storedCard('Alpine')).toBeUndefined()
  vi.stubGlobal('sessionStorage', undefined)
  storeCard('Alpine', typed)
  removeCard()
  expect(storedCard('Alpine')).toBeUndefined()
})
