import { messages } from '#platform/document-messages.ts'
import { ApiError } from '../api-client.ts'
import { showError } from '../error-notice.tsx'
import { openDocumentWindow, WindowBlockedError } from './open-document-window.ts'

type Fields = Record<string, string>
type Document = { path: string; fields: Fields }
type RequestTicket = (document: Document) => Promise<string>

/** Opens the document that a form post with these fields returns. */
export type OpenDocument = (document: { path: string }, fields: Fields) => Promise<void>

/** Opens documents in new windows with tickets from this function and shows an error if that fails. */
export function documentOpener(requestTicket: RequestTicket): OpenDocument {
  return async ({ path }, fields) => {
    try {
      await openDocumentWindow({ path, fields }, requestTicket)
    } catch (error) {
      const isSessionOver = error instanceof ApiError && error.status === 401
      if (isSessionOver) return
      showError(error instanceof WindowBlockedError ? error.message : messages.refused.sentence)
      if (!(error instanceof WindowBlockedError || error instanceof ApiError)) reportError(error)
    }
  }
}
