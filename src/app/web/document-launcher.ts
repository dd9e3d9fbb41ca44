import { call } from '#platform/web/api-client.ts'
import { documentOpener } from '#platform/web/document/document-window.ts'
import { makeTicket } from '#sign-in/contract.ts'

type Document = { path: string; fields: Record<string, string> }

/** A ticket for this document and nothing else. */
export const ticketFor = async (document: Document) => (await call(makeTicket, document)).ticket

/** Opens a document in a window of its own. */
export const openDocument = documentOpener(ticketFor)
