import { getBootstrapData } from '../bootstrap-data.ts'
import { getPageSize, type Pdf, type PdfPage, renderPageImage, type Size } from './pdf-renderer.ts'
import classes from './print-pdf.module.css'

/** More pages than this take more time and memory than a user expects. */
export const maxPrintedPages = 200

const dotsPerInch = 200

type Printing = { signal: AbortSignal; onPage: (page: number) => void }

/**
 * Prints all pages of a PDF, each on a sheet of its size. Browsers differ in whether a page may print a PDF
 * in a frame (Firefox refuses), so this prints images, as Firefox's own viewer does.
 */
export async function printPdf(pdf: Pdf, { signal, onPage }: Printing) {
  const paper = document.createElement('div')
  paper.className = classes.paper ?? ''
  const sizes: Size[] = []
  const clear = () => {
    for (const { src } of paper.querySelectorAll('img')) URL.revokeObjectURL(src)
    paper.remove()
  }
  try {
    for (let number = 1; number <= pdf.length; number += 1) {
      signal.throwIfAborted()
      onPage(number)
      paper.append(await createSheet(await pdf.page(number), sizes))
    }
    signal.throwIfAborted()
  } catch (error) {
    clear()
    throw error
  }
  paper.prepend(printRules(sizes))
  document.body.append(paper)
  addEventListener('afterprint', clear, { once: true })
  window.print()
}

/** Creates a sheet with the image of a page, and adds the page's size to the list if it is new. */
async function createSheet(page: PdfPage, sizes: Size[]): Promise<HTMLElement> {
  const image = new Image()
  image.src = URL.createObjectURL(await renderPageImage(page, dotsPerInch))
  await image.decode()
  const sheet = document.createElement('div')
  sheet.style.setProperty('page', `sheet-${readNumber(getPageSize(page), sizes)}`)
  sheet.append(image)
  return sheet
}

/** The index of a size in the list, to which a new size is added. */
function readNumber({ width, height }: Size, sizes: Size[]): number {
  const place = sizes.findIndex((size) => size.width === width && size.height === height)
  return place >= 0 ? place : sizes.push({ width, height }) - 1
}

/** CSS page sizes. The last rule is for browsers without named pages. */
function printRules(sizes: readonly Size[]): HTMLStyleElement {
  const rules = sizes.map(
    ({ width, height }, at) => `@page sheet-${at} { size: ${width}pt ${height}pt; margin: 0; }`,
  )
  const [{ width, height } = { width: 612, height: 792 }] = sizes
  const style = document.createElement('style')
  style.nonce = getBootstrapData().nonce
  style.textContent = [`@page { size: ${width}pt ${height}pt; margin: 0; }`, ...rules].join('\n')
  return style
}
