import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderComponent } from '#test-support/render-component.tsx'
import { DocumentThumbnail } from './document-thumbnail.tsx'
import { DocumentViewer } from './document-viewer.tsx'

// The renderer needs a browser; here no page is drawn.
vi.mock('../pdf/pdf-renderer.ts', () => ({}))

/** Everything is in view. */
class StubObserver {
  readonly notify: (entries: unknown[]) => void
  constructor(notify: (entries: unknown[]) => void) {
    this.notify = notify
  }
  observe(target: Element) {
    this.notify([{ isIntersecting: true, target }])
  }
  disconnect() {}
}

test('pictures load one at a time, also after one has failed', async () => {
  vi.stubGlobal('IntersectionObserver', StubObserver)
  const waiting: PromiseWithResolvers<string>[] = []
  const requestTicket = vi.fn(() => {
    const ticket = Promise.withResolvers<string>()
    waiting.push(ticket)
    return ticket.promise
  })
  await renderComponent(
    <DocumentViewer requestTicket={requestTicket} address="/case">
      {['1', '2', '3'].map((PageStart) => (
        <DocumentThumbnail key={PageStart} path="/api/casedocument" fields={{ PageStart }} />
      ))}
    </DocumentViewer>,
  )
  for (const count of [1, 2, 3]) {
    await waitFor(() => expect(requestTicket).toHaveBeenCalledTimes(count))
    await Promise.resolve()
    expect(requestTicket).toHaveBeenCalledTimes(count)
    waiting.at(-1)?.reject(new Error('The server is busy.'))
  }
})
