import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComponent } from '#test-support/render-component.tsx'
import { requestedItnStore, useRequestedItn } from './use-requested-itn.ts'

const RequestedItn = () => <output>{useRequestedItn('Ines Harbor lagoon', '/authorization')}</output>

const renderPage = () => renderComponent(<RequestedItn />, { path: '/authorization' })

test('a new tab opens its stored ITN once', async () => {
  const store = requestedItnStore('Ines Harbor lagoon')
  store.set('ITN9000001')
  const { historyState } = await renderPage()
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('ITN9000001'))
  expect(historyState()).toMatchObject({ openItn: 'ITN9000001' })
  expect(store.has()).toBe(false)
})

test.each(['#itn=ITN9000002', '?itn=ITN9000002'])(
  'the ITN of the address %s opens, and is then in its fragment',
  async (end) => {
    const { historyState, url } = await renderComponent(<RequestedItn />, { path: `/authorization${end}` })
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('ITN9000002'))
    expect(historyState()).toMatchObject({ openItn: 'ITN9000002' })
    expect(url()).toBe('/authorization#itn=ITN9000002')
  },
)

test('an ITN with special characters stays the same in the address', async () => {
  const path = '/authorization#itn=A%2BB%26C%2520%23%3D'
  const { url } = await renderComponent(<RequestedItn />, { path })
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('A+B&C%20#='))
  expect(url()).toBe(path)
})

test('the ITN of another client does not open', async () => {
  requestedItnStore('Ines Harbor alpine').set('ITN9000001')
  const { historyState } = await renderPage()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(historyState()).not.toHaveProperty('openItn')
})
