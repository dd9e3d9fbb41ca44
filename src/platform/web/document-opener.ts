import { messages } from '../messages.ts'
import { CallFailed } from './call.ts'
import { showError } from './error-notice.tsx'
import { openDocument, WindowBlocked } from './open-document.ts'

type Fields = Record<string, string>
type Document = { path: string; fields: Fields }
type TicketFor = (document: Document) => Promise<string>

/** Opens the document that a form post with these fields is answered with. */
export type OpenDocument = (document: { path: string }, fields: Fields) => Promise<void>

/** Opens documents with tickets from where they are told to come from, and says so where one cannot be opened. */
export function documentOpener(
  ticketFor: TicketFor,
  open: (document: Document, ticketFor: TicketFor) => Promise<void> = openDocument,
): OpenDocument {
  return async ({ path }, fields) => {
    try {
      await open({ path, fields }, ticketFor)
    } catch (error) {
      if (error instanceof WindowBlocked) showError(error.message)
      else if (!(error instanceof CallFailed)) throw error
      else if (error.status !== 401) showError(messages.documentFailed)
    }
  }
}
