import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  field,
  highlighted,
  inAllClients,
  nothing,
  options,
  renderPalette,
  waitForCases,
} from '#test-support/find-fixture.tsx'
import { expectAccessible } from '#test-support/render-component.tsx'
import { findAnything, findInAllClients } from '../contract.ts'

const withoutClient = { configuration: undefined, clients: [] }
const lagoon = { id: 'lagoon', label: 'Lagoon Plan' }
const alpine = { id: 'alpine', label: 'Alpine' }

test('internal staff without a client find rows of all clients, each with the name of its client', async () => {
  const { api, type } = await renderPalette(withoutClient)
  await type('sample')
  await waitForCases()
  expect(screen.getByRole('status')).toHaveTextContent('Results from all clients')
  expect(options()).toEqual([
    expect.stringContaining('Sampleton, AdaLagoon Plan · 26000000001 · Sunstroke'),
    expect.stringContaining('Sampleby, OdileAlpine · 26000000002 · Sunstroke'),
    expect.stringContaining('ITN9000001Alpine · Sampleton, Ada · Mercy Hospital'),
    'Select client',
  ])
  expect(api.requests(findAnything)).toEqual([])
  await expectAccessible()
})

test('a row of all clients opens its client with the page that the client has', async () => {
  const { type, user, onOpen } = await renderPalette(withoutClient)
  await type('sample')
  await waitForCases()
  await user.keyboard('{Enter}')
  const activity = { href: '/current-activity/overview?row=row-1' }
  // The key press waits for the results of the last letter.
  await waitFor(() => expect(onOpen).toHaveBeenLastCalledWith({ client: lagoon, page: activity }, false))
  await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  const search = { href: '/patient-search/overview?row=row-2' }
  expect(onOpen).toHaveBeenLastCalledWith({ client: alpine, page: search }, true)
  await user.keyboard('{ArrowDown}{Enter}')
  const authorization = { href: '/authorization', openItn: 'ITN9000001' }
  expect(onOpen).toHaveBeenLastCalledWith({ client: alpine, page: authorization }, false)
})

test('without matches it says so and leads to the client selector', async () => {
  const { api, type, user, onOpen } = await renderPalette(withoutClient)
  api.reply(findInAllClients, { ...nothing, clients: [], isNumbersOnly: false })
  await type('sample')
  expect(await screen.findByText('No matches for “sample”')).toBeVisible()
  expect(options()).toEqual(['Select client'])
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/client-selector' }, false)
})

test('says that a whole number is needed if the clients are too many for names', async () => {
  const { api, type } = await renderPalette(withoutClient)
  api.reply(findInAllClients, { ...nothing, clients: [], isNumbersOnly: true })
  await type('sample')
  expect(await screen.findByText(/enter a complete incident number, policy number or ITN/)).toBeVisible()
  expect(screen.queryByText(/No matches/)).toBeNull()
  api.reply(findInAllClients, { ...inAllClients, isNumbersOnly: true })
  await type('s')
  await waitForCases()
  expect(screen.queryByText(/enter a whole/)).toBeNull()
  await expectAccessible()
})

test('internal staff with a client can search all clients, with the text and the focus kept', async () => {
  const { api, type, user, onOpen } = await renderPalette({ clients: [] })
  await type('sample')
  await waitForCases()
  expect(options()[0]).not.toContain('Lagoon Plan')
  await user.click(screen.getByRole('option', { name: 'Search all clients for “sample”' }))
  await waitFor(() => expect(options()[0]).toContain('Lagoon Plan'))
  expect(highlighted()).toHaveTextContent('Sampleton, Ada')
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('sample')
  expect(onOpen).not.toHaveBeenCalled()
  expect(api.requests(findInAllClients)).toHaveLength(1)
})

test('the staff of a client are not offered other clients', async () => {
  const { type } = await renderPalette()
  await type('sample')
  await waitForCases()
  expect(screen.queryByRole('option', { name: /all clients/ })).toBeNull()
})
