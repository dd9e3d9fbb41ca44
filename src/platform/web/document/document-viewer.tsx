import { hashKey } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createSerialQueue } from '../../concurrency/serial-queue.ts'
import { createRandomId } from '../api-client.ts'
import { focusOrMain } from '../content-states.tsx'
import type { DocumentRequest, OpenDocument, RequestTicket } from './document-request.ts'
import { createDocumentOpener } from './document-window.ts'

const DocumentModal = lazy(() =>
  import('./document-modal.tsx').then(({ DocumentModal }) => ({ default: DocumentModal })),
)

type Viewer = {
  requestTicket: RequestTicket
  onOpen: OpenDocument
  /** Removes the document over the page, whose entry in the history stays. */
  onRemove: () => void
  /** Loads pictures one at a time: a page of them would take all of the person's places in the server's queue. */
  enqueue: Enqueue
}
type Enqueue = <Result>(load: Load<Result>, signal: AbortSignal) => Promise<Result>
type Load<Result> = (signal: AbortSignal) => Promise<Result>

const ViewerContext = createContext<Viewer | undefined>(undefined)

/** The viewer of the surrounding page; undefined outside of `DocumentViewerProvider`. */
export const useDocumentViewer = (): Viewer | undefined => useContext(ViewerContext)

type DocumentViewerProps = {
  requestTicket: RequestTicket
  children: ReactNode
}

/** One opening of a document, which is one of a list; the same document opened again has another id. */
type Opening = { id: string; list: readonly DocumentRequest[]; index: number }

/**
 * Shows the documents that its children open, each over the page and on request in a new window. An open document is an
 * entry in the history, so Back closes it, and closing it goes back.
 */
export function DocumentViewerProvider({ requestTicket, children }: DocumentViewerProps) {
  const router = useRouter()
  const [opening, setOpening] = useState<Opening>()
  const [entryOpeningId, setEntryOpeningId] = useState<string>()
  const shown = opening?.id === entryOpeningId ? opening : undefined
  const knownOpeningId = useRef<string>(undefined)
  const isClosing = useRef(false)
  const cameFrom = useRef<HTMLElement>(null)
  const [enqueue] = useState(createLoadQueue)
  const viewer = useMemo(() => {
    const onOpen: OpenDocument = async (request, list = []) => {
      const index = list.findIndex((each) => isSame(each, request))
      const id = createRandomId()
      knownOpeningId.current = id
      const { activeElement } = document
      cameFrom.current = activeElement instanceof HTMLElement ? activeElement : null
      setOpening({ ...(index < 0 ? { list: [request], index: 0 } : { list, index }), id })
      const { href } = router.history.location
      const state = { ...router.state.location.state, openingId: id }
      const stay = { resetScroll: false, hashScrollIntoView: false, ignoreBlocker: true }
      await router.navigate({ href, state, ...stay })
    }
    return { requestTicket, onOpen, onRemove: () => setOpening(undefined), enqueue }
  }, [router, requestTicket, enqueue])
  // Going back takes a moment. A second press must not leave the page.
  const close = () => {
    if (isClosing.current) return
    isClosing.current = true
    router.history.back({ ignoreBlocker: true })
  }
  useDocumentEntry((id, isSamePage) => {
    isClosing.current = false
    setEntryOpeningId(id)
    if (id !== undefined && id !== knownOpeningId.current) {
      // An entry from before a reload or from another page, whose document is gone.
      knownOpeningId.current = id
      close()
    }
    // A table that has become cards no longer has the element from which the document was opened.
    if (shown && id === undefined && isSamePage) focusOrMain(cameFrom.current)
  })
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
            onMove={(index) => setOpening({ ...shown, index })}
            onOpenWindow={(request) => {
              void createDocumentOpener(requestTicket)(request)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </ViewerContext>
  )
}

type FollowEntry = (openingId: string | undefined, isSamePage: boolean) => void

/** Calls the function for the current entry of the history, and for each one that becomes current. */
function useDocumentEntry(follow: FollowEntry) {
  const { history } = useRouter()
  const onEntry = useEffectEvent(follow)
  useEffect(() => {
    let { href } = history.location
    onEntry(history.location.state.openingId, true)
    return history.subscribe(({ location }) => {
      const isSamePage = location.href === href
      href = location.href
      onEntry(location.state.openingId, isSamePage)
    })
  }, [history])
}

/** After this time, the next picture loads. */
const longestLoadMs = 20_000

function createLoadQueue(): Enqueue {
  const enqueue = createSerialQueue()
  return (load, signal) =>
    enqueue(async () => {
      signal.throwIfAborted()
      return loadInTime(load, signal)
    })
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
