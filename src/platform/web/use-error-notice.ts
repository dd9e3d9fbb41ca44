import { useEffect } from 'react'
import { showError } from './error-notice.tsx'

type Failing = { isError: boolean; errorUpdatedAt: number }

/** Shows the sentence each time a call, which a page waits for, has failed. */
export function useErrorNotice({ isError, errorUpdatedAt }: Failing, sentence: string) {
  useEffect(() => {
    if (isError && errorUpdatedAt) showError(sentence)
  }, [isError, errorUpdatedAt, sentence])
}
