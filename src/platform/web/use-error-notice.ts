import { useEffect } from 'react'
import { showError } from './error-notice.tsx'

/** Shows an error each time that something, which a page waits for, has failed. */
export function useErrorNotice(failed: boolean, message: string) {
  useEffect(() => {
    if (failed) showError(message)
  }, [failed, message])
}
