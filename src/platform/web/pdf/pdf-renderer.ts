import {
  GlobalWorkerOptions,
  getDocument,
  type PDFPageProxy,
  PDFWorker,
  RenderingCancelledException,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** One worker reads every PDF, so its code loads only once. */
const worker = new PDFWorker()

export type PdfPage = PDFPageProxy

/** The size of a page, in points (1/72 inch). */
export type Size = { width: number; height: number }

export type Pdf = {
  /** The title in the document; empty if it has none. */
  title: string
  /** The number of pages. */
  length: number
  /** The size of the first page, assumed for pages not read yet. */
  size: Size
  page: (number: number) => Promise<PdfPage>
}

/**
 * Opens a PDF from its bytes and returns a function to close it. Its fonts are embedded, so nothing else is
 * fetched.
 */
export function loadPdf(bytes: Blob): { pdf: Promise<Pdf>; close: () => void } {
  const opening = bytes.arrayBuffer().then((data) => getDocument({ data, worker, useWasm: false }))
  const pdf = opening.then(async ({ promise }) => {
    const document = await promise
    const [first, { info }] = await Promise.all([document.getPage(1), document.getMetadata()])
    const { Title } = info as { Title?: unknown }
    return {
      title: typeof Title === 'string' ? Title.trim() : '',
      length: document.numPages,
      size: getPageSize(first),
      page: (number: number) => document.getPage(number),
    }
  })
  return { pdf, close: () => void opening.then((task) => task.destroy()) }
}

export function getPageSize(page: PdfPage): Size {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

type Sheet = { page: PdfPage; width: number; canvas: HTMLCanvasElement; words: HTMLElement }

/**
 * Renders a page with a text layer at this width, in CSS pixels; returns a function that stops the rendering.
 */
export function drawPage({ page, width, canvas, words }: Sheet): () => void {
  const viewport = page.getViewport({ scale: width / getPageSize(page).width })
  const density = densityFor(viewport)
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  words.replaceChildren()
  words.style.setProperty('--total-scale-factor', String(viewport.scale))
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport })
  for (const each of [drawing.promise, text.render()]) each.catch(unlessStopped)
  return () => {
    drawing.cancel()
    text.cancel()
  }
}

/** The maximum canvas size in every supported browser, including iOS. */
const maxPixels = 16_000_000

const densityFor = ({ width, height }: Size) =>
  Math.min(window.devicePixelRatio, Math.sqrt(maxPixels / (width * height)))

function unlessStopped(error: unknown) {
  const isStopped = error instanceof RenderingCancelledException || (error as Error).name === 'AbortException'
  if (!isStopped) throw error
}

/** A part of a page, in points from its upper left corner. */
type Area = Size & { left: number; top: number }

/** Draws a part of a page at this many pixels per point. */
export async function drawPageArea(
  page: PdfPage,
  { left, top, width, height }: Area,
  scale: number,
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const viewport = page.getViewport({ scale, offsetX: -left * scale, offsetY: -top * scale })
  await page.render({ canvas, viewport, intent: 'print' }).promise
  return canvas
}

/** An image of a page at print resolution. */
export async function renderPageImage(page: PdfPage, dotsPerInch: number): Promise<Blob> {
  const { width, height } = getPageSize(page)
  const scale = Math.min(dotsPerInch / 72, Math.sqrt(maxPixels / (width * height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport, intent: 'print' }).promise
  return toPng(canvas)
}

/** The content of a canvas as a PNG. The canvas is empty afterwards. */
export async function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  // Safari frees the memory of a canvas only when it is resized to be small.
  canvas.width = 0
  if (!picture) throw new Error('The browser made no picture of the page.')
  return picture
}
