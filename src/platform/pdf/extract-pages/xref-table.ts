import { type PDFContext, PDFDict, PDFName, PDFRef } from '@cantoo/pdf-lib'
import { numbersIn, type streamDecoder } from './decode-stream.ts'
import { type Extent, objectAt, objectIn, StoredStream } from './parse-object.ts'
import { overLimit, UnreadablePdfError } from './pdf-errors.ts'
import type { PdfFile } from './pdf-file.ts'
import type { PdfLimits } from './pdf-limits.ts'

/** The location of an object: a byte offset in the file, or an object stream. */
type XrefEntry = { offset: number } | { stream: number } | 'free'

/** The location of the newest version of each object of a PDF (ISO 32000-1, 7.5.4 and 7.5.8). */
export type CrossReferences = { places: Map<number, XrefEntry>; sections: number[]; root: PDFRef }

const tailBytes = 2048
const firstReadBytes = 16 * 1024

type Reading = {
  file: PdfFile
  context: PDFContext
  limits: PdfLimits
  decoded: ReturnType<typeof streamDecoder>
}

/** Reads only the object locations of a PDF. Throws `UnreadablePdfError`. */
export function readCrossReferences(reading: Reading): CrossReferences {
  const { file, limits } = reading
  const tail = file.read(Math.max(0, file.size - tailBytes), file.size).toString('latin1')
  const [, start] = /startxref\s+(\d+)\s+%%EOF(?!.*startxref)/s.exec(tail) ?? []
  if (!start) throw new UnreadablePdfError('It does not say where its objects are.')
  const found: Found = { places: new Map(), sections: [], bytesLeft: limits.indexBytes }
  let newest: PDFDict | undefined
  const waiting = [Number(start)]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (found.sections.includes(at)) continue
    if (found.sections.length >= limits.sections)
      throw overLimit(`Its index has more than ${limits.sections} sections.`)
    if (at < 0 || at >= file.size) throw new UnreadablePdfError('Its index is damaged.')
    const trailer = readSection(reading, at, found)
    found.sections.push(at)
    newest ??= trailer
    for (const key of ['XRefStm', 'Prev']) waiting.push(...numbersIn(trailer, key))
  }
  return { ...found, root: readRoot(newest) }
}

type Found = Omit<CrossReferences, 'root'> & { bytesLeft: number }

function readRoot(trailer: PDFDict | undefined): PDFRef {
  if (trailer?.has(PDFName.of('Encrypt'))) throw new UnreadablePdfError('It is encrypted.', { isFinal: true })
  const root = trailer?.get(PDFName.of('Root'))
  if (root instanceof PDFRef) return root
  throw new UnreadablePdfError('It has no catalog.')
}

/**
 * Reads one section, a table or a stream, and returns its trailer; newer sections take precedence. Its length
 * is unknown, so it is read in growing chunks until complete, at most up to the next known offset.
 */
function readSection(reading: Reading, at: number, found: Found): PDFDict {
  const border = borderAfter(at, found, reading.file.size)
  for (let length = firstReadBytes; ; length *= 8) {
    const to = Math.min(border, at + length)
    found.bytesLeft -= to - at
    if (found.bytesLeft < 0) throw new UnreadablePdfError('Its index is too large.')
    const trailer = parseSection(reading, { from: at, to, border }, found.places)
    if (trailer) return trailer
    if (to === border) throw new UnreadablePdfError('Its index has no end.')
  }
}

function borderAfter(at: number, { places, sections }: Found, size: number): number {
  let border = size
  for (const section of sections) if (section > at && section < border) border = section
  for (const place of places.values())
    if (typeof place === 'object' && 'offset' in place && place.offset > at && place.offset < border)
      border = place.offset
  return border
}

/** Parses a complete section and returns its trailer; undefined if more bytes are needed. */
function parseSection(reading: Reading, extent: Extent, places: Map<number, XrefEntry>): PDFDict | undefined {
  const bytes = reading.file.read(extent.from, extent.to)
  const isTable = bytes.toString('latin1', 0, 20).trimStart().startsWith('xref')
  const section = isTable ? parseTable(reading, bytes, extent) : parseStream(reading, extent)
  for (const [number, place] of section?.entries ?? []) {
    if (places.has(number)) continue
    if (places.size >= reading.limits.entries) throw overLimit('Its index is too large.')
    places.set(number, place)
  }
  return section?.trailer
}

type Section = { entries: Iterable<[number: number, place: XrefEntry]>; trailer: PDFDict }

const entry = /(\d{10}) (\d{5}) ([nf])/y
const subsection = /\s*(\d+)[ ]+(\d+)\s+/y

function parseTable({ context }: Reading, bytes: Buffer, { to, border }: Extent): Section | undefined {
  const end = bytes.indexOf('trailer')
  if (end < 0) return undefined
  const entries = parseEntries(bytes.toString('latin1', 0, end))
  try {
    const trailer = objectAt(bytes.subarray(end + 'trailer'.length), context).object
    if (trailer instanceof PDFDict) return { entries, trailer }
  } catch (error) {
    if (to < border) return undefined
    throw error
  }
  throw new UnreadablePdfError('Its trailer is damaged.')
}

function* parseEntries(table: string): Generator<[number, XrefEntry]> {
  let at = table.indexOf('xref') + 'xref'.length
  for (;;) {
    subsection.lastIndex = at
    const [head, first, count] = subsection.exec(table) ?? []
    if (!head) return
    at += head.length
    for (let number = Number(first); number < Number(first) + Number(count); number += 1) {
      entry.lastIndex = at
      const [found, offset, , kind] = entry.exec(table) ?? []
      if (!found) throw new UnreadablePdfError('Its index is damaged.')
      yield [number, kind === 'n' ? { offset: Number(offset) } : 'free']
      at += found.length
      while (/\s/.test(table[at] ?? '')) at += 1
    }
  }
}

function parseStream(reading: Reading, extent: Extent): Section | undefined {
  const stream = objectIn({ ...reading, resolve: (object) => object }, extent)
  if (!stream) return undefined
  if (!(stream instanceof StoredStream)) throw new UnreadablePdfError('Its index is not a stream.')
  const widths = numbersIn(stream.dict, 'W')
  const index = numbersIn(stream.dict, 'Index')
  const said = index.length > 0 ? index : [0, ...numbersIn(stream.dict, 'Size')]
  return { entries: packedEntries(reading.decoded(stream), widths, said), trailer: stream.dict }
}

/** The entries of an index stream, never more than its bytes contain. */
function* packedEntries(
  bytes: Uint8Array,
  widths: number[],
  index: number[],
): Generator<[number, XrefEntry]> {
  const [type = 0, field = 0, last = 0] = widths
  const width = type + field + last
  if (!(width > 0 && width <= 24) || widths.some((each) => each < 0))
    throw new UnreadablePdfError('Its index is damaged.')
  const valueAt = (from: number, length: number) =>
    bytes.subarray(from, from + length).reduce((value, byte) => value * 256 + byte, 0)
  let at = 0
  for (let part = 0; part + 1 < index.length; part += 2) {
    const [first = 0, count = 0] = index.slice(part)
    for (let number = first; number < first + count && at + width <= bytes.length; number += 1) {
      const kind = type === 0 ? 1 : valueAt(at, type)
      const value = valueAt(at + type, field)
      if (kind <= 2) yield [number, kind === 0 ? 'free' : kind === 1 ? { offset: value } : { stream: value }]
      at += width
    }
  }
}
