import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../../messages.ts'
import type { SearchValues } from '../search-values.ts'
import type { LookupOptions } from '../use-lookups.ts'
import type { SearchFormControl } from '../use-search-form.ts'
import { fieldId } from './field-id.ts'
import classes from './search-form.module.css'

/** What is wrong at a field that offers choices: that they could not be fetched, or else what the form says of it. */
export function fieldError(
  form: SearchFormControl,
  field: keyof SearchValues,
  options: LookupOptions<unknown>,
): ReactNode {
  if (options.failure) return <OptionsError message={options.failure} onRetry={() => retry(field, options)} />
  return form.formState.errors[field]?.message
}

/** The button that was pressed goes: its field has the focus. */
function retry(field: keyof SearchValues, options: LookupOptions<unknown>) {
  document.getElementById(fieldId(field))?.focus()
  options.retry()
}

/** Why a field has nothing to offer, and the way to ask again. */
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
