import { TextInput } from '@mantine/core'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { BusyButton } from './busy-button.tsx'
import { Form } from './form.tsx'
import { type AppForm, useAppForm } from './use-app-form.ts'

const place = z.string().trim().min(1, 'Enter a city or a ZIP code.')
const schema = z.object({ name: z.string().trim().min(1, 'Enter a name.'), city: place, zip: place })
type Values = z.infer<typeof schema>

type Options = Partial<Omit<ComponentProps<typeof Form<Values>>, 'form'>>

const filled: Values = { name: 'Ada', city: 'Miami', zip: '33131' }

/** Renders a form with three empty required fields and, unless the options say otherwise, a summary. */
async function renderForm(options: Options = {}) {
  const onSubmit = vi.fn()
  let form: AppForm<Values> | undefined
  function Example() {
    form = useAppForm({ schema, defaultValues: { name: '', city: '', zip: '' }, idPrefix: 'example' })
    return (
      <Form form={form} onSubmit={onSubmit} summary={{ title: 'Check these fields' }} {...options}>
        <TextInput label="Name" {...form.field('name')} />
        <TextInput label="City" {...form.field('city')} />
        <TextInput label="ZIP code" {...form.field('zip')} />
        <BusyButton type="submit" isBusy={options.isBusy ?? false}>
          Save
        </BusyButton>
      </Form>
    )
  }
  const { user } = await renderComponent(<Example />)
  return {
    user,
    onSubmit,
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
    refuse: (field: keyof Values, message: string) => form?.setError(field, { message }),
  }
}

const field = (name: string) => screen.getByRole('textbox', { name })
const fill = () => {
  for (const [id, value] of Object.entries(filled))
    fireEvent.change(document.getElementById(`example-${id}`) as HTMLElement, { target: { value } })
}
const summary = () => screen.queryByRole('region')
const lines = () =>
  within(screen.getByRole('region', { name: 'Check these fields' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const invalid = () =>
  screen.getAllByRole('textbox').filter((input) => input.getAttribute('aria-invalid') === 'true')

test('says nothing before the first attempt, even about a field left empty', async () => {
  const { user } = await renderForm()
  await user.type(field('Name'), 'A')
  await user.clear(field('Name'))
  await user.tab()
  expect(field('City')).toHaveFocus()
  expect(summary()).toBeNull()
  expect(invalid()).toEqual([])
})

test('after a rejected attempt, the summary has the focus and each error once, in order', async () => {
  const onInvalid = vi.fn()
  const { onSubmit, save } = await renderForm({ onInvalid })
  await save()
  expect(summary()).toHaveFocus()
  expect(lines()).toEqual(['Enter a name.', 'Enter a city or a ZIP code.'])
  expect(invalid()).toEqual([field('Name'), field('City'), field('ZIP code')])
  expect(field('Name')).toHaveAccessibleDescription('Enter a name.')
  expect(onInvalid).toHaveBeenCalledTimes(1)
  expect(onSubmit).not.toHaveBeenCalled()
  await expectAccessible()
})

test('each rejected attempt moves the focus to the summary again', async () => {
  const { user, save } = await renderForm()
  await save()
  await user.type(field('Name'), '{Enter}')
  expect(summary()).toHaveFocus()
})

test('the summary can have its own order and lines', async () => {
  const { save } = await renderForm({
    summary: {
      title: 'Check these fields',
      order: ['zip', 'name'],
      formatLine: (name, message) => `${name}: ${message}`,
    },
  })
  await save()
  expect(lines()).toEqual(['zip: Enter a city or a ZIP code.', 'name: Enter a name.'])
})

test('a link of the summary focuses its field', async () => {
  const { user, save } = await renderForm()
  await save()
  await user.click(screen.getByRole('link', { name: 'Enter a city or a ZIP code.' }))
  expect(field('City')).toHaveFocus()
  await user.click(screen.getByRole('link', { name: 'Enter a name.' }))
  expect(field('Name')).toHaveFocus()
})

test('the error of a corrected field goes, the focus stays, and the last one takes the summary along', async () => {
  const { user, save, onSubmit } = await renderForm()
  await save()
  await user.type(field('Name'), 'Ada')
  expect(lines()).toEqual(['Enter a city or a ZIP code.'])
  expect(invalid()).toEqual([field('City'), field('ZIP code')])
  expect(field('Name')).toHaveFocus()
  await user.type(field('City'), 'Miami')
  await user.type(field('ZIP code'), '33131')
  expect(summary()).toBeNull()
  expect(onSubmit).not.toHaveBeenCalled()
  await save()
  expect(onSubmit.mock.calls[0]?.[0]).toEqual(filled)
})

test('without a summary, the first invalid field has the focus', async () => {
  const { user, save } = await renderForm({ summary: undefined })
  await user.type(field('Name'), 'Ada')
  await save()
  expect(field('City')).toHaveFocus()
  expect(summary()).toBeNull()
})

test('a busy form ignores further attempts, keeps the focus and shows no errors', async () => {
  const onInvalid = vi.fn()
  const { user, save, onSubmit } = await renderForm({ isBusy: true, onInvalid })
  await save()
  fireEvent.submit(field('Name'))
  await user.type(field('Name'), '{Enter}')
  expect(field('Name')).toHaveFocus()
  expect(summary()).toBeNull()
  expect(onInvalid).not.toHaveBeenCalled()
  fill()
  fireEvent.submit(field('Name'))
  await user.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('what the server rejects is shown like any error, moves no focus, and goes with the next attempt', async () => {
  const { save, onSubmit, refuse } = await renderForm()
  fill()
  await save()
  await act(async () => refuse('city', 'We don’t know this city.'))
  expect(lines()).toEqual(['We don’t know this city.'])
  expect(invalid()).toEqual([field('City')])
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
  await save()
  expect(summary()).toBeNull()
  expect(onSubmit).toHaveBeenCalledTimes(2)
})
