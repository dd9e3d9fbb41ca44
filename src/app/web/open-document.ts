import { call } from '#platform/web/call.ts'
import { documentOpener } from '#platform/web/document-opener.ts'
import { makeTicket } from '#sign-in/contract.ts'

/** Opens a document in a window of its own, with a ticket for it and nothing else. */
export const openDocument = documentOpener(async (document) => (await call(makeTicket, document)).ticket)
