import type { ReactNode } from 'react'
import { call } from '#platform/web/api-client.ts'
import type { OpenDocument, RequestTicket } from '#platform/web/document/document-request.ts'
import { DocumentViewerProvider, useDocumentViewer } from '#platform/web/document/document-viewer.tsx'
import { createDocumentOpener } from '#platform/web/document/document-window.ts'
import { createTicket } from '#sign-in/contract.ts'

/** Requests and returns a ticket for exactly this document. */
export const requestTicket: RequestTicket = async (request) => (await call(createTicket, request)).ticket

/** Opens a document in a new window. */
export const openInNewWindow = createDocumentOpener(requestTicket)

/** Returns a function that opens a document over the page, or in a new window outside of `StaffDocuments`. */
export const useOpenDocument = (): OpenDocument => useDocumentViewer()?.onOpen ?? openInNewWindow

/** Shows documents over these pages. */
export const StaffDocuments = ({ children }: { children: ReactNode }) => (
  <DocumentViewerProvider requestTicket={requestTicket}>{children}</DocumentViewerProvider>
)
