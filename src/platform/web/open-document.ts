import { sayPreparing } from './say-preparing.ts'

type Document = { path: string; fields: Record<string, string> }

let opened = 0

/**
 * Posts the fields of a document into a new window, with the ticket that opens it in the field `Token`. The window
 * opens at once, for after a wait browsers would take it for an advertisement; it closes again without a ticket.
 */
export async function openDocument(document: Document, ticketFor: (document: Document) => Promise<string>) {
  opened += 1
  const name = `document-${opened}`
  const place = window.open('about:blank', name)
  if (place) sayPreparing(place)
  try {
    post(document, await ticketFor(document), place ? name : '_blank')
  } catch (error) {
    place?.close()
    throw error
  }
}

function post({ path, fields }: Document, ticket: string, target: string) {
  const form = window.document.createElement('form')
  Object.assign(form, { method: 'post', action: path, target, hidden: true })
  for (const [name, value] of Object.entries({ ...fields, Token: ticket })) {
    const field = window.document.createElement('textarea')
    Object.assign(field, { name, value })
    form.append(field)
  }
  window.document.body.append(form)
  form.submit()
  form.remove()
}
