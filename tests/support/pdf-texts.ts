import { vi } from 'vitest'

// It complains that it could not draw here, which nobody asks of it.
const complaints = vi.spyOn(console, 'warn').mockImplementation(() => {})
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
complaints.mockRestore()

/** A piece of text on a page, and the box that its letters fill, in points from the page's top left. */
export type PdfText = { said: string; left: number; right: number; top: number; bottom: number; size: number }

const [above, below] = [0.72, 0.21]

/** The texts on each page of a PDF, where they stand. */
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
        return [{ said: item.str, left, right: left + item.width, top, bottom, size }]
      }),
    )
  }
  await task.destroy()
  return pages
}
