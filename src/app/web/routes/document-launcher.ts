import { call } from '#platform/web/api-client.ts'
import { documentOpener, type RequestTicket } from '#platform/web/document/document-window.ts'
import { createTicket } from '#sign-in/contract.ts'

/** Requests and returns a ticket for exactly this document. */
export const requestTicket: RequestTicket = async (document) => (await call(createTicket, document)).ticket

/** Opens a document in a new window. */
export const openDocument = documentOpener(requestTicket)
