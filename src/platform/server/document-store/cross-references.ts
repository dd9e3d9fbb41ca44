import {
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
  PDFXRefStreamParser,
} from '@cantoo/pdf-lib'
import type { StoredFile } from './document-store.ts'
import { UnreadablePdf } from './unreadable-pdf.ts'

/** Where an object stands: from a byte of the file on, or within an object stream. */
export type Place = { offset: number } | { stream: number } | 'free'

/** Where each object of a PDF stands (ISO 32000-1, 7.5.4 and 7.5.8), the newest version of each. */
export type CrossReferences = { places: Map<number, Place>; sections: number[]; root: PDFRef }

const tailBytes = 2048
const mostSections = 1000

/** Reads where the objects of a PDF stand, and nothing else. Throws `UnreadablePdf`. */
export async function crossReferencesOf(file: StoredFile): Promise<CrossReferences> {
  const tail = (await file.read(Math.max(0, file.size - tailBytes), file.size)).toString('latin1')
  const [, start] = /startxref\s+(\d+)\s+%%EOF(?!.*startxref)/s.exec(tail) ?? []
  if (!start) throw new UnreadablePdf('It says nowhere where its objects stand.')
  const places = new Map<number, Place>()
  const sections: number[] = []
  let newest: PDFDict | undefined
  const waiting = [Number(start)]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (sections.includes(at)) continue
    if (sections.length >= mostSections || at < 0 || at >= file.size)
      throw new UnreadablePdf('Its index is damaged.')
    sections.push(at)
    const trailer = await readSection(file, at, places)
    newest ??= trailer
    for (const key of ['XRefStm', 'Prev']) waiting.push(...numbersAt(trailer, key))
  }
  return { places, sections, root: rootOf(newest) }
}

function rootOf(trailer: PDFDict | undefined): PDFRef {
  if (trailer?.has(PDFName.of('Encrypt'))) throw new UnreadablePdf('It is encrypted.')
  const root = trailer?.get(PDFName.of('Root'))
  if (root instanceof PDFRef) return root
  throw new UnreadablePdf('It has no catalog.')
}

/** Reads one section, a table or a stream; what newer ones said of an object counts. Gives its trailer. */
async function readSection(file: StoredFile, at: number, places: Map<number, Place>): Promise<PDFDict> {
  const bytes = await file.read(at, file.size)
  const isTable = bytes.toString('latin1', 0, 20).trimStart().startsWith('xref')
  return isTable ? readTable(bytes, places) : readStream(bytes, places)
}

const entry = /(\d{10}) (\d{5}) ([nf])/y
const subsection = /\s*(\d+)[ ]+(\d+)\s+/y

function readTable(bytes: Buffer, places: Map<number, Place>): PDFDict {
  const end = bytes.indexOf('trailer')
  if (end < 0) throw new UnreadablePdf('Its index has no end.')
  const table = bytes.toString('latin1', 0, end)
  let at = table.indexOf('xref') + 'xref'.length
  for (;;) {
    subsection.lastIndex = at
    const [head, first, count] = subsection.exec(table) ?? []
    if (!head) break
    at += head.length
    for (let number = Number(first); number < Number(first) + Number(count); number += 1) {
      entry.lastIndex = at
      const [found, offset, , kind] = entry.exec(table) ?? []
      if (!found) throw new UnreadablePdf('Its index is damaged.')
      if (!places.has(number)) places.set(number, kind === 'n' ? { offset: Number(offset) } : 'free')
      at += found.length
      while (/\s/.test(table[at] ?? '')) at += 1
    }
  }
  return dictOf(PDFObjectParser.forBytes(bytes.subarray(end + 'trailer'.length), PDFContext.create()))
}

function readStream(bytes: Buffer, places: Map<number, Place>): PDFDict {
  const stream = PDFObjectParser.forBytes(bytes.subarray(bodyAt(bytes)), PDFContext.create()).parseObject()
  if (!(stream instanceof PDFRawStream)) throw new UnreadablePdf('Its index is no stream.')
  for (const { ref, offset, deleted, inObjectStream } of PDFXRefStreamParser.forStream(
    stream,
  ).parseIntoContext()) {
    if (places.has(ref.objectNumber)) continue
    places.set(ref.objectNumber, deleted ? 'free' : inObjectStream ? { stream: offset } : { offset })
  }
  return stream.dict
}

/** Where the body of an object begins, behind "12 0 obj". Throws `UnreadablePdf` where none begins. */
export function bodyAt(bytes: Buffer, number?: number): number {
  const [head, found] = /^\s*(\d+)\s+\d+\s+obj\b/.exec(bytes.toString('latin1', 0, 64)) ?? []
  if (!head || (number !== undefined && Number(found) !== number))
    throw new UnreadablePdf('Its index points beside an object.')
  return head.length
}

function dictOf(parser: PDFObjectParser): PDFDict {
  const found = parser.parseObject()
  if (found instanceof PDFDict) return found
  throw new UnreadablePdf('Its trailer is damaged.')
}

function numbersAt(dict: PDFDict, key: string): number[] {
  const found = dict.get(PDFName.of(key))
  return found instanceof PDFNumber ? [found.asNumber()] : []
}
