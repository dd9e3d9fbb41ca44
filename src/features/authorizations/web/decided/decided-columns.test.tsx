import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { firstView } from '#platform/web/table/use-data-table.ts'
import { narrowScreen } from '#test-support/narrow-screen.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import type { DecidedAuthorization } from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { decidedColumns, initialColumns } from './decided-columns.tsx'

const decision: DecidedAuthorization = {
  ...{ id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90', itnNumber: 'ITN1', round: 1, client: 'ALP1' },
  ...{ carrier: 'Alpine', policy: null, incidentNumber: null, caseHash: null },
  ...{ patientName: 'Sampleton, Ada', providerName: 'Harbor Clinic' },
  ...{ serviceFrom: '2026-03-04', serviceTo: '2026-03-09', currency: 'USD', totalCharge: '1250.50' },
  ...{ action: 'D', decision: 'denied', code: '0188', reason: 'Service is not covered', comment: null },
  ...{ patientResponsibility: null, maximumCovered: null, decidedBy: 'Albert Alpine' },
  ...{ decidedAt: '2026-03-12T15:00:00.000Z', receivedAt: '2026-03-10T12:00:00.000Z', dueAt: null },
  ...{ isSent: true, sentAt: '2026-03-12T15:01:00.000Z', isFinal: true },
  ...{ undoneAt: null, undoneBy: null, firstApprovedBy: null },
}

test('a card shows the ITN, so that several bills of a patient can be told apart', async () => {
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
