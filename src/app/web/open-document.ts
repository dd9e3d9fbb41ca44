import { call } from '#platform/web/call.ts'
import { documentOpener } from '#platform/web/document-opener.ts'
import { openDocumentHere } from '#platform/web/open-document.ts'
import { makeTicket } from '#sign-in/contract.ts'

type Document = { path: string; fields: Record<string, string> }

const ticketFor = async (document: Document) => (await call(makeTicket, document)).ticket

/** Opens a document in a window of its own, with a ticket for it and nothing else. */
export const openDocument = documentOpener(ticketFor)

/** The same in place of the page. */
export const openInPlace = documentOpener(ticketFor, openDocumentHere)
