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

/** The pages of a PDF, and the way to let go of them. Its fonts are in it: nothing else is fetched. */
export function openPdf(bytes: Blob) {
  const opening = bytes.arrayBuffer().then((data) => getDocument({ data, worker, useWasm: false }))
  const pages = opening.then(async ({ promise }) => {
    const document = await promise
    const numbers = Array.from({ length: document.numPages }, (_, at) => at + 1)
    return Promise.all(numbers.map((number) => document.getPage(number)))
  })
  return { pages, close: () => void opening.then((task) => task.destroy()) }
}

type Sheet = { page: PdfPage; width: number; canvas: HTMLCanvasElement; words: HTMLElement }

/** Draws a page so wide, in CSS pixels, with its words over it, to be heard and marked; gives the way to stop. */
export function drawPage({ page, width, canvas, words }: Sheet): () => void {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
  const density = window.devicePixelRatio
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  canvas.style.inlineSize = `${viewport.width}px`
  canvas.style.blockSize = `${viewport.height}px`
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

function unlessStopped(error: unknown) {
  const isStopped = error instanceof RenderingCancelledException || (error as Error).name === 'AbortException'
  if (!isStopped) throw error
}
