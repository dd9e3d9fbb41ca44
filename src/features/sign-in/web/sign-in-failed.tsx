import { Button } from '@mantine/core'
import { ErrorStatePage } from '#platform/web/static-page.tsx'
import { signInFailure } from '../contract.ts'
import { messages } from '../messages.ts'

type SignInFailedProps = {
  /** The reason from the URL, which can be any text. */
  reason: string | undefined
  reference: string | undefined
  onTryAgain: () => void
}

/** Explains why a sign-in failed and what to do. */
export function SignInFailed({ reason, reference, onTryAgain }: SignInFailedProps) {
  const [sentence, advice] = messages.refused[signInFailure.catch('failed').parse(reason)]
  return (
    <ErrorStatePage title={messages.errorOccurred}>
      <p>
        {sentence} {advice}
      </p>
      <Button onClick={onTryAgain}>{messages.portalLogin}</Button>
      {reference && /^[\w-]{1,64}$/.test(reference) && <p>{messages.reference(reference)}</p>}
    </ErrorStatePage>
  )
}
