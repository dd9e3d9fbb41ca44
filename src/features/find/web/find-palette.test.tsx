import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { everything } from '#test-support/client-configuration.ts'
import {
  authorization,
  field,
  foundCase,
  headings,
  highlighted,
  nothing,
  options,
  renderPalette,
  twoCases,
  waitForCases,
  waitForRow,
} from '#test-support/find-fixture.tsx'
import { expectAccessible } from '#test-support/render-component.tsx'
import { findAnything } from '../contract.ts'

test('shows recent cases and pages before anything is typed', async () => {
  const { api } = await renderPalette()
  expect(await screen.findByRole('option', { name: /Recently, Rita/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  expect(options()).toHaveLength(4)
  expect(field()).toHaveFocus()
  expect(api.requests(findAnything)).toEqual([])
  await expectAccessible()
})

test('groups results in a fixed order, highlights the first, and announces their number', async () => {
  const { type } = await renderPalette()
  await type('sample')
  // Slow typing also finds the case by the first letters, so the row is no sign of the final results.
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('5 results'))
  expect(headings().map((id) => document.getElementById(id ?? '')?.firstChild?.textContent)).toEqual([
    'Patients and cases',
    'Authorizations',
    'Go to',
  ])
  expect(highlighted()).toHaveTextContent('Sampleton, Ada')
  expect(screen.getByText('First 2')).toBeVisible()
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'Sample',
    'Sample',
    'Sample',
  ])
  await expectAccessible()
})

test('arrow keys move through the rows and around, and the preview follows', async () => {
  const { type, user } = await renderPalette()
  await type('sample')
  await waitForCases()
  const preview = within(screen.getByRole('complementary', { name: 'Highlighted result' }))
  expect(preview.getByText('3 of 4 bills processed')).toBeVisible()
  expect(preview.getByText('2 pending authorizations')).toBeVisible()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(preview.getByText('Mercy Hospital')).toBeVisible()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(highlighted()).toHaveTextContent('Search providers for “sample”')
})

test('Enter opens the highlighted case, and Ctrl+Enter opens it in a new tab', async () => {
  const { type, user, onOpen } = await renderPalette()
  await type('sample')
  await waitForCases()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/patient-search/overview?row=row-1' }, false)
  await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/patient-search/overview?row=row-2' }, true)
})

test('a pending authorization opens for review, another one its case or its history', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  const pending = { ...authorization, caseHash: 'row-1' }
  const closed = { ...authorization, itnNumber: 'ITN9000003', isPending: false }
  const ofCase = { ...closed, itnNumber: 'ITN9000002', caseHash: 'row-1' }
  api.reply(findAnything, { ...nothing, authorizations: [pending, ofCase, closed] })
  await type('sample')
  await waitForRow('ITN9000001')
  await user.click(screen.getByRole('button', { name: 'Open authorization' }))
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/authorization', openItn: 'ITN9000001' }, false)
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  await user.click(screen.getByRole('button', { name: 'Open case' }))
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/patient-search/overview?row=row-1' }, false)
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  expect(highlighted()).toHaveTextContent('ITN9000003')
  await user.click(screen.getByRole('button', { name: 'Open history' }))
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/authorization/decided', openItn: 'ITN9000003' }, false)
})

test('the whole ITN of a pending authorization puts it before the case with its bill', async () => {
  const { api, type } = await renderPalette()
  const cases = [foundCase(1, 'Sampleton, Ada')]
  const authorizations = [authorization]
  api.reply(findAnything, { ...nothing, cases, authorizations })
  await type('itn 9000001')
  await waitForRow('ITN9000001')
  expect(highlighted()).toHaveTextContent('ITN9000001')
  await type('{Backspace}')
  await waitFor(() => expect(highlighted()).toHaveTextContent('Sampleton, Ada'))
})

test('a case of a client without patient search opens below current activity', async () => {
  const { type, user, onOpen } = await renderPalette({
    configuration: { ...everything, patientSearch: false },
  })
  await type('sample')
  await waitForCases()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/current-activity/overview?row=row-1' }, false)
})

test('keeps the last results while loading, and cancels the superseded request', async () => {
  const { api, type } = await renderPalette()
  await type('sample')
  await waitForCases()
  const release = api.hold(findAnything)
  const superseded = () =>
    api.requests(findAnything).filter(({ body }) => (body as { searchTerm: string }).searchTerm === 'samplet')
  await type('t')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Searching'))
  expect(options()).toContainEqual(expect.stringContaining('Sampleton, Ada'))
  await waitFor(() => expect(superseded()).toHaveLength(1))
  api.reply(findAnything, nothing)
  await type('x')
  await screen.findByText('No matches for “sampletx”')
  expect(superseded()[0]?.signal?.aborted).toBe(true)
  await act(async () => release())
  expect(screen.getByText('No matches for “sampletx”')).toBeVisible()
  expect(options()).not.toContainEqual(expect.stringContaining('Sampleton, Ada'))
})

test('without matches it says so, says what else to try, and offers only a search that can find more', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  api.reply(findAnything, nothing)
  await type('Nobody, N')
  expect(await screen.findByText('No matches for “Nobody, N”')).toBeVisible()
  expect(screen.getByText(/^Check the spelling, or try a date of birth/)).toBeVisible()
  expect(screen.getByRole('status')).not.toHaveTextContent(/\d results?/)
  expect(options()).toEqual(['Search providers for “Nobody, N”'])
  await expectAccessible()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/secure-search?name=Nobody%2C+N' }, false)
})

test('offers the patient search if the ITN of an authorization can lead it to a case', async () => {
  const { api, type } = await renderPalette()
  api.reply(findAnything, { ...nothing, authorizations: [authorization] })
  await type('ITN9000001')
  await waitForRow('Search patients by ITN')
  api.reply(findAnything, nothing)
  await type('2')
  expect(await screen.findByText('No matches for “ITN90000012”')).toBeVisible()
  expect(options()).toEqual([])
})

test.each([
  ['Sampleton, A', 'last name', { searchType: 'NAMEL', searchTerm: 'Sampleton, A' }],
  ['5/6/80', 'date of birth', { searchType: 'DOB', searchTerm: '5/6/1980' }],
  ['26000000001', 'incident number', { searchType: 'CLAIMNO', searchTerm: '26000000001' }],
  ['ITN77', 'ITN', { searchType: 'ITN', searchTerm: 'ITN77' }],
  ['ALP1-POL', 'policy number', { searchType: 'POLICY', searchTerm: 'ALP1-POL' }],
])('offers the type of patient search that fits %s', async (text, label, patientSearch) => {
  const { type, user, onOpen } = await renderPalette()
  await type(text)
  await waitForCases()
  await user.click(screen.getByRole('option', { name: `Search patients by ${label}: “${text}”` }))
  expect(onOpen).toHaveBeenLastCalledWith({ patientSearch }, false)
})

test('a single letter searches nothing but pages', async () => {
  const { api, type } = await renderPalette()
  await type('r')
  expect(await screen.findByText('Keep typing to find patients and cases.')).toBeVisible()
  expect(options()).toEqual(['Reports'])
  expect(api.requests(findAnything)).toEqual([])
})

test('after a failure it says so, and pages can still be opened', async () => {
  const { api, type } = await renderPalette()
  api.fail(findAnything, 503)
  await type('reports')
  expect(
    await screen.findByText('We couldn’t complete the search. Check your connection, then type again.'),
  ).toBeVisible()
  expect(options()[0]).toBe('Reports')
})

test('internal staff find clients by name', async () => {
  const lagoon = { id: 'lagoon', label: 'Lagoon Health Plan' }
  const { api, type, user, onOpen } = await renderPalette({ clients: [lagoon] })
  api.reply(findAnything, nothing)
  await type('health lag')
  await waitForRow('Lagoon Health Plan')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onOpen).toHaveBeenLastCalledWith({ client: lagoon }, false))
  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('option', { name: /Plan$/ }))
  expect(onOpen).toHaveBeenLastCalledWith({ client: lagoon }, true)
})

test('a client whose name begins with the text comes before patients with such a policy, not such a name', async () => {
  const alpine = { id: 'alpine', label: 'Alpine Travel Insurance' }
  const { api, type } = await renderPalette({ clients: [alpine] })
  await type('alp')
  await waitForCases()
  expect(highlighted()).toHaveTextContent('Alpine Travel Insurance')
  expect(options()[1]).toContain('Sampleton, Ada')
  api.reply(findAnything, { ...twoCases, cases: [foundCase(1, 'Alpington, Ada')] })
  await type('i')
  await waitForRow('Alpington')
  expect(highlighted()).toHaveTextContent('Alpington, Ada')
  expect(options().join()).toMatch(/Alpington.*Alpine/)
})

test('the number of a letter leads those who may see letters to the list', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  api.reply(findAnything, nothing)
  await type('vob-2026-00000')
  await waitForRow('Issued VOBs with this number: vob-2026-00000')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onOpen).toHaveBeenLastCalledWith({ letters: 'vob-2026-00000' }, false))
})

test('a client without cases and authorizations searches pages only', async () => {
  const bare = { ...everything, patientSearch: false, currentActivity: false, clientAuth: false }
  const { api, type } = await renderPalette({ configuration: { ...bare, providerSearches: [] } })
  await type('reports')
  expect(options()).toEqual(['Reports'])
  expect(api.requests(findAnything)).toEqual([])
})

test('a client without cases and authorizations says so when no page matches', async () => {
  const bare = { ...everything, patientSearch: false, currentActivity: false, clientAuth: false }
  const { type } = await renderPalette({ configuration: { ...bare, providerSearches: [] } })
  await type('sample')
  expect(await screen.findByText('No matches for “sample”')).toBeVisible()
})

test('Escape closes', async () => {
  const { user, onClose } = await renderPalette()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
