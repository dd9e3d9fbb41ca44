import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'

const shownText = /<([0-9A-F]*)> Tj/g

/**
 * Creates a PDF with one page for each text. `packed` puts the objects into object streams, as newer programs
 * do; `mark` is uncompressed in each page.
 */
export async function makePdf(
  texts: readonly string[],
  { packed = false, mark = '' } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const font = document.embedStandardFont('Helvetica' as Parameters<typeof document.embedStandardFont>[0])
  for (const text of texts) {
    const page = document.addPage([612, 792])
    page.drawText(text, { x: 50, y: 700, size: 20, font })
    if (mark) page.node.newXObject('Mark', document.context.register(document.context.stream(mark)))
  }
  return document.save({ useObjectStreams: packed })
}

/** Extracts the text of each page of such a PDF. */
export async function extractTexts(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  return document.getPages().map(({ node }) => {
    const contents = node.Contents()
    const streams =
      contents instanceof PDFArray ? contents.asArray().map((_, at) => contents.lookup(at)) : [contents]
    const program = streams.map((stream) =>
      stream instanceof PDFRawStream
        ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
        : '',
    )
    const shown = program.join('\n').matchAll(shownText)
    return Array.from(shown, ([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(' ')
  })
}
