import { useEffect } from 'react'
import { showError } from '#platform/web/error-notice.tsx'

/** Shows the sentence each time a call has failed. */
export function useFailureNotice({ isError, errorUpdatedAt }: Failing, sentence: string) {
  useEffect(() => {
    if (isError && errorUpdatedAt) showError(sentence)
  }, [isError, errorUpdatedAt, sentence])
}

type Failing = { isError: boolean; errorUpdatedAt: number }
