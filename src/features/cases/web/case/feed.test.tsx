import { useQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { call } from '#platform/web/api-client.ts'
import { incident } from '#test-support/case-rows.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type IssuedVob, listCaseVobs } from '#vob/contract.ts'
import { type Feed, type FeedEntry, readFeed } from '../../activity-contract.ts'
import { toIncidentKey } from '../../rules.ts'
import { CaseFeed } from './feed.tsx'

const letter: IssuedVob = {
  number: 'VOB-2026-000001',
  providerName: 'Harbor Clinic',
  patientName: 'Quillfeather, Ada',
  policyNumber: 'POL-1',
  dateOfService: '2026-03-10',
  issuedAt: '2026-03-08T15:05:00.000Z',
  issuedBy: 'Albert Alpine',
  withdrawal: null,
}
const withdrawn: IssuedVob = {
  ...letter,
  number: 'VOB-2026-000002',
  issuedAt: '2026-03-12T15:05:00.000Z',
  withdrawal: { at: '2026-03-13T15:00:00.000Z', by: 'Wanda Alpine', reason: 'Wrong provider' },
}
const feed: Feed = {
  entries: [
    {
      kind: 'NOTES',
      day: '2026-03-09',
      hash: 'n1',
      timestamp: '2026-03-09T15:00:00.000Z',
      type: 'Call',
      author: 'M. Draftwick',
      noteText: 'Called the clinic',
    },
    { kind: 'MR', day: '2026-03-08', id: 'R1', pageNumbers: '1-2', pageStartNumber: 1, pageEndNumber: 2 },
  ],
  counts: { NOTES: 1, MR: 1, CASE: 0, BILLS: 0, AUTH: 0 },
}

async function renderFeed(letters: readonly IssuedVob[], entries = feed) {
  stubApi().reply(readFeed, entries)
  const onOpenLetter = vi.fn()
  const loaded = { data: letters, isError: false, isFetching: false, refetch: () => {} }
  const view = await renderComponent(
    <CaseFeed incident={incident} onOpen={async () => {}} letters={loaded} onOpenLetter={onOpenLetter} />,
  )
  return { ...view, onOpenLetter }
}

test('shows letters in the feed: what, for whom, by whom, and whether they are withdrawn', async () => {
  const { user, onOpenLetter } = await renderFeed([withdrawn, letter])
  await screen.findByText('Called the clinic')
  const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(entries).toEqual([
    expect.stringMatching(/VOB-2026-000002 Withdrawn.*Withdrawn 3\/13\/2026 by Wanda Alpine: Wrong provider/),
    expect.stringContaining('Called the clinic'),
    expect.stringMatching(/VOB-2026-000001 Harbor Clinic. For Quillfeather, AdaAlbert Alpine, 3:05 PM/),
    expect.stringContaining('Medical record'),
  ])
  await user.click(screen.getByRole('button', { name: 'Open VOB-2026-000001' }))
  expect(onOpenLetter).toHaveBeenCalledExactlyOnceWith('VOB-2026-000001')
  await user.click(screen.getByRole('button', { name: 'VOBs 2' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await expectAccessible()
})

test('shows letters of a case without any other activity', async () => {
  await renderFeed([letter], { entries: [], counts: { NOTES: 0, MR: 0, CASE: 0, BILLS: 0, AUTH: 0 } })
  expect(await screen.findByRole('button', { name: 'Open VOB-2026-000001' })).toBeVisible()
  expect(screen.queryByText(/Nothing has been added/)).toBeNull()
})

test('letters that fail to load leave the feed with an error, and can be loaded again', async () => {
  const api = stubApi()
  api.reply(readFeed, feed)
  api.fail(listCaseVobs, 503)
  const Overview = () => {
    const letters = useQuery({
      queryKey: ['letters'],
      queryFn: () => call(listCaseVobs, toIncidentKey(incident)),
      select: ({ vobs }) => vobs,
    })
    return <CaseFeed incident={incident} onOpen={async () => {}} letters={letters} />
  }
  const { user } = await renderComponent(<Overview />)
  expect(await screen.findByText('We couldn’t load the VOBs for this case.')).toBeVisible()
  expect(await screen.findByText('Called the clinic')).toBeVisible()
  await expectAccessible()
  api.reply(listCaseVobs, { vobs: [letter] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Open VOB-2026-000001' })).toBeVisible()
  expect(screen.queryByText(/We couldn’t load/)).toBeNull()
})

test('the link of a pending authorization opens its review', async () => {
  const pending: FeedEntry = {
    kind: 'AUTH',
    day: '2026-03-10',
    itn: 'ITN9',
    round: 1,
    providerName: 'Mercy',
    currency: 'USD',
    totalCharge: '9.5',
    at: '2026-03-10T12:00:00.000Z',
    action: null,
    decidedBy: null,
    reason: null,
    patientResponsibility: null,
    maximumCovered: null,
  }
  const counts = { NOTES: 0, MR: 0, CASE: 0, BILLS: 0, AUTH: 1 }
  const { user, url, historyState } = await renderFeed([], { entries: [pending], counts })
  await user.click(await screen.findByRole('link', { name: 'Review: ITN9' }))
  expect(url()).toBe('/authorization')
  expect(historyState()).toMatchObject({ openItn: 'ITN9' })
})

test('names of providers and patients do not reorder the text around them', async () => {
  await renderFeed([letter])
  expect((await screen.findByText('Harbor Clinic')).tagName).toBe('BDI')
  expect(screen.getByText('Quillfeather, Ada').tagName).toBe('BDI')
})

test('keeps the chosen kind when the person comes back to the case', async () => {
  const { user } = await renderFeed([letter])
  await user.click(await screen.findByRole('button', { name: /^VOBs/ }))
  expect(screen.queryByText('Called the clinic')).toBeNull()
  cleanup()
  await renderFeed([letter])
  expect(await screen.findByRole('button', { name: /^VOBs/ })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.queryByText('Called the clinic')).toBeNull()
})
