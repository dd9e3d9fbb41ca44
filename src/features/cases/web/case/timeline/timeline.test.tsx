import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { incident } from '#test-support/case-rows.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type CaseTimeline, readTimeline } from '../../../activity-contract.ts'
import { PatientSearchProvider } from '../../case-search-page.tsx'
import { Timeline } from './timeline.tsx'

const received: CaseTimeline['authorizations'][number] = {
  day: '2026-03-06',
  itn: 'ITN9000001',
  round: 1,
  currency: 'USD',
  totalCharge: '6008.59',
  maximumCovered: null,
  action: null,
  isPending: false,
}

async function renderTimeline(timeline: CaseTimeline) {
  stubApi().reply(readTimeline, timeline)
  const offer = { clients: [{ code: 'ALP1', name: 'Alpine' }], isFailed: false, retry: () => {} }
  return renderComponent(
    <PatientSearchProvider owner="a-person" offer={offer} onOpen={async () => {}} hasSummaries>
      <Timeline incident={incident} />
    </PatientSearchProvider>,
    { path: '/patient-search/timeline?row=row-1' },
  )
}

test('a timeline lists when authorizations were received and decided, with links to review and history', async () => {
  const { url, historyState, user } = await renderTimeline({
    timeline: [{ day: '2026-03-09', kind: 'NOTES', count: 2 }],
    authorizations: [
      received,
      { ...received, day: '2026-03-08', action: 'A', maximumCovered: '1250' },
      { ...received, day: '2026-03-08', itn: 'K-2', action: 'D' },
      { ...received, day: '2026-03-10', itn: 'K-3', isPending: true },
    ],
    waitingBills: 0,
  })
  const table = await screen.findByRole('table', { name: 'Timeline' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    'Authorization received (ITN9000001, $6,008.59)',
    'Authorization approved (ITN9000001, $1,250.00 of $6,008.59)',
    'Authorization denied (K-2, $6,008.59)',
    'Notes written',
    'Authorization received (K-3, $6,008.59)',
  ])
  expect(screen.getByRole('img')).toHaveAccessibleName(/, 3\/6\/2026 to 3\/10\/2026\..*Authorizations: 4\./)
  await expectAccessible()
  expect(screen.getByRole('link', { name: 'History: ITN K-2' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Review: ITN K-3' }))
  expect(url()).toBe('/authorization')
  expect(historyState()).toMatchObject({ openItn: 'K-3' })
})

test('a timeline without authorizations has no row for them', async () => {
  const timeline = [{ day: '2026-03-09', kind: 'NOTES' as const, count: 2 }]
  await renderTimeline({ timeline, authorizations: [], waitingBills: 0 })
  expect(await screen.findByRole('img')).not.toHaveAccessibleName(/Authorizations/)
})
