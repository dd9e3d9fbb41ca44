import { useElementSize } from '@mantine/hooks'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { messages } from '../../document-messages.ts'
import { Spinner } from '../content-states.tsx'
import { usePageTexts } from '../language/use-page-language.ts'
import { useCombination } from '../page/use-combination.ts'
import { PageTitle } from '../static-page.tsx'
import { useShortcut } from '../use-shortcut.ts'
import embeddedClasses from './embedded-pdf.module.css'
import classes from './pdf.module.css'
import { PdfFind } from './pdf-find.tsx'
import { drawnWhole, type PdfCode, PdfPageView } from './pdf-page.tsx'
import type { Pdf } from './pdf-renderer.ts'
import { PdfToolbar, usePrinting, type Zoom, zooms } from './pdf-toolbar.tsx'

/** A PDF, its file name, and the rendering code, which is loaded on demand. */
export type ViewedPdf = { bytes: Blob; name: string; code: PdfCode }

type PdfViewerProps = {
  file: ViewedPdf
  /** The accessible name of the pages; by default, the title of the document. */
  label?: string
  /** The surface that shows the pages; by default, a page with other contents. */
  surface?: 'window' | 'dialog'
  /** Buttons after the title in a dialog. */
  actions?: ReactNode
  /** The page width in CSS pixels at 100%; by default, that of the surface, up to a readable maximum. */
  width?: number
  isShown?: boolean
  /** Shown instead of the pages if they cannot be read. */
  broken: ReactNode
}

const widest = 900
const paneMargins = 34

/** The pages of a PDF with a toolbar. */
export function PdfViewer({
  file,
  label,
  surface,
  actions,
  isShown = true,
  broken,
  ...props
}: PdfViewerProps) {
  const text = usePageTexts(messages)
  const root = useElementSize()
  const width = props.width ?? Math.min(Math.max(root.width - paneMargins, 0), widest)
  const { pdf, isBroken } = usePdf(file)
  const printing = usePrinting(pdf)
  const [level, set] = useState<number>(zooms.indexOf(1))
  const pane = useRef<HTMLElement>(null)
  const scale = zooms[level] ?? 1
  const { page, onScroll, goToPage } = useScrolling(pane, width * scale)
  const title = label ?? (pdf?.title || file.name)
  const zoom = { level, set: (next: number) => set(Math.min(Math.max(next, 0), zooms.length - 1)) }
  return (
    <div ref={root.ref} hidden={!isShown} className={surface ? classes[surface] : embeddedClasses.embedded}>
      {surface === 'window' && <h1 className={classes.title}>{title}</h1>}
      {surface === 'window' && <PageTitle>{title}</PageTitle>}
      {surface === 'dialog' && (
        <div className={classes.header}>
          <h2 className={classes.title}>{title}</h2>
          {actions}
        </div>
      )}
      {surface && <SurfaceKeys pane={pane} zoom={zoom} />}
      {isShown && pdf && <PrintKey onPrint={printing.print} />}
      {isBroken ? (
        broken
      ) : (
        <section
          ref={pane}
          tabIndex={0}
          // Whichever comes first, the dialog or its pages, the focus ends on the pages.
          data-autofocus={surface === 'dialog' || undefined}
          aria-label={title}
          aria-busy={!pdf}
          data-sideways={scale > 1 || undefined}
          className={classes.pane}
          onScroll={onScroll}
        >
          {!pdf && <Spinner label={text.preparing} />}
          {pdf && pdf.length > drawnWhole && <p className={classes.incomplete}>{text.pdf.incomplete}</p>}
          {pdf &&
            numbersTo(pdf.length).map((number) => (
              <PdfPageView key={number} pdf={pdf} number={number} width={width * scale} code={file.code} />
            ))}
        </section>
      )}
      <PdfToolbar file={file} pdf={pdf} page={page} onPage={goToPage} zoom={zoom} printing={printing}>
        {surface && pdf && <PdfFind pdf={pdf} pane={pane} onPage={goToPage} />}
      </PdfToolbar>
    </div>
  )
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

function usePdf({ bytes, code }: ViewedPdf) {
  const [pdf, setPdf] = useState<Pdf>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const { pdf, close } = code.loadPdf(bytes)
    let isClosed = false
    pdf.then(
      (opened) => isClosed || setPdf(opened),
      () => setBroken(!isClosed),
    )
    return () => {
      isClosed = true
      close()
    }
  }, [bytes, code])
  return { pdf, isBroken }
}

/** The page in the middle of the pane, and a function to go to a page. Zooming keeps the position. */
function useScrolling(pane: RefObject<HTMLElement | null>, width: number) {
  const [page, setPage] = useState(1)
  /** The point in the middle of the pane, as a share of the contents. */
  const middle = useRef<{ x: number; y: number }>(undefined)
  const sheets = () => [...(pane.current?.querySelectorAll('figure') ?? [])]
  const onScroll = () => {
    if (!pane.current) return
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = pane.current
    const [x, y] = [scrollLeft + clientWidth / 2, scrollTop + clientHeight / 2]
    middle.current = { x: x / scrollWidth, y: y / scrollHeight }
    const passed = sheets().filter(({ offsetTop }) => offsetTop <= y)
    setPage(Math.max(passed.length, 1))
  }
  const goToPage = (number: number) => {
    pane.current?.scrollTo({ top: (sheets()[number - 1]?.offsetTop ?? 0) - 8 })
  }
  useLayoutEffect(() => {
    if (!pane.current || width <= 0) return
    const { scrollHeight, scrollWidth, clientHeight, clientWidth } = pane.current
    const { x, y } = middle.current ?? { x: 0.5, y: 0 }
    pane.current.scrollTop = y * scrollHeight - clientHeight / 2
    pane.current.scrollLeft = x * scrollWidth - clientWidth / 2
  }, [pane, width])
  return { page, onScroll, goToPage }
}

type SurfaceKeysProps = { pane: RefObject<HTMLElement | null>; zoom: Zoom }

/** Keyboard control of a document: scrolling works without a click first, and + and - zoom. */
function SurfaceKeys({ pane, zoom: { level, set } }: SurfaceKeysProps) {
  useEffect(() => pane.current?.focus({ preventScroll: true, focusVisible: false }), [pane])
  useShortcut('+', () => set(level + 1), pane)
  useShortcut('-', () => set(level - 1), pane)
  return null
}

/** Ctrl+P prints all pages of the PDF and nothing else. */
function PrintKey({ onPrint }: { onPrint: () => void }) {
  useCombination('Control', 'p', onPrint)
  return null
}
