import { UnstyledButton } from '@mantine/core'
import { messages } from '../../messages.ts'
import classes from './search-form.module.css'

/** Why a field has nothing to offer, and the way to ask again. */
export function OfferError({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <>
      {sentence}{' '}
      <UnstyledButton className={classes.retry} onClick={onRetry}>
        {messages.tryAgain}
      </UnstyledButton>
    </>
  )
}
