import { act, renderHook } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useAppForm, useFieldValue, useFormValues, withFieldErrors } from './use-app-form.ts'

const schema = withFieldErrors(
  z.object({
    first: z.string().trim().min(1, 'Enter the first day.').max(2, 'Enter two digits.'),
    last: z.string().min(2, 'Enter two digits.').regex(/^\d*$/, 'Enter digits.'),
  }),
  ({ first, last }) => (last < first ? { last: 'The last day is before the first.' } : {}),
)
type Days = z.infer<typeof schema>

const empty: Days = { first: '', last: '' }

type Options = { revalidates?: boolean; onChange?: (values: Days, field: keyof Days) => void }

/** Uses a form without inputs. */
function useDays(options: Options = {}) {
  const onRender = vi.fn()
  const { result } = renderHook(() => {
    useEffect(onRender)
    return useAppForm({ schema, defaultValues: empty, idPrefix: 'days', ...options })
  })
  const onSubmit = vi.fn()
  return {
    form: result,
    onRender,
    onSubmit,
    submit: () => act(() => result.current.handleSubmit(onSubmit)()),
    change: (changes: Partial<Days>) => act(async () => result.current.change(changes)),
  }
}

test('has one error per field, the first one of the schema, after an attempt', async () => {
  const { form, submit, change, onSubmit } = useDays()
  await change({ last: 'x' })
  expect(form.current.errors).toEqual({})
  expect(form.current.rejection).toBe(0)
  await submit()
  expect(form.current.errors).toEqual({ first: 'Enter the first day.', last: 'Enter two digits.' })
  expect(form.current.field('last')).toMatchObject({ id: 'days-last', error: 'Enter two digits.' })
  expect(form.current.rejection).toBe(1)
  await submit()
  expect(form.current.rejection).toBe(2)
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the errors of a rejected form follow the input, also those of other fields', async () => {
  const { form, submit, change } = useDays()
  await submit()
  await change({ first: '20', last: '10' })
  expect(form.current.errors).toEqual({ last: 'The last day is before the first.' })
  await change({ first: '05' })
  expect(form.current.errors).toEqual({})
  await change({ first: '' })
  expect(form.current.errors).toEqual({ first: 'Enter the first day.' })
})

test('without revalidation, the errors stay until the next attempt', async () => {
  const { form, submit, change } = useDays({ revalidates: false })
  await submit()
  const { errors } = form.current
  await change({ first: '10' })
  expect(form.current.errors).toEqual(errors)
  await submit()
  expect(form.current.errors).toEqual({ last: 'Enter two digits.' })
})

test('an accepted attempt passes the parsed values on, without a render', async () => {
  const { submit, change, onSubmit, onRender } = useDays()
  await change({ first: ' 1 ', last: '10' })
  onRender.mockClear()
  await submit()
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ first: '1', last: '10' })
  expect(onRender).not.toHaveBeenCalled()
})

test('a reset empties the fields and forgets the errors and the attempts', async () => {
  const { form, submit, change } = useDays()
  await change({ last: 'x' })
  await submit()
  await act(async () => form.current.reset())
  expect(form.current.getValues()).toEqual(empty)
  expect(form.current.errors).toEqual({})
  expect(form.current.rejection).toBe(0)
  await submit()
  expect(form.current.rejection).toBe(1)
})

test('reports each changed field with the values', async () => {
  const onChange = vi.fn()
  const { change } = useDays({ onChange })
  await change({ first: '10', last: '20' })
  expect(onChange.mock.calls).toEqual([
    [{ first: '10', last: '' }, 'first'],
    [{ first: '10', last: '20' }, 'last'],
  ])
})

test('the values can be watched, all or one', async () => {
  const { result } = renderHook(() => {
    const form = useAppForm({ schema, defaultValues: empty, idPrefix: 'days' })
    return { form, values: useFormValues(form), last: useFieldValue(form, 'last') }
  })
  expect(result.current).toMatchObject({ values: empty, last: '' })
  await act(async () => result.current.form.change({ last: '20' }))
  expect(result.current).toMatchObject({ values: { first: '', last: '20' }, last: '20' })
})
