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

/** One worker reads every PDF, so that only the first one waits for its code. */
const worker = new PDFWorker()

export type PdfPage = PDFPageProxy

/** In points, of which 72 are an inch. */
export type Size = { width: number; height: number }

export type Pdf = {
  /** As the document names itself; empty where it does not. */
  title: string
  /** How many pages there are. */
  length: number
  /** Size of the first page: pages that were not read yet are taken to be like it. */
  size: Size
  page: (number: number) => Promise<PdfPage>
}

/** A PDF, opened from its bytes, and the function that closes it. Its fonts are in it: nothing else is fetched. */
export function openPdf(bytes: Blob): { pdf: Promise<Pdf>; close: () => void } {
  const opening = bytes.arrayBuffer().then((data) => getDocument({ data, worker, useWasm: false }))
  const pdf = opening.then(async ({ promise }) => {
    const document = await promise
    const [first, { info }] = await Promise.all([document.getPage(1), document.getMetadata()])
    const { Title } = info as { Title?: unknown }
    return {
      title: typeof Title === 'string' ? Title.trim() : '',
      length: document.numPages,
      size: sizeOf(first),
      page: (number: number) => document.getPage(number),
    }
  })
  return { pdf, close: () => void opening.then((task) => task.destroy()) }
}

export function sizeOf(page: PdfPage): Size {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

type Sheet = { page: PdfPage; width: number; canvas: HTMLCanvasElement; words: HTMLElement }

/** Draws a page so wide, in CSS pixels, with its words over it, to be heard and marked; gives the function that stops it. */
export function drawPage({ page, width, canvas, words }: Sheet): () => void {
  const viewport = page.getViewport({ scale: width / sizeOf(page).width })
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

/** What a canvas holds at most in every supported browser, iOS included. */
const mostPixels = 16_000_000

const densityFor = ({ width, height }: Size) =>
  Math.min(window.devicePixelRatio, Math.sqrt(mostPixels / (width * height)))

function unlessStopped(error: unknown) {
  const isStopped = error instanceof RenderingCancelledException || (error as Error).name === 'AbortException'
  if (!isStopped) throw error
}

/** A picture of a page as a printer wants it. */
export async function pictureOf(page: PdfPage, dotsPerInch: number): Promise<Blob> {
  const { width, height } = sizeOf(page)
  const scale = Math.min(dotsPerInch / 72, Math.sqrt(mostPixels / (width * height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport, intent: 'print' }).promise
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  // Safari frees the memory of a canvas only when it is made small.
  canvas.width = 0
  if (!picture) throw new Error('The browser made no picture of the page.')
  return picture
}
