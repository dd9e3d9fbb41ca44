import { call } from '#platform/web/call.ts'
import { documentOpener } from '#platform/web/document/document-opener.ts'
import { makeTicket } from '#sign-in/contract.ts'

type Document = { path: string; fields: Record<string, string> }

/** A ticket for this document and nothing else. */
export const ticketFor = async (document: Document) => (await call(makeTicket, document)).ticket

/** Opens a document in a window of its own. */
export const openDocument = documentOpener(ticketFor)
