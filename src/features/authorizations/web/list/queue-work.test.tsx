import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { bob, late, people, renderQueue, row } from '#test-support/queue-page.tsx'
import { advanceTimers, expectAccessible } from '#test-support/render-component.tsx'
import { listPendingAuthorizations, processAuthorization } from '../../contract.ts'
import {
  assignAuthorization,
  leaseAuthorization,
  listAssignees,
  removeQueueView,
  saveQueueView,
} from '../../queue-contract.ts'
import { queueMessages as text } from '../../queue-messages.ts'
import { noFilter } from './pending-filter.ts'

const openAssignment = (itn: string) => screen.findByRole('dialog', { name: text.assign.title(itn) })

test('a bill is assigned to oneself, and the list shows it at once', async () => {
  const { api, press, user } = await renderQueue()
  await press(text.assign.change('ITN2', text.assign.nobody))
  const dialog = within(await openAssignment('ITN2'))
  const toMe = await dialog.findByRole('button', { name: text.assign.toMe })
  expect(dialog.queryByRole('button', { name: 'Cara Sampleton' })).toBeNull()
  expect(dialog.queryByRole('button', { name: text.assign.remove })).toBeNull()
  await expectAccessible()
  await user.click(toMe)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const assignment = { itn: 'ITN2', assignee: people[0]?.id, seenAssignee: null }
  expect(api.requests(assignAuthorization)[0]?.body).toEqual(assignment)
  await waitFor(() => expect(row('ITN2')).toHaveTextContent(text.assign.me))
  expect(screen.getByRole('button', { name: text.assign.change('ITN2', text.assign.me) })).toHaveFocus()
})

test('a bill is assigned by keyboard alone', async () => {
  const { api, user } = await renderQueue()
  screen.getByRole('button', { name: text.assign.change('ITN2', text.assign.nobody) }).focus()
  await user.keyboard('{Enter}')
  const toMe = await within(await openAssignment('ITN2')).findByRole('button', { name: text.assign.toMe })
  for (let presses = 0; presses < 5 && document.activeElement !== toMe; presses += 1) await user.tab()
  expect(toMe).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.requests(assignAuthorization)).toHaveLength(1)
  const assigned = { name: text.assign.change('ITN2', text.assign.me) }
  expect(await screen.findByRole('button', assigned)).toHaveFocus()
})

test('an assignment can be removed, and a rejected one shows the reason', async () => {
  const { api, press, user } = await renderQueue()
  const detail = text.assign.unknown
  const problem = { type: 'about:blank', title: 'Rejected', status: 404, detail, reference: 'r' }
  api.fail(assignAuthorization, 404, problem)
  await press(text.assign.change('ITN1', 'Bob Sampleton'))
  const dialog = within(await openAssignment('ITN1'))
  const remove = await dialog.findByRole('button', { name: text.assign.remove })
  await user.click(remove)
  expect(await screen.findByRole('alert')).toHaveTextContent(detail)
  api.reply(assignAuthorization, {})
  await user.click(remove)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.requests(assignAuthorization).at(-1)?.body).toEqual({
    itn: 'ITN1',
    assignee: null,
    seenAssignee: bob.id,
  })
  await waitFor(() => expect(row('ITN1')).toHaveTextContent(text.assign.nobody))
})

test('a bill that someone else has just taken is not assigned; the page says who has it and shows it', async () => {
  const { api, listed, press, user } = await renderQueue()
  const detail = text.assign.taken('ITN2', 'Bob Sampleton')
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail, reference: 'r' }
  api.fail(assignAuthorization, 409, problem)
  const taken = createPendingBill('ITN2', { assignee: bob })
  api.reply(listPendingAuthorizations, { ...listed, bills: [taken] })
  await press(text.assign.change('ITN2', text.assign.nobody))
  const dialog = within(await openAssignment('ITN2'))
  await user.click(await dialog.findByRole('button', { name: text.assign.toMe }))
  await waitFor(() => expect(row('ITN2')).toHaveTextContent('Bob Sampleton'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('alert')).toHaveTextContent(detail)
})

test('an assignment leaves the clocks of the list as they are', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const due = { dueAt: '2026-03-11T12:00:00Z', dueInMinutes: 60 }
  const { user, press } = await renderQueue({ pending: [createPendingBill('ITN2', due)] })
  await advanceTimers(90 * 60_000)
  expect(row('ITN2')).toHaveTextContent('Overdue by 30 min')
  await press(text.assign.change('ITN2', text.assign.nobody))
  const dialog = within(await openAssignment('ITN2'))
  await user.click(await dialog.findByRole('button', { name: text.assign.toMe }))
  await waitFor(() => expect(row('ITN2')).toHaveTextContent(text.assign.me))
  expect(row('ITN2')).toHaveTextContent('Overdue by 30 min')
})

test('people who cannot be loaded show an error and a retry', async () => {
  const { api, press, user } = await renderQueue()
  api.disconnect(listAssignees)
  await press(text.assign.change('ITN2', text.assign.nobody))
  const dialog = within(await openAssignment('ITN2'))
  expect(await dialog.findByText(text.assign.listFailed)).toBeVisible()
  api.reply(listAssignees, { people })
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('button', { name: text.assign.toMe })).toBeVisible()
})

test('people who may only view see assignees without a button and who reviews, and take no leases', async () => {
  const { api, press } = await renderQueue({ mayDecide: false })
  expect(row('ITN1')).toHaveTextContent('Bob Sampleton')
  expect(screen.queryByRole('button', { name: /change the assignee/ })).toBeNull()
  await press('View: ITN2')
  const dialog = await screen.findByRole('dialog', { name: /ITN2/ })
  expect(await within(dialog).findByText('Bob and Cara are reviewing this bill now.')).toBeVisible()
  expect(api.requests(leaseAuthorization)).toEqual([])
})

test('filters show the bills of one assignee, one’s own or unassigned ones', async () => {
  const { user } = await renderQueue()
  const choose = (option: string) =>
    user.selectOptions(screen.getByLabelText(text.assignee, { selector: 'select' }), option)
  await choose('Bob Sampleton')
  expect(screen.queryByText('ITN2')).toBeNull()
  await choose(text.assign.nobody)
  expect(screen.queryByText('ITN1')).toBeNull()
  await choose(text.assign.mine)
  expect(screen.getByText('No pending authorizations match these filters.')).toBeVisible()
})

test('the list and the review show who else has a bill open, and closing it says so', async () => {
  const { api, press, user } = await renderQueue()
  await waitFor(() => expect(row('ITN2')).toHaveTextContent('Bob and Cara are reviewing'))
  await press('Decide: ITN1')
  const dialog = await screen.findByRole('dialog', { name: /ITN1/ })
  expect(await within(dialog).findByText('Bob is reviewing this bill now.')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Save' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() =>
    expect(api.requests(leaseAuthorization).map(({ body }) => body)).toEqual([
      { itn: 'ITN1', isOpen: true },
      { itn: 'ITN1', isOpen: false },
    ]),
  )
})

test('saving a decision ends the lease and its pending request; a rejected decision takes it again', async () => {
  const { api, press, user } = await renderQueue()
  const response = api.hold(leaseAuthorization)
  await press('Decide: ITN1')
  const dialog = within(await screen.findByRole('dialog', { name: /ITN1/ }))
  await user.click(dialog.getByRole('radio', { name: /^Other/ }))
  await user.type(dialog.getByLabelText('Special Handling Comment'), 'Call them')
  const [pending] = api.requests(leaseAuthorization)
  expect(pending?.signal?.aborted).toBe(false)
  api.disconnect(processAuthorization)
  const reject = api.hold(processAuthorization)
  await user.click(dialog.getByRole('button', { name: /^Save/ }))
  expect(pending?.signal?.aborted).toBe(true)
  response()
  const leases = () => api.requests(leaseAuthorization).map(({ body }) => body)
  const [taken, ended] = [true, false].map((isOpen) => ({ itn: 'ITN1', isOpen }))
  expect(leases()).toEqual([taken, ended])
  reject()
  await waitFor(() => expect(leases()).toEqual([taken, ended, taken]))
  expect(await dialog.findByText('Bob is reviewing this bill now.')).toBeVisible()
})

test('a view is chosen, saved with a name, and deleted', async () => {
  const { api, user, press } = await renderQueue()
  const select = screen.getByLabelText(text.views.label)
  await screen.findByRole('option', { name: 'Late' })
  await user.selectOptions(select, 'Late')
  expect(screen.getByLabelText('Provider')).toHaveValue('mercy')
  await user.type(screen.getByLabelText('Provider'), ' h')
  expect(select).toHaveDisplayValue(text.views.custom)
  await press(text.views.save)
  const dialog = within(await screen.findByRole('dialog', { name: text.views.saveTitle }))
  await user.click(dialog.getByRole('button', { name: text.views.save }))
  expect(await dialog.findByText(text.views.nameMissing)).toBeVisible()
  await expectAccessible()
  const saved = {
    ...late,
    id: people[0]?.id ?? '',
    name: 'Mine',
    filters: { ...noFilter, provider: 'mercy h' },
  }
  api.reply(saveQueueView, { views: [late, saved] })
  await user.type(dialog.getByLabelText(text.views.name), ' Mine {Enter}')
  await waitFor(() => expect(select).toHaveDisplayValue('Mine'))
  expect(api.requests(saveQueueView)[0]?.body).toEqual({ viewName: 'Mine', filters: saved.filters })
  api.reply(removeQueueView, { views: [late] })
  await press(text.views.remove)
  const question = within(await screen.findByRole('dialog', { name: text.views.removeTitle('Mine') }))
  expect(question.getByRole('button', { name: text.views.cancel })).toHaveFocus()
  await expectAccessible()
  await user.click(question.getByRole('button', { name: text.views.remove }))
  await waitFor(() => expect(select).toHaveDisplayValue(text.views.custom))
  expect(select).toHaveFocus()
  expect(api.requests(removeQueueView)[0]?.body).toEqual({ viewId: saved.id })
})

test('a view over the limit is not saved, and the dialog says why', async () => {
  const { api, user, press } = await renderQueue()
  await user.type(screen.getByLabelText('Provider'), 'x')
  await press(text.views.save)
  const dialog = within(await screen.findByRole('dialog', { name: text.views.saveTitle }))
  const detail = text.views.tooMany(20)
  const problem = { type: 'about:blank', title: 'Rejected', status: 422, detail, reference: 'r' }
  api.fail(saveQueueView, 422, problem)
  await user.type(dialog.getByLabelText(text.views.name), 'Twenty-first{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(detail)
  expect(dialog.getByLabelText(text.views.name)).toHaveValue('Twenty-first')
})

test('a view replaces another one of the same name only after a question', async () => {
  const { api, user, press } = await renderQueue()
  await screen.findByRole('option', { name: 'Late' })
  await user.type(screen.getByLabelText('Provider'), 'x')
  await press(text.views.save)
  const dialog = within(await screen.findByRole('dialog', { name: text.views.saveTitle }))
  const name = dialog.getByLabelText(text.views.name)
  await user.type(name, 'all pending{Enter}')
  expect(await dialog.findByText(text.views.reserved(text.views.all))).toBeVisible()
  await user.clear(name)
  await user.type(name, 'LATE{Enter}')
  expect(await dialog.findByText(text.views.similar('Late'))).toBeVisible()
  await user.clear(name)
  await user.type(name, 'Late{Enter}')
  const question = within(await screen.findByRole('dialog', { name: text.views.replaceTitle('Late') }))
  expect(question.getByRole('button', { name: text.views.cancel })).toHaveFocus()
  expect(api.requests(saveQueueView)).toEqual([])
  api.reply(saveQueueView, { views: [{ ...late, filters: { ...noFilter, provider: 'x' } }] })
  await user.click(question.getByRole('button', { name: text.views.replace }))
  await waitFor(() => expect(screen.getByLabelText(text.views.label)).toHaveDisplayValue('Late'))
  expect(api.requests(saveQueueView)).toHaveLength(1)
})

test('the filters stay when the page is opened again, unless they hide a requested bill', async () => {
  const { user } = await renderQueue()
  await user.selectOptions(screen.getByLabelText(text.assignee, { selector: 'select' }), 'Bob Sampleton')
  cleanup()
  await renderQueue()
  expect(screen.queryByText('ITN2')).toBeNull()
  cleanup()
  await renderQueue({ openItn: 'ITN2' })
  expect(await screen.findByRole('dialog', { name: /ITN2/ })).toBeVisible()
})
