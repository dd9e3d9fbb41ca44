import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../../messages.ts'
import type { SearchValues } from '../search-values.ts'
import type { Offer } from '../use-lookups.ts'
import type { SearchFormControl } from '../use-search-form.ts'
import { fieldId } from './field-id.ts'
import classes from './search-form.module.css'

/** What is wrong at a field that offers choices: that they could not be fetched, or else what the form says of it. */
export function errorOf(
  form: SearchFormControl,
  field: keyof SearchValues,
  offer: Offer<unknown>,
): ReactNode {
  if (offer.failure) return <OfferError sentence={offer.failure} onRetry={() => retry(field, offer)} />
  return form.formState.errors[field]?.message
}

/** The button that was pressed goes: its field has the focus. */
function retry(field: keyof SearchValues, offer: Offer<unknown>) {
  document.getElementById(fieldId(field))?.focus()
  offer.retry()
}

/** Why a field has nothing to offer, and the way to ask again. */
function OfferError({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <>
      {sentence}{' '}
      <UnstyledButton className={classes.retry} onClick={onRetry}>
        {messages.tryAgain}
      </UnstyledButton>
    </>
  )
}
