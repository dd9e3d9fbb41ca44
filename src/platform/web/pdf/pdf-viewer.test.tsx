import { act, cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderComponent } from '#test-support/render-component.tsx'
import type { Pdf, PdfPage } from './pdf-renderer.ts'
import { PdfViewer } from './pdf-viewer.tsx'

const size = { width: 612, height: 792 }

/** Renders a document of two pages, which are read when the test says so. Closing it rejects those still being read. */
async function renderDocument() {
  const opening = Promise.withResolvers<Pdf>()
  const reading = Promise.withResolvers<PdfPage>()
  const pdf: Pdf = { title: 'Letter', length: 2, size, page: () => reading.promise }
  const close = vi.fn(() => reading.reject(new Error('The document was closed.')))
  const code = {
    loadPdf: () => ({ pdf: opening.promise, close }),
    drawPage: () => () => {},
    getPageSize: () => size,
  }
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const file = { bytes: new Blob(['bytes']), name: 'letter.pdf', code }
  await renderComponent(<PdfViewer file={file} broken="It cannot be read." />)
  await act(async () => opening.resolve(pdf))
  expect(screen.getAllByRole('figure')).toHaveLength(2)
  const settled = () => act(() => reading.promise.then(undefined, () => {}))
  return { close, fail: reading.reject, report, settled }
}

test('closing a document whose pages are still being read reports no error', async () => {
  const { close, report, settled } = await renderDocument()
  cleanup()
  await settled()
  expect(close).toHaveBeenCalledOnce()
  expect(report).not.toHaveBeenCalled()
})

test('unreadable pages stay empty in the document, and the error is reported', async () => {
  const { fail, report, settled } = await renderDocument()
  const error = new Error('This page is damaged.')
  fail(error)
  await settled()
  expect(report.mock.calls).toEqual([[error], [error]])
  expect(screen.getAllByRole('figure')).toHaveLength(2)
  expect(screen.queryByText('It cannot be read.')).toBeNull()
})
