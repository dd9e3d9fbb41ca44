import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComponent } from '#test-support/render-component.tsx'
import { ApiError } from '../api-client.ts'
import { DocumentError } from './document-error.tsx'
import { DocumentPage } from './document-page.tsx'
import { describeRefusal } from './document-window.ts'

const remedies = {
  openAgain: 'Open it again.',
  wait: 'Wait a moment.',
  check: 'Check it.',
  giveUp: 'Give up.',
}
const problem = { type: 'about:blank', title: 'Refused', detail: 'Tell us why.', reference: 'r1' }

test.each([
  [{}, 'Wait a moment.'],
  [{ reason: 'reading-limit' }, undefined],
])('a refusal %j is followed by the advice %j', async (members, advice) => {
  const error = new ApiError(429, { ...problem, status: 429, ...members })
  await renderComponent(<DocumentError error={error} remedies={remedies} onRetry={() => {}} />)
  expect(screen.getByText(/r1/)).toBeVisible()
  expect(screen.queryByText('Wait a moment.')?.textContent).toBe(advice)
  expect(screen.getByRole('button')).toBeVisible()
})

test('a window whose request was refused says why', async () => {
  const refusal = new ApiError(429, { ...problem, status: 429, reason: 'reading-limit' })
  await renderComponent(<DocumentPage getRequest={async () => describeRefusal(refusal)} />)
  expect(await screen.findByText('Tell us why.')).toBeVisible()
  expect(screen.getByText(/r1/)).toBeVisible()
  expect(screen.queryByText(/wait/i)).toBeNull()
})
