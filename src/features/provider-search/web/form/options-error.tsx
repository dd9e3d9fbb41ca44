import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../../messages.ts'
import type { SearchValues } from '../search-values.ts'
import type { LookupOptions } from '../use-lookups.ts'
import type { SearchFormControl } from '../use-search-form.ts'
import { fieldId } from './field-id.ts'
import classes from './search-form.module.css'

/** The error of a field with options: a failure to load them or, otherwise, the form's error. */
export function fieldError(
  form: SearchFormControl,
  field: keyof SearchValues,
  options: LookupOptions<unknown>,
): ReactNode {
  if (options.failure) return <OptionsError message={options.failure} onRetry={() => retry(field, options)} />
  return form.formState.errors[field]?.message
}

/** Focuses the field first, because the retry button disappears. */
function retry(field: keyof SearchValues, options: LookupOptions<unknown>) {
  document.getElementById(fieldId(field))?.focus()
  options.retry()
}

/** A loading error with a retry button. */
function OptionsError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <>
      {message}{' '}
      <UnstyledButton className={classes.retry} onClick={onRetry}>
        {messages.tryAgain}
      </UnstyledButton>
    </>
  )
}
