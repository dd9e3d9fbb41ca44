import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react'
import { type Document, documentOpener, type OpenDocument, type RequestTicket } from './document-window.ts'

const DocumentModal = lazy(() =>
  import('./document-modal.tsx').then(({ DocumentModal }) => ({ default: DocumentModal })),
)

type Viewer = { requestTicket: RequestTicket; onOpen: OpenDocument }

const ViewerContext = createContext<Viewer | undefined>(undefined)

/** The viewer of the surrounding page; undefined outside of `DocumentViewer`. */
export const useDocumentViewer = (): Viewer | undefined => useContext(ViewerContext)

type DocumentViewerProps = {
  requestTicket: RequestTicket
  /** The path of the page; a document is shown only over the page from which it was opened. */
  pathname: string
  children: ReactNode
}

/** Shows the documents that its children open, each over the page and on request in a new window. */
export function DocumentViewer({ requestTicket, pathname, children }: DocumentViewerProps) {
  const [shown, setShown] = useState<{ document: Document; pathname: string; opened: number }>()
  const cameFrom = useRef<Element>(null)
  if (shown && shown.pathname !== pathname) setShown(undefined)
  const viewer = useMemo(() => {
    const onOpen: OpenDocument = async ({ path }, fields) => {
      cameFrom.current = document.activeElement
      setShown({ document: { path, fields }, pathname: location.pathname, opened: performance.now() })
    }
    return { requestTicket, onOpen }
  }, [requestTicket])
  const close = () => {
    setShown(undefined)
    const before = cameFrom.current
    // A table that has become cards has other buttons.
    const target = before?.isConnected ? before : document.querySelector('main')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  return (
    <ViewerContext value={viewer}>
      {children}
      {shown && (
        <Suspense>
          <DocumentModal
            key={shown.opened}
            document={shown.document}
            requestTicket={requestTicket}
            onOpenWindow={() => {
              void documentOpener(requestTicket)(shown.document, shown.document.fields)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </ViewerContext>
  )
}
