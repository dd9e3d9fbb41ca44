import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { DateField } from './date-field.tsx'

function Field({ error }: { error?: string }) {
  const [value, setValue] = useState('')
  return <DateField label="Start Date" value={value} onChange={setValue} error={error} required />
}

const field = () => screen.getByRole('textbox', { name: /Start Date/ })

test.each([
  ['05-06-80', '5/6/1980'],
  ['2026-03-01', '3/1/2026'],
  ['2/30/2026', '2/30/2026'],
])('%s becomes %s when the user leaves the field', async (typed, shown) => {
  const { user } = await renderComponent(<Field />)
  await user.type(field(), typed)
  expect(field()).toHaveValue(typed)
  await user.tab()
  expect(field()).toHaveValue(shown)
})

test('a day from the calendar is shown like a typed one', async () => {
  const { container } = await renderComponent(<Field />)
  const calendar = container.querySelector('input[type=date]')
  if (calendar) fireEvent.change(calendar, { target: { value: '2026-07-04' } })
  expect(field()).toHaveValue('7/4/2026')
})

test('the field is required, and its button and error belong to its label', async () => {
  await renderComponent(<Field error="Enter a date." />)
  expect(field()).toBeRequired()
  expect(field()).toHaveAccessibleDescription('Enter a date.')
  expect(screen.getByRole('button', { name: 'Choose from a calendar' })).toHaveAccessibleDescription(
    /Start Date/,
  )
  await expectAccessible()
})
