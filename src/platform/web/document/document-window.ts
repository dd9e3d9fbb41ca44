import { z } from 'zod'
import { problemBody } from '#platform/contract/problem.ts'
import { messages as documentMessages } from '#platform/document-messages.ts'
import { ApiError } from '../api-client.ts'
import { showError } from '../error-notice.tsx'
import {
  type DocumentRequest,
  documentRequest,
  type OpenDocument,
  type RequestTicket,
  withTicket,
} from './document-request.ts'

/** Creates a function that opens documents in new windows with tickets and shows an error if that fails. */
export function createDocumentOpener(requestTicket: RequestTicket): OpenDocument {
  return async (request) => {
    try {
      await openDocumentWindow(request, requestTicket)
    } catch (error) {
      const isSessionOver = error instanceof ApiError && error.status === 401
      if (isSessionOver) return
      showError(error instanceof WindowBlockedError ? error.message : documentMessages.refused.sentence)
      if (!(error instanceof WindowBlockedError || error instanceof ApiError)) reportError(error)
    }
  }
}

/** The browser blocked the window as a pop-up. */
export class WindowBlockedError extends Error {
  override name = 'WindowBlockedError'

  constructor() {
    super(documentMessages.windowBlocked)
  }
}

/** The portal pages that show a document in a separate window, one for staff and one for members. */
const documentPages = { staff: '/document', members: '/client-member-page/document' } as const

/** Creates the request that the opened window sends. */
type CreateRequest = () => Promise<DocumentRequest>

/**
 * Opens a document in a new window with a ticket. The window opens at once, because pop-up blockers reject one
 * that opens later; it closes again if there is no ticket. `again` creates the request that reopens the document,
 * if it differs.
 */
export async function openDocumentWindow(
  request: DocumentRequest,
  requestTicket: RequestTicket,
  again?: CreateRequest,
) {
  const create = () => withTicket(request, requestTicket)
  await createAfterOpening(documentPages.staff, create, again ?? create)
}

/** Opens a document that needs no ticket in a new window. */
export function openWithoutTicket(request: DocumentRequest) {
  const create = async () => request
  void createAfterOpening(documentPages.members, create, create)
}

function createAfterOpening(page: string, create: CreateRequest, again: CreateRequest): Promise<unknown> {
  const place = newWindow(page)
  const first = create()
  handOver(place, first, again)
  return first.catch((error) => {
    place.close()
    throw error
  })
}

const documentWindow = 'document-'

/** Opens a window with a unique name; a reused name would replace the content of that window. */
function newWindow(page: string): Window {
  const random = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
  const place = window.open(page, `${documentWindow}${random}`)
  if (!place) throw new WindowBlockedError()
  return place
}

/** Whether this window was opened for a document and can therefore be closed. */
export const isDocumentWindow = (): boolean => window.name.startsWith(documentWindow)

type Handover = {
  place: Window
  /** The replies by attempt; the first attempt gets the request created when the window was opened. */
  replies: Map<string, Reply>
  first: Promise<DocumentRequest>
  isFirstTaken: boolean
  again: CreateRequest
}

let handovers: Handover[] = []

function handOver(place: Window, first: Promise<DocumentRequest>, again: CreateRequest) {
  if (handovers.length === 0) addEventListener('message', replyToWindow)
  handovers = handovers.filter((each) => !each.place.closed)
  handovers.push({ place, replies: new Map(), first, isFirstTaken: false, again })
}

/** Closes the windows that this page opened for certain documents. */
export function closeDocumentWindows(isMeant: (request: DocumentRequest) => boolean) {
  for (const { place, first } of handovers)
    first.then(
      (request) => isMeant(request) && place.close(),
      () => {},
    )
}

/**
 * Replies only to the document windows that this page opened. A window repeats its question until the request is
 * ready.
 */
function replyToWindow({ origin, source, data }: MessageEvent) {
  const handover = handovers.find(({ place }) => place === source)
  const { data: asked } = question.safeParse(data)
  if (origin !== location.origin || !handover || !asked) return
  const { attempt, isAgain } = asked
  if (!handover.replies.has(attempt)) begin(handover, attempt, isAgain)
  handover.place.postMessage({ attempt, ...handover.replies.get(attempt) }, location.origin)
}

/** Starts creating the request for an attempt. A reloaded window gets one only when the user requests it. */
function begin(handover: Handover, attempt: string, isAgain: boolean) {
  const settle = (reply: Reply) => handover.replies.set(attempt, reply)
  if (!isAgain && handover.isFirstTaken) {
    settle({ state: 'used' })
    return
  }
  handover.isFirstTaken = true
  settle({ state: 'making' })
  const making = isAgain ? handover.again() : handover.first
  making.then(
    (request) => settle({ state: 'made', request }),
    (error) => settle(describeRefusal(error)),
  )
}

/** A document window's question to its opener, repeated until the reply is final. */
const question = z.object({
  attempt: z.string(),
  /** Whether the user has requested the document again. */
  isAgain: z.boolean(),
})

const reply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('making') }),
  z.object({ state: z.literal('made'), request: documentRequest }),
  z.object({ state: z.literal('used') }),
  z.object({ state: z.literal('refused'), status: z.number(), problem: problemBody().optional() }),
])
type Reply = z.infer<typeof reply>

/** The reply to a window whose request the server refused, with the reason if there is one. */
export const describeRefusal = (error: unknown) => {
  const { status, problem } = error instanceof ApiError ? error : { status: 0 }
  return { state: 'refused' as const, status, problem }
}

/** The result: `gone` if the page that opened the window no longer exists. */
export type HandoverResult = Exclude<Reply, { state: 'making' }> | { state: 'gone' }

const everyMs = 250
const timeoutMs = 10_000
/** A reloaded window may have lost its opener; if not, that page has long been ready to reply. */
const timeoutAfterReloadMs = 2_000

/** Whether the user has reloaded this window. */
export const isReloaded = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

/**
 * Asks the page that opened this window for the request of its document. The request passes between the two portal
 * pages in memory only, never through an address, history or storage.
 */
export function askOpener(isAgain: boolean, signal: AbortSignal): Promise<HandoverResult> {
  const opener: Window | null = window.opener
  const longestSilenceMs = isReloaded() ? timeoutAfterReloadMs : timeoutMs
  const attempt = crypto.getRandomValues(new Uint32Array(2)).join('-')
  return new Promise((resolve, reject) => {
    const stop = new AbortController()
    let lastReplyAt = performance.now()
    const end = (handed: HandoverResult) => {
      stop.abort()
      resolve(handed)
    }
    const repeat = () => {
      const isSilent = performance.now() - lastReplyAt > longestSilenceMs
      if (!opener || opener.closed || isSilent) end({ state: 'gone' })
      else opener.postMessage({ attempt, isAgain }, location.origin)
    }
    const listen = ({ origin, source, data }: MessageEvent) => {
      const isReply = origin === location.origin && source === opener && data?.attempt === attempt
      const { data: heard } = reply.safeParse(isReply && data)
      if (heard) lastReplyAt = performance.now()
      if (heard && heard.state !== 'making') end(heard)
    }
    addEventListener('message', listen, { signal: stop.signal })
    const clock = setInterval(repeat, everyMs)
    stop.signal.addEventListener('abort', () => clearInterval(clock))
    signal.addEventListener('abort', () => {
      stop.abort()
      reject(signal.reason)
    })
    repeat()
  })
}
