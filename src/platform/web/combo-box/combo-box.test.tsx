import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { ComboBox } from './combo-box.tsx'

const options = [
  { value: 'heading', label: 'Facilities', disabled: true },
  { value: 'hospital', label: 'Hospital' },
  { value: 'hospice', label: 'Hospice' },
  { value: 'clinic', label: 'Clinic' },
]

async function renderTypes(props: Partial<Parameters<typeof ComboBox>[0]> = {}) {
  function Field() {
    const [value, setValue] = useState(props.value ?? '')
    return (
      <>
        <ComboBox label="Type" options={options} {...props} value={value} onChange={setValue} />
        <output>{`chosen: (${value})`}</output>
        <button type="button">Next</button>
      </>
    )
  }
  return renderComponent(<Field />)
}

const field = () => screen.getByRole('combobox', { name: 'Type' })
const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const expectChosen = (value: string) =>
  expect(screen.getByText(/^chosen:/)).toHaveTextContent(`chosen: (${value})`)
const highlighted = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')

test('typing filters the options, and Enter chooses the highlighted one', async () => {
  const { user } = await renderTypes()
  await user.click(field())
  expect(field()).toHaveAttribute('aria-expanded', 'true')
  expect(shown()).toEqual(['Facilities', 'Hospital', 'Hospice', 'Clinic'])
  await expectAccessible()
  await user.type(field(), 'hosp')
  expect(shown()).toEqual(expect.arrayContaining(['Hospital', 'Hospice']))
  expect(shown()).not.toContain('Clinic')
  await user.keyboard('{ArrowDown}')
  const label = highlighted()?.textContent ?? ''
  await user.keyboard('{Enter}')
  expectChosen(label.toLowerCase())
  expect(field()).toHaveValue(label)
  expect(field()).toHaveAttribute('aria-expanded', 'false')
})

test('the arrow keys skip headings, and Escape closes the list without a choice', async () => {
  const { user } = await renderTypes()
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  expect(highlighted()).toHaveTextContent('Hospital')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expectChosen('')
})

test('on blur, a sole match is chosen', async () => {
  const { user } = await renderTypes()
  await user.type(field(), 'clin')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expectChosen('clinic')
  expect(field()).toHaveValue('Clinic')
})

test('on blur, unmatched text stays with an error and chooses nothing', async () => {
  const { user } = await renderTypes()
  await user.type(field(), 'dentist')
  expect(screen.getAllByText('No matches.').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(field()).toHaveValue('dentist')
  expect(field()).toBeInvalid()
  expectChosen('')
  await expectAccessible()
})

test('the clear button removes the choice', async () => {
  const { user } = await renderTypes({ value: 'clinic' })
  expect(field()).toHaveValue('Clinic')
  await user.click(within(document.body).getByRole('button', { name: /Type/ }))
  expectChosen('')
  expect(field()).toHaveValue('')
})

test('while options load, the list says so and the field shows no match error', async () => {
  const { user } = await renderTypes({ options: [], loading: true })
  await user.click(field())
  expect(screen.getAllByText('Loading…').length).toBeGreaterThan(0)
  expect(screen.queryByText('No matches.')).toBeNull()
})
