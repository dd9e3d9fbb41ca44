import { useEffect, useRef } from 'react'
import { showError, withdrawError } from './error-notice.tsx'

type Failing = { isError: boolean; errorUpdatedAt: number }

/** Shows the message each time a request of a page fails, until it is retried. */
export function useErrorNotice({ isError, errorUpdatedAt }: Failing, message: string) {
  const shown = useRef(0)
  useEffect(() => {
    if (isError && errorUpdatedAt) shown.current = showError(message)
    else withdrawError(shown.current)
  }, [isError, errorUpdatedAt, message])
}
