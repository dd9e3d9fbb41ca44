import { hashKey } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react'
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
  /** The path and search of the page. A document closes when they change: they may name another case. */
  address: string
  children: ReactNode
}

/** The open document: one of a list. */
type Shown = { list: readonly DocumentRequest[]; index: number; opened: number }

/** Shows the documents that its children open, each over the page and on request in a new window. */
export function DocumentViewer({ requestTicket, address, children }: DocumentViewerProps) {
  const [shown, setShown] = useState<Shown>()
  const [shownAt, setShownAt] = useState(address)
  const cameFrom = useRef<Element>(null)
  if (shownAt !== address) {
    setShownAt(address)
    setShown(undefined)
  }
  const [enqueue] = useState(createSerialQueue)
  const viewer = useMemo(() => {
    const onOpen: OpenDocument = async (request, list = []) => {
      const index = list.findIndex((each) => isSame(each, request))
      cameFrom.current = document.activeElement
      setShown({
        ...(index < 0 ? { list: [request], index: 0 } : { list, index }),
        opened: performance.now(),
      })
    }
    return { requestTicket, onOpen, enqueue }
  }, [requestTicket, enqueue])
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
            list={shown.list}
            index={shown.index}
            requestTicket={requestTicket}
            onMove={(index) => setShown({ ...shown, index })}
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
