import { hashKey } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react'
import { focusOrMain } from '../content-states.tsx'
import { useOverlayEntry } from '../use-overlay.ts'
import type { DocumentRequest, OpenDocument, RequestTicket } from './document-request.ts'
import { documentOpener } from './document-window.ts'

const DocumentModal = lazy(() =>
  import('./document-modal.tsx').then(({ DocumentModal }) => ({ default: DocumentModal })),
)

type Viewer = {
  requestTicket: RequestTicket
  onOpen: OpenDocument
  /** Loads pictures one at a time: a page of them would take all of the person's places in the server's queue. */
  enqueue: Enqueue
}
type Enqueue = <Result>(load: Load<Result>, signal: AbortSignal) => Promise<Result>
type Load<Result> = (signal: AbortSignal) => Promise<Result>

const ViewerContext = createContext<Viewer | undefined>(undefined)

/** The viewer of the surrounding page; undefined outside of `DocumentViewer`. */
export const useDocumentViewer = (): Viewer | undefined => useContext(ViewerContext)

type DocumentViewerProps = {
  requestTicket: RequestTicket
  children: ReactNode
}

/** The open document: one of a list. */
type Shown = { id: string; list: readonly DocumentRequest[]; index: number }

/**
 * Shows the documents that its children open, each over the page and on request in a new window. An open document is an
 * entry in the history, so Back closes it, and closing it goes back.
 */
export function DocumentViewer({ requestTicket, children }: DocumentViewerProps) {
  const [document, setDocument] = useState<Shown>()
  const cameFrom = useRef<HTMLElement>(null)
  const { current, open, close } = useOverlayEntry({
    onLeave: (isSamePage) => {
      // A table that has become cards no longer has the element from which the document was opened.
      if (shown && isSamePage) focusOrMain(cameFrom.current)
    },
  })
  const shown = document?.id === current ? document : undefined
  const [enqueue] = useState(createSerialQueue)
  const viewer = useMemo(() => {
    const onOpen: OpenDocument = async (request, list = []) => {
      const index = list.findIndex((each) => isSame(each, request))
      const { activeElement } = window.document
      cameFrom.current = activeElement instanceof HTMLElement ? activeElement : null
      setDocument({ ...(index < 0 ? { list: [request], index: 0 } : { list, index }), id: open() })
    }
    return { requestTicket, onOpen, enqueue }
  }, [requestTicket, enqueue, open])
  return (
    <ViewerContext value={viewer}>
      {children}
      {shown && (
        <Suspense>
          <DocumentModal
            key={shown.id}
            list={shown.list}
            index={shown.index}
            requestTicket={requestTicket}
            onMove={(index) => setDocument({ ...shown, index })}
            onOpenWindow={(request) => {
              void documentOpener(requestTicket)(request)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </ViewerContext>
  )
}

/** After this time, the next picture loads. */
const longestLoadMs = 20_000

function createSerialQueue(): Enqueue {
  let last: Promise<unknown> = Promise.resolve()
  return (load, signal) => {
    const result = last.then(() => {
      signal.throwIfAborted()
      return loadInTime(load, signal)
    })
    last = result.catch(() => {})
    return result
  }
}

/** Aborts a load that takes too long. Rejects on abort, even if the load does not end. */
async function loadInTime<Result>(load: Load<Result>, signal: AbortSignal): Promise<Result> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), longestLoadMs)
  const stop = AbortSignal.any([signal, limit.signal])
  const aborted = Promise.withResolvers<never>()
  stop.addEventListener('abort', () => aborted.reject(stop.reason), { once: true })
  try {
    return await Promise.race([load(stop), aborted.promise])
  } finally {
    clearTimeout(timer)
  }
}

const isSame = (one: DocumentRequest, other: DocumentRequest) =>
  hashKey([one.path, one.fields]) === hashKey([other.path, other.fields])
