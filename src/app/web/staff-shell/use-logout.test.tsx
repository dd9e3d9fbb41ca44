import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { draftStore, findUnsavedDraft } from '#platform/web/drafts/draft-storage.ts'
import { storeToken } from '#test-support/person-token.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { StaffBar } from './staff-bar.tsx'

beforeEach(() => storeToken('ada'))

const draft = (name: string, owner = 'ada alpine') => draftStore(owner, name, z.unknown())

/** Clicks Logout in the account menu. */
async function clickLogout() {
  const view = await renderComponent(<StaffBar />, { path: '/patient-search' })
  await view.user.click(screen.getByRole('button', { name: 'Account' }))
  await view.user.click(screen.getByRole('link', { name: 'Logout' }))
  return { ...view, question: screen.queryByRole('dialog', { name: 'Log out?' }) }
}

test('a logout asks once before it discards a note', async () => {
  draft('note draft of 4711').set('Call Mrs. Sample')
  const { user, url, question } = await clickLogout()
  expect(question).toHaveTextContent('You have an unsaved note. Log out anyway?')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stay logged in' })).toHaveFocus())
  await expectAccessible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(url()).toBe('/patient-search')
  expect(draft('note draft of 4711').get()).toBe('Call Mrs. Sample')
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await user.click(screen.getByRole('link', { name: 'Logout' }))
  await user.click(await screen.findByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(url()).toBe('/logout'))
})

test('a logout that loses nothing asks nothing', async () => {
  draft('note draft of 4711').set(' ')
  draft('search patientSearch').set({ searchTerm: 'Sample' })
  draft('note draft of 4711', 'other alpine').set('Of somebody else')
  const { url, question } = await clickLogout()
  expect(question).toBeNull()
  await waitFor(() => expect(url()).toBe('/logout'))
})

test.each([
  ['comment', 'comment draft of ITN1', 'Waiting for the records'],
  ['decision', 'decision', { itn: 'ITN1', round: 1, values: {} }],
])('an unsaved %s counts for any client of the person', (kind, name, value) => {
  draft(name, 'ada lagoon').set(value)
  expect(findUnsavedDraft('ada')).toBe(kind)
  draft(name, 'ada lagoon').remove()
  expect(findUnsavedDraft('ada')).toBeUndefined()
})
