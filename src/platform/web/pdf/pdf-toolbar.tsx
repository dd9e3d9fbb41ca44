import { ActionIcon, Button } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconPrinter,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { messages } from '../../document-messages.ts'
import { showError } from '../error-notice.tsx'
import { usePageTexts } from '../language/use-page-language.ts'
import { useObjectUrl } from '../use-object-url.ts'
import classes from './pdf.module.css'
import type { Pdf } from './pdf-renderer.ts'

export const zooms = [0.5, 0.75, 1, 1.5, 2, 3] as const

export type Zoom = { level: number; set: (level: number) => void }

type PdfToolbarProps = {
  file: { bytes: Blob; name: string }
  /** The PDF; undefined while loading and after a failure. */
  pdf: Pdf | undefined
  page: number
  onPage: (page: number) => void
  zoom: Zoom
  printing: ReturnType<typeof usePrinting>
  /** More tools, before Download. */
  children?: ReactNode
}

/** The PDF toolbar: pages, zoom, download and print. */
export function PdfToolbar({ file, pdf, page, onPage, zoom, printing, children }: PdfToolbarProps) {
  const text = usePageTexts(messages).pdf
  const address = useObjectUrl(file.bytes)
  const { level, set } = zoom
  return (
    <fieldset aria-label={text.tools} className={classes.tools}>
      {pdf && pdf.length > 1 && (
        <span className={classes.turning}>
          <PdfTool label={text.previous} isOff={page <= 1} onUse={() => onPage(page - 1)}>
            <IconChevronUp size={20} aria-hidden />
          </PdfTool>
          <PdfTool label={text.next} isOff={page >= pdf.length} onUse={() => onPage(page + 1)}>
            <IconChevronDown size={20} aria-hidden />
          </PdfTool>
          <span role="status">{text.page(page, pdf.length)}</span>
        </span>
      )}
      {pdf && (
        <span className={classes.turning}>
          <PdfTool label={text.smaller} isOff={level <= 0} onUse={() => set(level - 1)}>
            <IconZoomOut size={20} aria-hidden />
          </PdfTool>
          <PdfTool label={text.larger} isOff={level >= zooms.length - 1} onUse={() => set(level + 1)}>
            <IconZoomIn size={20} aria-hidden />
          </PdfTool>
          <span role="status" data-percent className={classes.percent}>
            {text.percent(100 * (zooms[level] ?? 1))}
          </span>
        </span>
      )}
      {children}
      <Button
        component="a"
        href={address}
        download={file.name}
        className={classes.download}
        size="sm"
        leftSection={<IconDownload size={18} aria-hidden />}
        title={text.download}
      >
        <span>{text.download}</span>
      </Button>
      {pdf && <PrintButton pages={pdf.length} printing={printing} />}
    </fieldset>
  )
}

type PrintButtonProps = { pages: number; printing: PdfToolbarProps['printing'] }

function PrintButton({ pages, printing: { page, print, cancel } }: PrintButtonProps) {
  const text = usePageTexts(messages).pdf
  const isPrinting = page !== undefined
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        title={isPrinting ? text.cancelPrinting : text.print}
        onClick={isPrinting ? cancel : print}
      >
        <span>{isPrinting ? text.cancelPrinting : text.print}</span>
      </Button>
      <span role="status" className={classes.printing}>
        {isPrinting && text.printing(page, pages)}
      </span>
    </>
  )
}

type PdfToolProps = {
  label: string
  /** The keyboard shortcut, if there is one. */
  keys?: string
  isOff?: boolean
  onUse: () => void
  children: ReactNode
}

/** A button with an icon. */
export const PdfTool = ({ label, keys, isOff = false, onUse, children }: PdfToolProps) => (
  <ActionIcon
    variant="default"
    size={36}
    aria-label={label}
    aria-keyshortcuts={keys}
    title={keys ? `${label} (${keys})` : label}
    disabled={isOff}
    onClick={onUse}
  >
    {children}
  </ActionIcon>
)

/** Prints a PDF. Returns the page in preparation, if any, and functions to start and cancel printing. */
export function usePrinting(pdf: Pdf | undefined) {
  const text = usePageTexts(messages).pdf
  const [page, setPage] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const print = async () => {
    if (!pdf || running.current) return
    running.current = new AbortController()
    const { signal } = running.current
    try {
      const { maxPrintedPages, printPdf } = await import('./print-pdf.ts')
      if (pdf.length > maxPrintedPages) showError(text.tooLongToPrint(pdf.length))
      else await printPdf(pdf, { signal, onPage: setPage })
    } catch {
      if (!signal.aborted) showError(text.printFailed)
    } finally {
      running.current = undefined
      setPage(undefined)
    }
  }
  return { page, print: () => void print(), cancel: () => running.current?.abort() }
}
