import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { messages } from '../document-service/messages.ts'
import { numberIn, type Resolve, streamDecoder } from './decode-stream.ts'
import { objectAt, readObject } from './parse-object.ts'
import { isNotPdfError, overLimit, UnreadablePdfError } from './pdf-errors.ts'
import type { PdfFile } from './pdf-file.ts'
import type { PdfLimits } from './pdf-limits.ts'
import { type CrossReferences, readCrossReferences } from './xref-table.ts'

/** A PDF that reads objects on demand. */
export type PdfObjects = {
  context: PDFContext
  root: PDFRef
  limits: PdfLimits
  /** The number of annotations read so far. */
  annotations: number
  /**
   * Resolves a reference and adds the object to the context; undefined if it is missing. Other values are
   * returned unchanged.
   */
  load: Resolve
}

/**
 * Opens a PDF. One with a damaged index is read from end to end instead. Throws `UnreadablePdfError` and any read
 * error.
 */
export async function pdfObjects(file: PdfFile, limits: PdfLimits): Promise<PdfObjects> {
  if (file.size > limits.fileBytes) throw overLimit(messages.fileTooLarge(limits.fileBytes))
  try {
    const pdf = new StoredObjects(file, limits)
    if (pdf.load(pdf.root) instanceof PDFDict) return pdf
  } catch (error) {
    if (isNotPdfError(error) || (error instanceof UnreadablePdfError && error.isFinal)) throw error
  }
  return wholePdf(file, limits)
}

async function wholePdf(file: PdfFile, limits: PdfLimits): Promise<PdfObjects> {
  const { context } = await PDFDocument.load(file.read(0, file.size), { updateMetadata: false })
  const root = context.trailerInfo.Root
  if (!(root instanceof PDFRef)) throw new UnreadablePdfError('It has no catalog.')
  const load: Resolve = (object) => context.lookup(object)
  return { context, root, limits, load, annotations: 0 }
}

/** The objects of a PDF by its index. */
class StoredObjects implements PdfObjects {
  readonly context = PDFContext.create()
  readonly limits: PdfLimits
  readonly root: PDFRef
  annotations = 0
  private readonly file: PdfFile
  private readonly decoded: ReturnType<typeof streamDecoder>
  private readonly places: CrossReferences['places']
  private readonly borders: Float64Array
  private readonly packs = new Map<number, Pack | undefined>()
  private loaded = 0

  constructor(file: PdfFile, limits: PdfLimits) {
    this.file = file
    this.limits = limits
    this.decoded = streamDecoder(limits, (object) => this.load(object))
    const index = readCrossReferences({ file, limits, context: this.context, decoded: this.decoded })
    this.places = index.places
    this.root = index.root
    this.borders = findBorders(index, file.size)
  }

  load: Resolve = (object) => {
    if (!(object instanceof PDFRef)) return object
    const known = this.context.lookup(object)
    if (known) return known
    const place = this.places.get(object.objectNumber) ?? 'free'
    if (place === 'free') return undefined
    this.loaded += 1
    if (this.loaded > this.limits.objects)
      throw overLimit(`Its pages need more than ${this.limits.objects.toLocaleString('en-US')} objects.`)
    const found = 'offset' in place ? this.stored(object, place.offset) : this.packed(object, place.stream)
    if (found) this.context.assign(object, found)
    return found
  }

  /** An object ends before the next one starts. */
  private stored(ref: PDFRef, offset: number): PDFObject {
    const reading = { file: this.file, context: this.context, resolve: this.load }
    return readObject(reading, offset, borderAfter(this.borders, offset), ref)
  }

  private packed(ref: PDFRef, stream: number): PDFObject | undefined {
    if (!this.packs.has(stream)) {
      this.packs.set(stream, undefined) // A stream that needs itself counts as missing.
      this.packs.set(stream, this.findPack(stream))
    }
    const pack = this.packs.get(stream)
    if (!pack) throw new UnreadablePdfError('It lacks objects.')
    const at = pack.offsets.get(ref.objectNumber)
    return at === undefined ? undefined : objectAt(pack.bytes.subarray(at), this.context, ref).object
  }

  private findPack(number: number): Pack {
    const place = this.places.get(number)
    if (typeof place !== 'object' || !('offset' in place)) throw new UnreadablePdfError('It lacks objects.')
    const stream = this.stored(PDFRef.of(number), place.offset)
    if (!(stream instanceof PDFStream)) throw new UnreadablePdfError('Its objects are no stream.')
    const count = numberIn(stream.dict, 'N', this.load) ?? 0
    if (count > this.limits.objects) throw overLimit('It has too many objects in one stream.')
    const bytes = this.decoded(stream)
    return {
      bytes,
      offsets: readOffsets(bytes, { count, first: numberIn(stream.dict, 'First', this.load) ?? 0 }),
    }
  }
}

/** A decoded object stream (ISO 32000-1, 7.5.7). */
type Pack = { bytes: Uint8Array; offsets: Map<number, number> }

function readOffsets(bytes: Uint8Array, { count, first }: { count: number; first: number }) {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(Math.max(0, first), bytes.length))
  const numbers = head.toString('latin1').matchAll(/\d+/g)
  const offsets = new Map<number, number>()
  for (let at = 0; at < count; at += 1) {
    const [number, offset] = [numbers.next().value, numbers.next().value]
    if (!number || !offset) throw new UnreadablePdfError('Its objects are damaged.')
    offsets.set(Number(number[0]), first + Number(offset[0]))
  }
  return offsets
}

function findBorders({ places, sections }: Pick<CrossReferences, 'places' | 'sections'>, size: number) {
  const offsets = [...places.values()].flatMap((place) =>
    typeof place === 'object' && 'offset' in place ? [place.offset] : [],
  )
  return Float64Array.from([...offsets, ...sections, size]).sort()
}

function borderAfter(borders: Float64Array, offset: number): number {
  let [low, high] = [0, borders.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((borders[middle] as number) > offset) high = middle
    else low = middle + 1
  }
  return borders[low] as number
}

/** The references in an object. */
export function listRefs(object: PDFObject): PDFRef[] {
  if (object instanceof PDFRef) return [object]
  if (object instanceof PDFArray) return object.asArray().flatMap(listRefs)
  if (object instanceof PDFStream) return listRefs(object.dict)
  return object instanceof PDFDict ? object.values().flatMap(listRefs) : []
}
