import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { firstView } from '#platform/web/table/use-data-table.ts'
import { createDecision } from '#test-support/decided-bill.ts'
import { narrowScreen } from '#test-support/narrow-screen.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { decidedMessages } from '../../decided-messages.ts'
import { decidedColumns, initialColumns } from './decided-columns.tsx'

const decision = createDecision()

test('a card shows the ITN, which distinguishes several bills of a patient', async () => {
  narrowScreen()
  await renderComponent(
    <PagedList
      label="Decided"
      rows={[decision, { ...decision, id: decision.id.replace(/0$/, '1'), itnNumber: 'ITN2' }]}
      columns={decidedColumns(
        () => {},
        () => {},
        false,
      )}
      rowId={({ id }) => id}
      initialColumns={initialColumns}
      view={firstView('decidedAt')}
      onView={() => {}}
    />,
  )
  const cards = within(screen.getByRole('list', { name: 'Decided' }))
  for (const itn of ['ITN1', 'ITN2']) expect(cards.getByText(itn, { selector: 'dd' })).toBeVisible()
  expect(cards.getAllByText(decidedMessages.columns.decidedBy)[0]).not.toBeVisible()
  await expectAccessible()
})
