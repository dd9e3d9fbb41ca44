import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { advanceTimers, renderComponent } from '#test-support/render-component.tsx'
import { DocumentThumbnail } from './document-thumbnail.tsx'
import { DocumentViewerProvider } from './document-viewer.tsx'

/** The observed elements. Everything is in view until `leaveView`. */
const observed: StubObserver[] = []
class StubObserver {
  readonly notify: (entries: unknown[]) => void
  constructor(notify: (entries: unknown[]) => void) {
    this.notify = notify
    observed.push(this)
  }
  observe(target: Element) {
    this.notify([{ isIntersecting: true, target }])
  }
  disconnect() {}
}

beforeEach(() => {
  observed.length = 0
  vi.stubGlobal('IntersectionObserver', StubObserver)
})
afterEach(() => {
  vi.useRealTimers()
})

async function renderThumbnails() {
  const waiting: PromiseWithResolvers<string>[] = []
  const requestTicket = vi.fn((_document: unknown) => {
    const ticket = Promise.withResolvers<string>()
    waiting.push(ticket)
    return ticket.promise
  })
  await renderComponent(
    <DocumentViewerProvider requestTicket={requestTicket}>
      {['1', '2', '3'].map((PageStart) => (
        <DocumentThumbnail key={PageStart} path="/api/casedocument" fields={{ PageStart }} />
      ))}
    </DocumentViewerProvider>,
  )
  await waitFor(() => expect(requestTicket).toHaveBeenCalledOnce())
  const fail = () => waiting.at(-1)?.reject(new Error('The server is busy.'))
  return { requestTicket, fail }
}

const move = (index: number, isIntersecting: boolean) =>
  act(async () => observed[index]?.notify([{ isIntersecting }]))

test('pictures load one at a time, also after one has failed', async () => {
  const { requestTicket, fail } = await renderThumbnails()
  for (const count of [1, 2, 3]) {
    await waitFor(() => expect(requestTicket).toHaveBeenCalledTimes(count))
    await Promise.resolve()
    expect(requestTicket).toHaveBeenCalledTimes(count)
    fail()
  }
})

test('a picture that has left the view does not load until it is back', async () => {
  const { requestTicket, fail } = await renderThumbnails()
  const page = (PageStart: string) => ({ path: '/api/casedocument', fields: { PageStart } })
  await move(1, false)
  fail()
  await waitFor(() => expect(requestTicket).toHaveBeenCalledTimes(2))
  expect(requestTicket).toHaveBeenLastCalledWith(page('3'))
  await move(1, true)
  fail()
  await waitFor(() => expect(requestTicket).toHaveBeenLastCalledWith(page('2')))
})

test('a picture that does not load in time does not stop the next one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { requestTicket } = await renderThumbnails()
  await advanceTimers(10_000)
  expect(requestTicket).toHaveBeenCalledOnce()
  await advanceTimers(10_000)
  await waitFor(() => expect(requestTicket).toHaveBeenCalledTimes(2))
})
