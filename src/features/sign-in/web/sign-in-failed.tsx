import { Button } from '@mantine/core'
import { ErrorStatePage } from '#platform/web/static-page.tsx'
import { refusedSignIn } from '../contract.ts'
import { messages } from '../messages.ts'

type Failed = {
  /** As the address says it: anything. */
  reason: string | undefined
  reference: string | undefined
  onTryAgain: () => void
}

/** Why a sign-in ended without a session, and what to do about it. */
export function SignInFailed({ reason, reference, onTryAgain }: Failed) {
  const [sentence, advice] = messages.refused[refusedSignIn.catch('failed').parse(reason)]
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
