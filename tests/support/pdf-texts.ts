import { vi } from 'vitest'

// pdf.js warns that it cannot draw here, but these tests only read text.
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
warnings.mockRestore()

/** A text on a page and its bounding box, in points from the top left of the page. */
export type PdfText = { text: string; left: number; right: number; top: number; bottom: number; size: number }

const [above, below] = [0.72, 0.21]

/** Extracts the texts of each page of a PDF with their positions. */
export async function pdfTexts(pdf: Uint8Array): Promise<PdfText[][]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await task.promise
  const pages: PdfText[][] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const texts = items.filter((item) => 'str' in item && item.str.trim() !== '')
    pages.push(
      texts.flatMap((item) => {
        if (!('str' in item)) return []
        const [size = 0, , , , left = 0, base = 0] = item.transform as number[]
        const [top, bottom] = [height - base - above * size, height - base + below * size]
        return [{ text: item.str, left, right: left + item.width, top, bottom, size }]
      }),
    )
  }
  await task.destroy()
  return pages
}
