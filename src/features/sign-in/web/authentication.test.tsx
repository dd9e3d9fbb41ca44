import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { SignInFailed } from './authentication.tsx'

test.each([
  ['no-client', 'Your account isn’t linked to a company.'],
  ['unknown-client', 'Your company isn’t set up in the portal.'],
  ['client-disabled', 'Your company’s access to the portal is currently off.'],
  ['person-disabled', 'Your access to the portal has been turned off.'],
  ['cancelled', 'You canceled the login.'],
  ['provider-away', 'We can’t reach your login service right now.'],
  ['failed', 'We couldn’t log you in.'],
  ['<script>', 'We couldn’t log you in.'],
  [undefined, 'We couldn’t log you in.'],
])('a failed sign-in (%s) is explained and can be retried', async (reason, sentence) => {
  const onTryAgain = vi.fn()
  const { user } = await renderComponent(
    <SignInFailed reason={reason} reference="req-7" onTryAgain={onTryAgain} />,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'An Error Occurred' })).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent(sentence)
  expect(screen.getByText('Reference: req-7')).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Portal Login' }))
  expect(onTryAgain).toHaveBeenCalledOnce()
})

test('a failed sign-in shows no reference that is not an ID', async () => {
  await renderComponent(<SignInFailed reason="failed" reference="<b>7</b>" onTryAgain={() => {}} />)
  expect(screen.queryByText(/^Reference/)).toBeNull()
})
