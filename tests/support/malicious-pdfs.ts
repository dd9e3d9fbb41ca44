import { randomBytes } from 'node:crypto'
import { catalog, deflateSpaces, page, pageTree, rawPdf, rawStream } from './raw-pdf.ts'

// Small or valid PDFs that exhaust the memory or the time of the program that opens them.

const inObjectStream = (content: Buffer, more = '') =>
  rawPdf(
    [
      undefined,
      pageTree(3),
      page(),
      rawStream(`/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${more}`, content),
    ],
    {
      packed: { 1: 4 },
    },
  )

/**
 * A file whose catalog is in an object stream with this many megabytes of spaces; the file itself is a
 * thousandth of that size.
 */
export const blankObjectStream = (megabytes: number) =>
  inObjectStream(deflateSpaces(`1 0 ${catalog}`, megabytes))

/** The same file with a broken `startxref`. Readers that scan for objects inflate the stream too. */
export function blankObjectStreamWithoutIndex(megabytes: number) {
  const pdf = blankObjectStream(megabytes)
  const at = pdf.lastIndexOf('startxref') + 'startxref\n'.length
  pdf.write('9', at)
  return pdf
}

/** Pages whose objects are each in a separate object stream of spaces. */
export function blankObjectStreams(count: number, megabytes: number) {
  const [first, firstPage] = [3, 3 + count]
  const streams = Array.from({ length: count }, (_, at) =>
    rawStream(
      '/Type /ObjStm /N 1 /First 12 /Filter /FlateDecode',
      deflateSpaces(`${firstPage + at} 0`.padEnd(12) + page(), megabytes),
    ),
  )
  const pages = Array.from({ length: count }, (_, at) => firstPage + at)
  const packed = Object.fromEntries(pages.map((number, at) => [number, first + at]))
  return rawPdf([catalog, pageTree(...pages), ...streams], { packed })
}

/** A file with a chain of `count` cross-reference sections after `bytes` bytes of content. */
export function manySections(count: number, bytes: number) {
  const whole = rawPdf([catalog, pageTree(3), page(), rawStream('', randomBytes(bytes))])
  const [, first = '0'] =
    /startxref\s+(\d+)\s+%%EOF\s*$/.exec(whole.toString('latin1', whole.length - 64)) ?? []
  let previous = Number(first)
  let at = whole.length
  const parts: Buffer[] = [whole]
  for (let section = 0; section < count; section += 1) {
    const text = `xref\n0 0\ntrailer\n<< /Size 9 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${at}\n%%EOF\n`
    parts.push(Buffer.from(text))
    previous = at
    at += text.length
  }
  return Buffer.concat(parts)
}

/** A page with `count` links, each a separate object. */
export function manyAnnotations(count: number) {
  const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>'
  const refs = Array.from({ length: count }, (_, at) => `${at + 4} 0 R`).join(' ')
  return rawPdf([catalog, pageTree(3), page(`/Annots [${refs}]`), ...Array(count).fill(link)])
}

/** Pages that share one image, which they inherit from the page tree. */
export function sharedImage(pages: number, bytes: number) {
  const numbers = Array.from({ length: pages }, (_, at) => at + 5)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const image = `/Type /XObject /Subtype /Image /Width 1000 /Height ${Math.floor(bytes / 1000)} /ColorSpace /DeviceGray
    /BitsPerComponent 8`
  return rawPdf([
    catalog,
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] /Resources << /XObject << /Im 3 0 R >> >> >>`,
    rawStream(image, randomBytes(bytes)),
    rawStream('', '200 0 0 200 0 0 cm /Im Do'),
    ...numbers.map(() => page('/Contents 4 0 R')),
  ])
}

/** A page tree with `depth` levels. */
export function deepTree(depth: number) {
  const nodes = Array.from({ length: depth }, (_, at) => `<< /Type /Pages /Count 1 /Kids [${at + 3} 0 R] >>`)
  return rawPdf([catalog, ...nodes, page()])
}

/** A page tree that branches at every level and has no page. */
export function endlessTree(levels = 60) {
  const nodes = Array.from(
    { length: levels },
    (_, at) => `<< /Type /Pages /Count 9 /Kids [${at + 3} 0 R ${at + 3} 0 R] >>`,
  )
  return rawPdf([catalog, ...nodes, '<< /Type /Pages /Count 9 /Kids [] >>'])
}

export const cyclicTree = () => rawPdf([catalog, '<< /Type /Pages /Count 1 /Kids [2 0 R] >>'])

export const hugeCount = () => rawPdf([catalog, '<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>', page()])

/** An object stream whose length is an object inside it. */
export const selfReferencingStream = () =>
  rawPdf(
    [
      undefined,
      pageTree(3),
      page(),
      Buffer.from(
        `<< /Type /ObjStm /N 2 /First 10 /Length 5 0 R >>\nstream\n1 0 5 34  ${catalog} 60\nendstream`,
      ),
    ],
    { packed: { 1: 4, 5: 4 } },
  )

/** An object stream with an absurd row length. */
export const hugeColumns = () =>
  inObjectStream(deflateSpaces(`1 0 ${catalog}`, 1), '/DecodeParms << /Predictor 12 /Columns 2000000000 >>')

/** A cross-reference stream that claims two billion entries. */
export const hugeIndex = () => rawPdf([catalog, pageTree(3), page()], { trailer: '/Index [0 2000000000]' })

/** Spaces as hexadecimal run lengths. The file size is 1/32 of `megabytes`. */
export function chainedFilters(megabytes: number) {
  const run = Buffer.alloc((megabytes << 20) / 64, Buffer.from([0x81, 0x20]))
  const content = Buffer.concat([
    Buffer.from([34 + 3]),
    Buffer.from(`1 0 ${catalog}`.padEnd(38)),
    run,
    Buffer.from([128]),
  ])
  const hex = `${content.toString('hex')}>`
  const filters = '/Filter [/ASCIIHexDecode /RunLengthDecode]'
  return rawPdf([undefined, pageTree(3), page(), rawStream(`/Type /ObjStm /N 1 /First 4 ${filters}`, hex)], {
    packed: { 1: 4 },
  })
}
