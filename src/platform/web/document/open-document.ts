import { messages } from '../../messages.ts'
import { CallFailed } from '../api-client.ts'
import { type Answer, ask, type Post } from './document-handover.ts'

type Fields = Record<string, string>
type Document = { path: string; fields: Fields }
type TicketFor = (document: Document) => Promise<string>

/** The browser opened no window: it takes what the person asked for as an advertisement. */
export class WindowBlocked extends Error {
  override name = 'WindowBlocked'

  constructor() {
    super(messages.windowBlocked)
  }
}

/** Pages of the portal that show a document in a window of its own: to staff, and to members. */
export const documentPages = { staff: '/document', members: '/client-member-page/document' } as const

/** Makes the form post that a window gets its document with. */
type MakePost = () => Promise<Post>

/**
 * Opens a document in a new window, with a ticket in the field `Token`. The window opens at once, for after a wait
 * browsers would take it for an advertisement; it closes again without a ticket. `again` makes the post that opens the
 * document once more, where that is not another of the same.
 */
export async function openDocument(document: Document, ticketFor: TicketFor, again?: MakePost) {
  const makePost = () => ticketed(document, ticketFor)
  await makePostAfterOpening(documentPages.staff, makePost, again ?? makePost)
}

/** Opens a document that needs no ticket in a new window. */
export function openWithoutTicket(document: Document) {
  const makePost = async () => document
  void makePostAfterOpening(documentPages.members, makePost, makePost)
}

/** A form post with a new ticket for its document. */
export async function ticketed({ path, fields }: Document, ticketFor: TicketFor): Promise<Post> {
  return { path, fields: { ...fields, Token: await ticketFor({ path, fields }) } }
}

function makePostAfterOpening(page: string, makePost: MakePost, again: MakePost): Promise<unknown> {
  const place = newWindow(page)
  const first = makePost()
  handOver(place, first, again)
  return first.catch((error) => {
    place.close()
    throw error
  })
}

const documentWindow = 'document-'

/** Opens a window under a name that no other has: under a former name the browser would replace what is shown there. */
function newWindow(page: string): Window {
  const random = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
  const place = window.open(page, `${documentWindow}${random}`)
  if (!place) throw new WindowBlocked()
  return place
}

/** Whether this window was opened for a document, so that it can be closed again. */
export const isDocumentWindow = (): boolean => window.name.startsWith(documentWindow)

type Handover = {
  place: Window
  /** Answers by the number of the asking window's attempt; the first attempt gets the post that is made already. */
  answers: Map<string, Answer>
  first: Promise<Post>
  isFirstTaken: boolean
  again: MakePost
}

let handovers: Handover[] = []

function handOver(place: Window, first: Promise<Post>, again: MakePost) {
  if (handovers.length === 0) addEventListener('message', answerWindow)
  handovers = handovers.filter((each) => !each.place.closed)
  handovers.push({ place, answers: new Map(), first, isFirstTaken: false, again })
}

/** Tells a document's window, and no other, what it asks: it asks again until the post is made. */
function answerWindow({ origin, source, data }: MessageEvent) {
  const handover = handovers.find(({ place }) => place === source)
  const { data: asked } = ask.safeParse(data)
  if (origin !== location.origin || !handover || !asked) return
  const { attempt, isAgain } = asked
  if (!handover.answers.has(attempt)) begin(handover, attempt, isAgain)
  handover.place.postMessage({ attempt, ...handover.answers.get(attempt) }, location.origin)
}

/** Begins to make the post of an attempt. A window that is loaded again gets none until a person asks for it. */
function begin(handover: Handover, attempt: string, isAgain: boolean) {
  const settle = (answer: Answer) => handover.answers.set(attempt, answer)
  if (!isAgain && handover.isFirstTaken) {
    settle({ state: 'used' })
    return
  }
  handover.isFirstTaken = true
  settle({ state: 'making' })
  const making = isAgain ? handover.again() : handover.first
  making.then(
    (post) => settle({ state: 'made', post }),
    (error) => settle({ state: 'refused', status: error instanceof CallFailed ? error.status : 0 }),
  )
}
