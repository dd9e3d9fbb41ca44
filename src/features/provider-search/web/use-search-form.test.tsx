import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { aSearch } from '#test-support/search-factory.ts'
import { emptyValues } from './search-values.ts'
import { useSearchForm } from './use-search-form.ts'

afterEach(() => sessionStorage.clear())

function openFormOf(person: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TabOwnerProvider value={person}>{children}</TabOwnerProvider>
  )
  const search = aSearch('domestic')
  const values = emptyValues(search)
  return renderHook(() => useSearchForm(search, values), { wrapper }).result
}

test('a draft reappears for the person who typed it and for no one else', () => {
  const form = openFormOf('Ann')
  act(() => form.current.change({ zipCode: '33131' }))
  expect(openFormOf('Ann').current.getValues().zipCode).toBe('33131')
  expect(openFormOf('Bob').current.getValues().zipCode).toBe('')
})

test('a form that was reset stays so after a reload', () => {
  const form = openFormOf('Ann')
  act(() => form.current.change({ zipCode: '33131' }))
  act(() => form.current.reset({ ...form.current.getValues(), zipCode: '' }))
  expect(openFormOf('Ann').current.getValues().zipCode).toBe('')
})
