import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type ResolverResult,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import type { z } from 'zod'

/** The error message of each invalid field. */
export type FieldErrors<Values> = Partial<Record<keyof Values & string, string>>

type AppFormOptions<Values extends FieldValues> = {
  schema: z.ZodType<Values, object>
  defaultValues: Values
  /** The prefix of the element IDs of the fields. */
  idPrefix: string
  /**
   * Whether the errors of a rejected form follow the input. Otherwise, they stay until the next attempt, unless the
   * form clears them.
   */
  revalidates?: boolean
  /** Called when a field changes. */
  onChange?: (values: Values, field: keyof Values & string) => void
}

export type AppForm<Values extends FieldValues> = Omit<UseFormReturn<Values>, 'watch'> & {
  /** Messages of the invalid fields, in the order of the schema's issues. Empty until the first attempt is rejected. */
  errors: FieldErrors<Values>
  /** How many attempts have been made since the last reset, if the last one was rejected; otherwise 0. */
  rejection: number
  fieldId: (field: Path<Values>) => string
  focusField: (field: Path<Values>) => void
  /** Changes several fields. */
  change: (changes: Partial<Values>) => void
  /** Props of a native input. */
  field: (field: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) => FieldInputProps
}

export type FieldInputProps = UseFormRegisterReturn & { id: string; error: string | undefined }

/** The state of a form. A form shows no errors until the first attempt to submit it. */
export function useAppForm<Values extends FieldValues>(options: AppFormOptions<Values>): AppForm<Values> {
  const { schema, defaultValues, idPrefix, revalidates = true, onChange } = options
  const form = useForm<Values>({
    resolver: (values) => resolveValues(schema, values),
    defaultValues: defaultValues as DefaultValues<Values>,
    reValidateMode: 'onSubmit',
    // The form component moves the focus.
    shouldFocusError: false,
  })
  const { control, register, setValue } = form
  const { errors, rejection } = useOutcome(form)
  useRevalidation(form, rejection > 0 && revalidates)
  useChangeListener(form, onChange)
  const change = useCallback(
    (changes: Partial<Values>) => {
      for (const [field, value] of Object.entries(changes))
        setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>)
    },
    [setValue],
  )
  const fieldId = (field: string) => `${idPrefix}-${field}`
  return {
    ...form,
    control,
    errors,
    rejection,
    fieldId,
    focusField: (field) => document.getElementById(fieldId(field))?.focus(),
    change,
    field: (field, options) => ({ ...register(field, options), id: fieldId(field), error: errors[field] }),
  }
}

/** Parses the values. If a field has several issues, the first one is its error. */
function resolveValues<Values extends FieldValues>(
  schema: z.ZodType<Values, object>,
  values: Values,
): ResolverResult<Values> {
  const { data, error } = schema.safeParse(values)
  if (!error) return { values: data, errors: {} }
  const errors: Record<string, { type: string; message: string }> = {}
  for (const { path, code, message } of error.issues) errors[String(path[0])] ??= { type: code, message }
  return { values: {}, errors: errors } as ResolverResult<Values>
}

type Outcome<Values> = { errors: FieldErrors<Values>; rejection: number }

/**
 * What the last attempt found. Unlike with `formState`, a form without errors does not render when it is submitted, before
 * its request leaves.
 */
function useOutcome<Values extends FieldValues>({ subscribe }: UseFormReturn<Values>): Outcome<Values> {
  const [outcome, setOutcome] = useState<Outcome<Values>>({ errors: {}, rejection: 0 })
  useLayoutEffect(
    () =>
      subscribe({
        formState: { errors: true, isSubmitted: true },
        callback: ({ errors, isSubmitted, isSubmitSuccessful, submitCount = 0 }) => {
          const found = Object.entries(errors ?? {}) as [string, { message?: string }][]
          const messages = Object.fromEntries(found.map(([field, { message }]) => [field, message]))
          const next = {
            errors: messages as FieldErrors<Values>,
            rejection: isSubmitted && !isSubmitSuccessful ? submitCount : 0,
          }
          setOutcome((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next))
        },
      }),
    [subscribe],
  )
  return outcome
}

/** Validates all fields whenever the values change. */
function useRevalidation<Values extends FieldValues>(
  { control, trigger }: UseFormReturn<Values>,
  isActive: boolean,
) {
  const values = useWatch({ control, compute: (values) => (isActive ? JSON.stringify(values) : '') })
  useEffect(() => {
    if (isActive && values) void trigger()
  }, [isActive, values, trigger])
}

function useChangeListener<Values extends FieldValues>(
  { subscribe }: UseFormReturn<Values>,
  onChange: AppFormOptions<Values>['onChange'],
) {
  const notify = useEffectEvent((values: Values, field: string) => onChange?.(values, field))
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => name && notify(values, name),
      }),
    [subscribe],
  )
}

/** The current values of a form. The object changes only when a value does. */
export const useFormValues = <Values extends FieldValues>({ control }: Pick<AppForm<Values>, 'control'>) =>
  useWatch({ control, compute: (values: Values) => values })

/** The current value of one field. */
export const useFieldValue = <Values extends FieldValues, Name extends Path<Values>>(
  { control }: Pick<AppForm<Values>, 'control'>,
  name: Name,
) => useWatch({ control, name })

/** Adds a validation to a schema. `validate` returns the error message of each invalid field. */
export const withFieldErrors = <Values>(
  schema: z.ZodType<Values, object>,
  validate: (values: Values) => FieldErrors<Values>,
): z.ZodType<Values, object> =>
  schema.check(({ value, issues }) => {
    for (const [field, message] of Object.entries(validate(value)))
      if (message) issues.push({ code: 'custom', input: value, path: [field], message: String(message) })
  })
