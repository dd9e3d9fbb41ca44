import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { renderQueue } from '#test-support/queue-page.tsx'
import { processAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'

const { ignoredKeys } = messages.review

/** Opens the first of three bills, and saves a comment as its decision; the response is held. */
async function holdSave({ isSaved = true } = {}) {
  const page = await renderQueue({ pending: ['KEY1', 'KEY2', 'KEY3'].map((itn) => createPendingBill(itn)) })
  const { api, user, press } = page
  if (isSaved)
    api.reply(processAuthorization, { statusCode: 200, message: 'ITN KEY1 sent to special handling.' })
  else api.fail(processAuthorization, 503)
  const release = api.hold(processAuthorization)
  await press('Decide: ITN KEY1')
  await findDialog('KEY1')
  const decide = async () => {
    await user.click(screen.getByRole('radio', { name: /^Other/ }))
    await user.type(screen.getByLabelText('Special Handling Comment'), 'Call the family first')
    await press(/^Save/)
  }
  await decide()
  await screen.findByRole('button', { name: 'Saving' })
  return { ...page, decide, finish: () => act(async () => release()) }
}

const findDialog = (itn: string) => screen.findByRole('dialog', { name: new RegExp(`^ITN ${itn}`) })
const checked = () => screen.queryByRole('radio', { checked: true })

test('keys pressed during a save decide neither the bill nor the next one, and the dialog says so', async () => {
  const { api, user, finish } = await holdSave()
  await user.keyboard('d{Control>}{Enter}{/Control}')
  expect(screen.getByText(`The decision on ITN KEY1 is still being saved. ${ignoredKeys}`)).toBeVisible()
  expect(screen.getByRole('radio', { name: /^Other/ })).toBeChecked()
  await finish()
  const next = within(await findDialog('KEY2'))
  expect(next.getByText(`ITN KEY1 sent to special handling. ${ignoredKeys}`)).toBeVisible()
  expect(checked()).toBeNull()
  expect(api.requests(processAuthorization)).toHaveLength(1)
})

test('a key pressed before the next bill was open does not choose its decision', async () => {
  const { user, finish } = await holdSave()
  await finish()
  await findDialog('KEY2')
  const early = new KeyboardEvent('keydown', { key: 'd', bubbles: true })
  Object.defineProperty(early, 'timeStamp', { value: 1 })
  act(() => void (document.activeElement ?? document.body).dispatchEvent(early))
  expect(checked()).toBeNull()
  expect(screen.getByText(ignoredKeys)).toBeVisible()
  await user.keyboard('d')
  expect(screen.getByRole('radio', { name: /^Deny/ })).toBeChecked()
})

test('the review leaves out decided bills that the list still has', async () => {
  const { api, decide, finish } = await holdSave()
  // No frame is drawn, so the list does not change yet.
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  await finish()
  expect(await findDialog('KEY2')).toHaveAccessibleName('ITN KEY2 1 of 2')
  expect(screen.getByText(messages.waiting(3))).toBeInTheDocument()
  api.reply(processAuthorization, { statusCode: 200, message: 'Saved.' })
  await decide()
  expect(await findDialog('KEY3')).toHaveAccessibleName('ITN KEY3 1 of 1')
  await decide()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText(messages.waiting(3))).toBeInTheDocument()
  expect(api.requests(processAuthorization)).toHaveLength(3)
})

test('the error of a failed save disappears while the decision is saved again', async () => {
  const { api, press, finish } = await holdSave({ isSaved: false })
  await finish()
  expect(
    within(screen.getByRole('alert')).getByText(`${messages.saveFailed} ${messages.saveAgain}`),
  ).toBeVisible()
  const release = api.hold(processAuthorization)
  await press(/^Save/)
  await screen.findByRole('button', { name: 'Saving' })
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () => release())
  expect(await screen.findByRole('alert')).toBeVisible()
})
