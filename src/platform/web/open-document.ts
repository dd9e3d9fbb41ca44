import { messages } from '../messages.ts'
import { sayPreparing } from './say-preparing.ts'

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

let opened = 0

/**
 * Posts the fields of a document into a new window, with the ticket that opens it in the field `Token`. The window
 * opens at once, for after a wait browsers would take it for an advertisement; it closes again without a ticket.
 */
export async function openDocument(document: Document, ticketFor: TicketFor) {
  const { place, name } = newWindow()
  try {
    post(await ticketed(document, ticketFor), name)
  } catch (error) {
    place.close()
    throw error
  }
}

/** The same in place of this page, to which the browser's way back leads. */
export async function openDocumentHere(document: Document, ticketFor: TicketFor) {
  post(await ticketed(document, ticketFor), '_self')
}

/** Posts the fields of a document that needs no ticket into a new window. */
export function openWithoutTicket(document: Document) {
  post(document, newWindow().name)
}

function newWindow() {
  opened += 1
  const name = `${documentWindow}${opened}`
  const place = window.open('about:blank', name)
  if (!place) throw new WindowBlocked()
  sayPreparing(place)
  return { place, name }
}

const documentWindow = 'document-'

/** Whether this window was opened for a document, so that it can be closed again. */
export const isDocumentWindow = (): boolean => window.name.startsWith(documentWindow)

async function ticketed({ path, fields }: Document, ticketFor: TicketFor): Promise<Document> {
  return { path, fields: { ...fields, Token: await ticketFor({ path, fields }) } }
}

function post({ path, fields }: Document, target: string) {
  const form = window.document.createElement('form')
  Object.assign(form, { method: 'post', action: path, target, hidden: true })
  for (const [name, value] of Object.entries(fields)) {
    const field = window.document.createElement('textarea')
    Object.assign(field, { name, value })
    form.append(field)
  }
  window.document.body.append(form)
  form.submit()
  form.remove()
}
