import { call } from '#platform/web/api-client.ts'
import { documentOpener } from '#platform/web/document/document-window.ts'
import { createTicket } from '#sign-in/contract.ts'

type Document = { path: string; fields: Record<string, string> }

/** Requests and returns a ticket for exactly this document. */
export const requestTicket = async (document: Document) => (await call(createTicket, document)).ticket

/** Opens a document in a new window. */
export const openDocument = documentOpener(requestTicket)
