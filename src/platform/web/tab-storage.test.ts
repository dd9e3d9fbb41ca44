import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  clearTabValues,
  clearTabValuesAndDrafts,
  draftPrefix,
  readTabValue,
  writeTabValue,
} from './tab-storage.ts'

beforeEach(() => {
  const storage = {
    getItem: (key: string) => Reflect.get(storage, key) ?? null,
    setItem: (key: string, text: string) => Reflect.set(storage, key, text),
    removeItem: (key: string) => Reflect.deleteProperty(storage, key),
  }
  vi.stubGlobal('sessionStorage', storage)
})

const text = z.string()

test('returns stored values to their owner only', () => {
  writeTabValue('dates', 'Ada', '1/2/2026')
  expect(readTabValue('dates', 'Ada', text)).toBe('1/2/2026')
  expect(readTabValue('dates', 'Zoë', text)).toBeUndefined()
})

test('ignores a value that does not match the schema', () => {
  writeTabValue('dates', 'Ada', 7)
  expect(readTabValue('dates', 'Ada', text)).toBeUndefined()
})

test('removes its own values and leaves others in place', () => {
  sessionStorage.setItem('return', '/home')
  writeTabValue('dates', 'Ada', '1/2/2026')
  clearTabValues()
  expect(readTabValue('dates', 'Ada', text)).toBeUndefined()
  expect(sessionStorage.getItem('return')).toBe('/home')
})

test('an unsent form survives clearing the tab values but not the end of a session', () => {
  sessionStorage.setItem(`${draftPrefix}publicDomestic`, '{"address":"1 Main Street"}')
  clearTabValues()
  expect(sessionStorage.getItem(`${draftPrefix}publicDomestic`)).not.toBeNull()
  clearTabValuesAndDrafts()
  expect(sessionStorage.getItem(`${draftPrefix}publicDomestic`)).toBeNull()
})

test('does not throw when the browser blocks storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  writeTabValue('dates', 'Ada', '1/2/2026')
  clearTabValues()
  expect(readTabValue('dates', 'Ada', text)).toBeUndefined()
})
