import {
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFObjectParser,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { numberIn, type Resolve } from './decode-stream.ts'
import { UnreadablePdfError } from './pdf-errors.ts'
import type { PdfFile } from './pdf-file.ts'

/** A part of a file that has been read. `border` is where the next known object starts. */
export type Extent = { from: number; to: number; border: number }

/** A stream whose bytes stay in the file until needed, so that images are never in memory twice. */
export class StoredStream extends PDFStream {
  readonly file: PdfFile
  readonly from: number
  readonly to: number

  constructor(dict: PDFDict, file: PdfFile, { from, to }: { from: number; to: number }) {
    super(dict)
    this.file = file
    this.from = from
    this.to = to
  }

  override clone(context?: PDFContext): StoredStream {
    return new StoredStream(this.dict.clone(context), this.file, this)
  }

  override getContents(): Uint8Array {
    return this.file.read(this.from, this.to)
  }

  override getContentsSize(): number {
    return this.to - this.from
  }
}

/** The parts of the library's parser that read an object without its stream bytes. */
type Parser = {
  bytes: { offset(): number }
  parseObject(ref?: PDFRef): PDFObject
  parseDict(ref?: PDFRef): PDFDict
  parseDictOrStream(ref?: PDFRef): PDFObject
}

/**
 * Parses the object at the start of these bytes and finds where it ends. For a stream, parses only the
 * dictionary.
 */
export function objectAt(bytes: Uint8Array, context: PDFContext, ref?: PDFRef) {
  const parser = PDFObjectParser.forBytes(bytes, context) as unknown as Parser
  parser.parseDictOrStream = parser.parseDict
  const object = parser.parseObject(ref)
  return { object, end: parser.bytes.offset() }
}

/** The offset of an object's body, after "12 0 obj". Throws `UnreadablePdfError` if none starts here. */
function bodyAt(bytes: Buffer, number: number | undefined): number {
  const [head, found] = /^\s*(\d+)\s+\d+\s+obj\b/.exec(bytes.toString('latin1', 0, 64)) ?? []
  if (!head || (number !== undefined && Number(found) !== number))
    throw new UnreadablePdfError('Its index does not point to its objects.')
  return head.length
}

const firstReadBytes = 4096

type Reading = { file: PdfFile; context: PDFContext; resolve: Resolve }

/**
 * Parses the object that begins at an offset and ends before the border. Reads its head in growing chunks,
 * and its stream not at all.
 */
export function readObject(reading: Reading, offset: number, border: number, ref?: PDFRef): PDFObject {
  for (let length = firstReadBytes; ; length *= 8) {
    const to = Math.min(border, offset + length)
    const object = objectIn(reading, { from: offset, to, border }, ref)
    if (object) return object
  }
}

/** The number of bytes after an object to search for the start of its stream. */
const lookAhead = 64

/** Parses the object in the bytes read so far; undefined if more are needed. */
export function objectIn({ file, context, resolve }: Reading, extent: Extent, ref?: PDFRef) {
  const { from, to, border } = extent
  const isAll = to === border
  const bytes = file.read(from, to)
  const body = bodyAt(bytes, ref?.objectNumber)
  let found: ReturnType<typeof objectAt>
  try {
    found = objectAt(bytes.subarray(body), context, ref)
  } catch (error) {
    if (isAll) throw error
    return undefined
  }
  const end = body + found.end
  if (!isAll && end + lookAhead > bytes.length) return undefined
  const { object } = found
  if (!(object instanceof PDFDict)) return object
  const [head] = /^\s*stream(\r\n|\n|\r)?/.exec(bytes.toString('latin1', end, end + lookAhead)) ?? []
  if (!head) return object
  const start = from + end + head.length
  const stop = endOfStream(file, start, { border, length: numberIn(object, 'Length', resolve) })
  object.delete(PDFName.Length)
  return new StoredStream(object, file, { from: start, to: stop })
}

const mark = 'endstream'
const windowBytes = 1 << 20

/** The end of a stream, from its dictionary or from its end marker. */
function endOfStream(file: PdfFile, start: number, said: { border: number; length: number | undefined }) {
  const { border, length } = said
  if (length !== undefined && length >= 0 && start + length <= border) {
    const behind = file.read(start + length, Math.min(border, start + length + 16)).toString('latin1')
    if (behind.trimStart().startsWith(mark)) return start + length
  }
  for (let from = start; from < border; from += windowBytes) {
    const found = file.read(from, Math.min(border, from + windowBytes + mark.length)).indexOf(mark)
    if (found < 0) continue
    const [lineEnd = ''] = /\r?\n?$/.exec(file.read(from + found - 2, from + found).toString('latin1')) ?? []
    return Math.max(start, from + found - lineEnd.length)
  }
  throw new UnreadablePdfError('It has a stream without an end.')
}
