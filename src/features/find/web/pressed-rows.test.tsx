import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  foundCase,
  nothing,
  options,
  renderPalette,
  twoCases,
  waitForCases,
  waitForRow,
  waitForSearch,
} from '#test-support/find-fixture.tsx'
import { findAnything } from '../contract.ts'

test('a pressed row stays in place when results arrive, so that its click is not lost', async () => {
  const { api, type, user, onOpen } = await renderPalette({ clients: [] })
  const release = api.hold(findAnything)
  await type('sample')
  const all = screen.getByRole('option', { name: 'Search all clients for “sample”' })
  expect(options()[0]).toBe(all.textContent)
  await user.pointer({ keys: '[MouseLeft>]', target: all })
  release()
  await waitForSearch()
  expect(options()[0]).toBe(all.textContent)
  await user.pointer({ keys: '[/MouseLeft]', target: all })
  await waitFor(() => expect(options()[0]).toContain('Lagoon Plan'))
  expect(onOpen).not.toHaveBeenCalled()
})

test('no message moves a pressed row', async () => {
  const { api, type } = await renderPalette()
  api.reply(findAnything, nothing)
  const release = api.hold(findAnything)
  await type('sample')
  const list = screen.getByRole('listbox')
  fireEvent.pointerDown(list)
  release()
  await waitForSearch()
  expect(screen.queryByText(/No matches/)).toBeNull()
  fireEvent.click(list)
  expect(await screen.findByText(/No matches/)).toBeVisible()
})

test('the pressed button of the preview opens the case that it was pressed for', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  await type('sample')
  await waitForCases()
  api.reply(findAnything, { ...twoCases, cases: [foundCase(3, 'Sampleson, Eve')] })
  const release = api.hold(findAnything)
  await type('s')
  const open = screen.getByRole('button', { name: 'Open case' })
  await user.pointer({ keys: '[MouseLeft>]', target: open })
  release()
  await waitForSearch()
  await user.pointer({ keys: '[/MouseLeft]', target: open })
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ href: '/patient-search/overview?row=row-1' }, false)
  await waitForRow('Sampleson, Eve')
})

test.each(['pointerCancel', 'contextMenu', 'blur'] as const)(
  'a press that ends with %s shows the results',
  async (end) => {
    const { api, type } = await renderPalette()
    const release = api.hold(findAnything)
    await type('sample')
    fireEvent.pointerDown(screen.getByRole('listbox'))
    release()
    await waitForSearch()
    expect(options()).not.toContainEqual(expect.stringContaining('Sampleton'))
    fireEvent[end](end === 'blur' ? window : screen.getByRole('listbox'))
    await waitForCases()
  },
)

test('a second press keeps the rows of the first in place', async () => {
  const { api, type } = await renderPalette()
  const release = api.hold(findAnything)
  await type('sample')
  const list = screen.getByRole('listbox')
  fireEvent.pointerDown(list)
  vi.useFakeTimers()
  fireEvent.pointerUp(list)
  fireEvent.pointerDown(list)
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  release()
  await waitForSearch()
  expect(options()).not.toContainEqual(expect.stringContaining('Sampleton'))
  fireEvent.click(list)
  await waitForCases()
})

test('Enter waits for the results also while a row is pressed', async () => {
  const { api, type, user, onOpen } = await renderPalette({ clients: [] })
  const release = api.hold(findAnything)
  await type('sample')
  fireEvent.pointerDown(screen.getByRole('listbox'))
  await user.keyboard('{Enter}')
  release()
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
  expect(onOpen).toHaveBeenCalledWith({ href: '/patient-search/overview?row=row-1' }, false)
  expect(options()).not.toContainEqual(expect.stringContaining('Sampleton'))
})

test('typing ends the press of a row', async () => {
  const { type, user } = await renderPalette()
  await type('sample')
  await waitForCases()
  fireEvent.pointerDown(screen.getByRole('listbox'))
  await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}')
  expect(options()).toContainEqual(expect.stringContaining('Recently, Rita'))
})
