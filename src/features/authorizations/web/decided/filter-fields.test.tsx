import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listDecidedAuthorizations } from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { Decided } from './decided.tsx'

test('dates are typed, sent as days, and say what is wrong with them', async () => {
  const api = stubApi()
  api.reply(listDecidedAuthorizations, { decisions: [], notice: null })
  const { user } = await renderComponent(
    <Decided owner="me" clients={[]} openItn={undefined} onClosed={() => {}} onOpen={async () => {}} />,
  )
  await screen.findByText(decidedMessages.none)
  const lastRequest = () => api.requests(listDecidedAuthorizations).at(-1)?.body
  await user.selectOptions(screen.getByLabelText('Decided'), 'Dates…')
  await user.type(screen.getByLabelText('From'), '3/1/2026')
  await user.type(screen.getByLabelText('To'), '2/1/2026')
  await user.tab()
  expect(screen.getByText(clientSearchMessages.filters.reversed)).toBeVisible()
  await user.clear(screen.getByLabelText('To'))
  await user.type(screen.getByLabelText('To'), 'tomorrow')
  await user.tab()
  expect(screen.getByText(clientSearchMessages.filters.notDate)).toBeVisible()
  await waitFor(() => expect(lastRequest()).toMatchObject({ period: 'dates', from: '2026-03-01', to: '' }))
  expect(screen.getByText('3/1/2026 to …')).toBeInTheDocument()
  await expectAccessible()
})
