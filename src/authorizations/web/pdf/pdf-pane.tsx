import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '#platform/web/failure.tsx'
import { messages } from '../../messages.ts'
import type { drawPage, openPdf, PdfPage } from './open-pdf.ts'
import classes from './pdf.module.css'

export type Pdf = { bytes: Blob; openPdf: typeof openPdf; drawPage: typeof drawPage }
type PdfPaneProps = {
  itn: string
  pdf: Pdf
  /** Of the pages, in CSS pixels. */
  width: number
  isShown: boolean
  onRetry: () => void
}

const says = messages.pdf
const zooms = [1, 1.5, 2, 3] as const

/** The pages of a PDF below each other, as wide as there is room, or wider when somebody wants them larger. */
export function PdfPane({ itn, pdf, width, isShown, onRetry }: PdfPaneProps) {
  const { pages, isBroken } = usePages(pdf)
  const [zoom, setZoom] = useState(0)
  const scale = zooms[zoom] ?? 1
  if (isBroken) return isShown && <Failure sentence={says.failed} onRetry={onRetry} />
  return (
    <div hidden={!isShown}>
      <section
        tabIndex={0}
        aria-label={says.pane(itn)}
        aria-busy={!pages}
        data-sideways={scale > 1 || undefined}
        className={classes.pane}
      >
        {pages?.map((page) => (
          <Sheet
            key={page.pageNumber}
            page={page}
            all={pages.length}
            width={width * scale}
            draw={pdf.drawPage}
          />
        ))}
      </section>
      <div className={classes.zoom}>
        <Button size="compact-sm" variant="default" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          {says.smaller}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          {says.larger}
        </Button>
      </div>
    </div>
  )
}

function usePages({ bytes, openPdf }: Pdf) {
  const [pages, setPages] = useState<PdfPage[]>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const { pages, close } = openPdf(bytes)
    let isClosed = false
    pages.then(setPages, () => setBroken(!isClosed))
    return () => {
      isClosed = true
      close()
    }
  }, [bytes, openPdf])
  return { pages, isBroken }
}

type SheetProps = { page: PdfPage; all: number; width: number; draw: typeof drawPage }

function Sheet({ page, all, width, draw }: SheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!canvas.current || !words.current || width <= 0) return
    return draw({ page, width, canvas: canvas.current, words: words.current })
  }, [page, width, draw])
  return (
    <figure aria-label={says.page(page.pageNumber, all)} className={classes.sheet}>
      <canvas ref={canvas} aria-hidden />
      <div ref={words} className={classes.words} />
    </figure>
  )
}
