import { type RefObject, useEffect, useRef, useState } from 'react'
import { messages } from '../../document-messages.ts'
import { usePageTexts } from '../language/use-page-language.ts'
import classes from './pdf.module.css'
import type { drawPage, getPageSize, loadPdf, Pdf, PdfPage } from './pdf-renderer.ts'

/** The PDF rendering code, loaded on demand. */
export type PdfCode = { loadPdf: typeof loadPdf; drawPage: typeof drawPage; getPageSize: typeof getPageSize }

/**
 * Documents with at most this many pages are rendered completely, so that the browser's search finds every
 * word.
 */
export const drawnWhole = 10

/** This many pages are rendered before any scrolling, even while the pane is hidden. */
const drawnAhead = 2

const widthName = '--sheet-width' as string
const heightName = '--sheet-height' as string

type SheetProps = { pdf: Pdf; number: number; width: number; code: PdfCode }

/** A page of a PDF, rendered while it is near the visible area; until then it reserves its space. */
export function PdfPageView({ pdf, number, width, code }: SheetProps) {
  const { pdf: text } = usePageTexts(messages)
  const figure = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const isAlways = number <= drawnAhead || pdf.length <= drawnWhole
  const isDrawn = useNearness(figure) || isAlways
  const [page, setPage] = useState<PdfPage>()
  useEffect(() => {
    let isGone = false
    // An unreadable page stays empty: the other pages can still be read, and the file can be downloaded.
    // Closing the document rejects the pages that are still being read.
    if (isDrawn)
      pdf.page(number).then(
        (read) => isGone || setPage(read),
        (error) => isGone || reportError(error),
      )
    return () => {
      isGone = true
    }
  }, [isDrawn, pdf, number])
  useEffect(() => {
    if (!isDrawn || !page || !canvas.current || !words.current || width <= 0) return
    return code.drawPage({ page, width, canvas: canvas.current, words: words.current })
  }, [isDrawn, page, width, code])
  const size = page ? code.getPageSize(page) : pdf.size
  return (
    <figure
      ref={figure}
      aria-label={text.page(number, pdf.length)}
      className={classes.sheet}
      style={{ [widthName]: `${width}px`, [heightName]: `${(width * size.height) / size.width}px` }}
    >
      {isDrawn && <canvas ref={canvas} aria-hidden />}
      {isDrawn && <div ref={words} className={classes.words} />}
    </figure>
  )
}

/** Whether an element is within two screens of the visible area of its pane. */
function useNearness(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: element.current.parentElement,
      rootMargin: '200% 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
