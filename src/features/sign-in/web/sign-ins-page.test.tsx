import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { endOtherSignIns, endSignIn, listSignIns, type SignIn } from '../contract.ts'
import { messages } from '../messages.ts'
import { returnPathStore } from './return-path-storage.ts'
import { choiceStore, SignInsPage } from './sign-ins-page.tsx'

setTimeZone('UTC')
const text = messages.signIns

const here: SignIn = {
  id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90',
  isCurrent: true,
  device: 'Firefox on Linux',
  address: '192.0.2.1',
  startedAt: '2026-11-20T14:00:00.000Z',
  usedAt: '2026-11-20T15:00:00.000Z',
  endsAt: '2026-11-20T16:00:00.000Z',
}
const there: SignIn = {
  ...here,
  id: '4f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a91',
  isCurrent: false,
  device: null,
  address: '198.51.100.7',
  startedAt: '2026-11-20T12:00:00.000Z',
}

async function renderPage(signIns: SignIn[] = [here, there], path = '/sign-ins') {
  const api = stubApi()
  api.reply(listSignIns, { signIns })
  return { api, ...(await renderComponent(<SignInsPage person="me" />, { path })) }
}

test('lists where the person is logged in, and ends another session', async () => {
  const { api, user } = await renderPage()
  const row = await screen.findByRole('row', { name: /198\.51\.100\.7/ })
  for (const shown of [text.unknownDevice, '11/20/2026 12:00 PM', '11/20/2026 3:00 PM'])
    expect(row).toHaveTextContent(shown)
  expect(screen.getByRole('row', { name: /192\.0\.2\.1/ })).toHaveTextContent(text.current)
  await expectAccessible()
  api.fail(endSignIn, 503)
  await user.click(within(row).getByRole('button'))
  expect(await screen.findByText(text.endFailed)).toBeVisible()
  const again = () => screen.getByRole('button', { name: /^Log out Unknown device/ })
  await waitFor(() => expect(again()).toBeEnabled())
  api.reply(endSignIn, { ended: 1 })
  api.reply(listSignIns, { signIns: [here] })
  await user.click(again())
  expect(await screen.findByText(text.ended(1))).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: text.endOthers })).toBeNull())
  expect(api.requests(endSignIn).at(-1)?.url.pathname).toContain(there.id)
})

test('asks before it ends all other sessions', async () => {
  const { api, user } = await renderPage()
  api.reply(endOtherSignIns, { ended: 1 })
  await user.click(await screen.findByRole('button', { name: text.endOthers }))
  await expectAccessible()
  await user.click(await screen.findByRole('button', { name: text.cancel }))
  expect(api.requests(endOtherSignIns)).toEqual([])
  await user.click(screen.getByRole('button', { name: text.endOthers }))
  api.reply(listSignIns, { signIns: [here] })
  await user.click(await screen.findByRole('button', { name: text.confirm }))
  expect(await screen.findByText(text.ended(1))).toBeVisible()
})

const refusal = { type: 'about:blank', title: 'Forbidden', status: 403, reference: 'r', reason: 'step-up' }

test('a step-up keeps what the person chose, only if they go on, and leads to the sign-in and back', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { api, user } = await renderPage([here, there], '/sign-ins#fragment')
  api.fail(endSignIn, 403, { ...refusal, detail: text.stepUpNeeded })
  const endIt = async () => user.click(await screen.findByRole('button', { name: /^Log out Unknown device/ }))
  await endIt()
  const question = await screen.findByRole('dialog', { name: 'Confirm your identity' })
  expect(question).toHaveTextContent(text.stepUpQuestion)
  await expectAccessible()
  await user.click(within(question).getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([assign.mock.calls, choiceStore('me').get()]).toEqual([[], undefined])
  await endIt()
  await user.click(await screen.findByRole('button', { name: 'Log in again' }))
  expect(assign.mock.calls).toEqual([['/auth/sign-in?returnTo=%2Fsign-ins&stepUp=true']])
  expect(choiceStore('me').get()).toBe(there.id)
  expect(returnPathStore.get()).toBe('/sign-ins#fragment')
})

test('after the step-up, ends what was chosen, once', async () => {
  choiceStore('me').set('others')
  choiceStore('somebody else').set(there.id)
  const api = stubApi()
  api.reply(listSignIns, { signIns: [here] })
  api.reply(endOtherSignIns, { ended: 2 })
  await renderComponent(<SignInsPage person="me" />, { path: '/sign-ins' })
  expect(await screen.findByText(text.ended(2))).toBeVisible()
  expect(choiceStore('me').get()).toBeUndefined()
  expect([api.requests(endOtherSignIns).length, api.requests(endSignIn).length]).toEqual([1, 0])
})

test('offers to try again when the list cannot be loaded', async () => {
  const api = stubApi()
  api.fail(listSignIns, 503)
  await renderComponent(<SignInsPage person="me" />, { path: '/sign-ins' })
  expect((await screen.findAllByText(text.failed))[0]).toBeVisible()
})
