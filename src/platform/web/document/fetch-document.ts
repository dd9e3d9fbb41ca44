import { ApiError, fetchWithoutContract, readBlob } from '../api-client.ts'
import type { drawPageArea, Pdf, renderPageImage, toPng } from '../pdf/pdf-renderer.ts'
import type { ViewedPdf } from '../pdf/pdf-viewer.tsx'
import type { DocumentRequest } from './document-request.ts'

/** Returns the PDF that is loading, with the code that shows it, which loads at the same time. */
export async function loadViewedPdf(loading: Promise<Blob>, name: string): Promise<ViewedPdf> {
  const [code, bytes] = await Promise.all([import('../pdf/pdf-renderer.ts'), loading])
  return { bytes, name, code }
}

/** Requests a PDF and loads the code that shows it. A page that replaces the document takes over this window. */
export async function loadDocument(request: DocumentRequest, signal: AbortSignal) {
  const [result, code] = await Promise.all([fetchDocument(request, signal), import('../pdf/pdf-renderer.ts')])
  if (result.state === 'pdf') return { ...result, code }
  location.replace(result.address)
  return result
}

type PdfRenderer = {
  renderPageImage: typeof renderPageImage
  drawPageArea: typeof drawPageArea
  toPng: typeof toPng
}
type OpenedPdf = { pdf: Pdf; renderer: PdfRenderer; name: string }

/**
 * Requests a PDF, which `draw` draws, and closes it. Returns undefined if a page replaces the document. The code that draws
 * loads at the same time as the document.
 */
export async function drawDocument<Drawing>(
  request: DocumentRequest | Promise<DocumentRequest>,
  draw: (opened: OpenedPdf) => Promise<Drawing>,
  signal: AbortSignal,
): Promise<Drawing | undefined> {
  const fetched = Promise.resolve(request).then((ready) => fetchDocument(ready, signal))
  const [result, renderer] = await Promise.all([fetched, import('../pdf/pdf-renderer.ts')])
  if (result.state === 'redirected') return undefined
  const { pdf, close } = renderer.loadPdf(result.bytes)
  try {
    return await draw({ pdf: await pdf, renderer, name: result.name })
  } finally {
    close()
  }
}

/** The result of a form post: a PDF, or the address of a page that replaces it. */
type Fetched = { state: 'pdf'; bytes: Blob; name: string } | { state: 'redirected'; address: string }

/** Posts a form as a browser would and returns the PDF. Throws `ApiError`, or the abort reason. */
async function fetchDocument({ path, fields }: DocumentRequest, signal: AbortSignal): Promise<Fetched> {
  const headers = { accept: 'application/pdf, application/problem+json' }
  const body = new URLSearchParams(fields)
  const response = await fetchWithoutContract(path, { method: 'POST', headers, body }, signal)
  if (response.redirected) return { state: 'redirected', address: response.url }
  if (!response.headers.get('content-type')?.startsWith('application/pdf'))
    throw new ApiError(response.status)
  return { state: 'pdf', bytes: await readBlob(response, signal), name: readFileName(response) }
}

/** The file name in the response header. */
function readFileName({ headers }: Response): string {
  const [, name = 'document.pdf'] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return name
}
