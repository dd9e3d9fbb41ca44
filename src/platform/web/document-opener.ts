import { messages } from '../messages.ts'
import { CallFailed } from './call.ts'
import { showError } from './error-notice.tsx'
import { openDocument } from './open-document.ts'

type Fields = Record<string, string>

/** Opens the document that a form post with these fields is answered with, in a window of its own. */
export type OpenDocument = (document: { path: string }, fields: Fields) => Promise<void>

/** Opens documents with tickets from where they are told to come from, and says so where there is none. */
export function documentOpener(
  ticketFor: (document: { path: string; fields: Fields }) => Promise<string>,
): OpenDocument {
  return async ({ path }, fields) => {
    try {
      await openDocument({ path, fields }, ticketFor)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.status !== 401) showError(messages.documentFailed)
    }
  }
}
