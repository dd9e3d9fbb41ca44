import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { domestic, renderQuick, searchButton, where } from '#test-support/render-quick-search.tsx'

test('a phone number in Where is sent to What', async () => {
  const { user } = await renderQuick(domestic)
  await user.type(await where(), '(305) 555-0100{Escape}')
  await user.click(searchButton())
  await waitFor(async () =>
    expect(await where()).toHaveAccessibleDescription(/^Enter phone numbers and IDs under What\./),
  )
})

test.each(['near me', 'nearby', 'my location', 'Current location'])(
  '“%s” suggests the location of the device',
  async (typed) => {
    vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({} as Geolocation)
    const { user } = await renderQuick(domestic)
    await user.type(await where(), typed)
    expect(await screen.findByRole('option', { name: /^Use my location/ })).toBeVisible()
  },
)

test('a place that begins like “near me” does not suggest the location of the device', async () => {
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({} as Geolocation)
  const { user } = await renderQuick(domestic)
  await user.type(await where(), 'mia')
  await screen.findByRole('option', { name: 'Miami, FL' })
  expect(screen.queryByRole('option', { name: /^Use my location/ })).toBeNull()
})
