import { useEffect, useRef, useState } from 'react'
import { messages } from '../../document-messages.ts'
import { showError } from '../error-notice.tsx'
import type { Pdf } from './pdf-renderer.ts'

/** Prints a PDF. Returns the page in preparation, if any, and functions to start and cancel printing. */
export function usePrinting(pdf: Pdf | undefined) {
  const [page, setPage] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const print = async () => {
    if (!pdf || running.current) return
    running.current = new AbortController()
    const { signal } = running.current
    try {
      const { maxPrintedPages, printPdf } = await import('./print-pdf.ts')
      if (pdf.length > maxPrintedPages) showError(messages.pdf.tooLongToPrint(pdf.length))
      else await printPdf(pdf, { signal, onPage: setPage })
    } catch {
      if (!signal.aborted) showError(messages.pdf.printFailed)
    } finally {
      running.current = undefined
      setPage(undefined)
    }
  }
  return { page, print: () => void print(), cancel: () => running.current?.abort() }
}
