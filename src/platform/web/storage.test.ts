import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { localStore, removeTabValues, staffPrefix, tabDraftPrefix, tabStore } from './storage.ts'

/** An object that acts as the browser's storage area. */
function fakeStorage() {
  const storage = {
    getItem: (key: string) => Reflect.get(storage, key) ?? null,
    setItem: (key: string, text: string) => Reflect.set(storage, key, text),
    removeItem: (key: string) => Reflect.deleteProperty(storage, key),
  }
  return storage
}

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('sessionStorage', fakeStorage())
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
})
afterEach(() => vi.useRealTimers())

const rows = localStore('rows', z.union([z.literal(10), z.literal(25), z.literal(50)]))
const dates = (owner: string) => tabStore(`${staffPrefix}dates`, z.string(), { owner })

test.each([
  ['nothing is stored', undefined],
  ['the stored text is not JSON', '{'],
  ['the stored value is out of range', '11'],
  ['the stored value has the wrong type', '"25"'],
])('returns nothing when %s', (_case, text) => {
  if (text !== undefined) localStorage.setItem('rows', text)
  expect(rows.get()).toBeUndefined()
  expect(rows.has()).toBe(text !== undefined)
})

test('returns a stored value that matches the schema', () => {
  localStorage.setItem('rows', '25')
  expect(rows.get()).toBe(25)
})

test('returns the same object until the value changes', () => {
  const list = localStore('list', z.array(z.string()))
  list.set(['a'])
  const first = list.get()
  expect(list.get()).toBe(first)
  list.set(['a', 'b'])
  expect(list.get()).toEqual(['a', 'b'])
})

test('calls listeners after changes of their key only, until they unsubscribe', () => {
  const listener = vi.fn()
  const unsubscribe = rows.subscribe(listener)
  rows.set(25)
  rows.remove()
  localStore('other', z.string()).set('x')
  expect(listener).toHaveBeenCalledTimes(2)
  unsubscribe()
  rows.set(50)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('calls listeners of other tabs after changes of their key or of everything, but not of this tab', () => {
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  const listener = vi.fn()
  const unsubscribe = rows.subscribe(listener, { onlyOtherTabs: true })
  const change = (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key }))
  rows.set(25)
  change('other')
  expect(listener).not.toHaveBeenCalled()
  change('rows')
  change(null)
  expect(listener).toHaveBeenCalledTimes(2)
  unsubscribe()
  change('rows')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('returns values of a tab to their owner only', () => {
  dates('Ada').set('1/2/2026')
  expect(dates('Ada').get()).toBe('1/2/2026')
  expect(dates('Zoë').get()).toBeUndefined()
  expect(sessionStorage.getItem(`${staffPrefix}dates`)).toBeNull()
})

test('ignores a value of a tab that does not match the schema', () => {
  const numbers = tabStore(`${staffPrefix}dates`, z.number(), { owner: 'Ada' })
  numbers.set(7)
  expect(dates('Ada').get()).toBeUndefined()
})

test('removes a value of a tab at its maximum age', () => {
  vi.useFakeTimers()
  const store = tabStore('card', z.string(), { maxAge: 1000 })
  store.set('typed')
  vi.advanceTimersByTime(999)
  expect(store.get()).toBe('typed')
  vi.advanceTimersByTime(1)
  expect(store.has()).toBe(false)
})

test('removes values by prefix and leaves others in place', () => {
  sessionStorage.setItem('return', '/home')
  dates('Ada').set('1/2/2026')
  removeTabValues(staffPrefix)
  expect(dates('Ada').get()).toBeUndefined()
  expect(sessionStorage.getItem('return')).toBe('/home')
})

test('the draft of a search survives clearing the staff values but not the end of a session', () => {
  const form = tabStore(`${tabDraftPrefix}publicDomestic`, z.string())
  form.set('1 Main Street')
  removeTabValues(staffPrefix)
  expect(form.get()).toBe('1 Main Street')
  removeTabValues(staffPrefix, tabDraftPrefix)
  expect(form.get()).toBeUndefined()
})

test('uses memory when the browser blocks storage', () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  dates('Ada').set('1/2/2026')
  rows.set(25)
  expect([dates('Ada').get(), rows.get()]).toEqual(['1/2/2026', 25])
  removeTabValues(staffPrefix)
  rows.remove()
  expect([dates('Ada').get(), rows.get()]).toEqual([undefined, undefined])
})
