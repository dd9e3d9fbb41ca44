import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  type PDFObject,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { bodyAt, type CrossReferences, crossReferencesOf } from './cross-references.ts'
import type { StoredFile } from './document-store.ts'
import { isBesidePdf, UnreadablePdf } from './unreadable-pdf.ts'

/** A PDF of which only those objects are read that somebody asks for. */
export type PdfObjects = {
  context: PDFContext
  root: PDFRef
  /** The object behind a reference, from now on in the context; undefined where there is none. */
  load(ref: PDFRef): Promise<PDFObject | undefined>
}

/** Opens a PDF. One whose index is damaged is read from end to end instead. Throws `UnreadablePdf`, and whatever reading throws. */
export async function pdfObjects(file: StoredFile): Promise<PdfObjects> {
  try {
    const pdf = objectsBy(await crossReferencesOf(file), file)
    if ((await pdf.load(pdf.root)) instanceof PDFDict) return pdf
  } catch (error) {
    if (isBesidePdf(error) || (error instanceof UnreadablePdf && error.message === 'It is encrypted.'))
      throw error
  }
  return wholePdf(file)
}

async function wholePdf(file: StoredFile): Promise<PdfObjects> {
  const { context } = await PDFDocument.load(await file.read(0, file.size), { updateMetadata: false })
  const root = context.trailerInfo.Root
  if (root instanceof PDFRef) return { context, root, load: async (ref) => context.lookup(ref) }
  throw new UnreadablePdf('It has no catalog.')
}

function objectsBy({ places, sections, root }: CrossReferences, file: StoredFile): PdfObjects {
  const context = PDFContext.create()
  const ends = [...places.values()].flatMap((place) =>
    typeof place === 'object' && 'offset' in place ? [place.offset] : [],
  )
  const borders = Float64Array.from([...ends, ...sections, file.size]).sort()
  const unpacked = new Set<number>()

  async function load(ref: PDFRef): Promise<PDFObject | undefined> {
    const known = context.lookup(ref)
    if (known) return known
    const place = places.get(ref.objectNumber) ?? 'free'
    if (place === 'free') return undefined
    if ('offset' in place) context.assign(ref, await parsed(ref, place.offset))
    else await unpack(place.stream)
    return context.lookup(ref)
  }

  /** An object ends before the next one begins. */
  async function parsed(ref: PDFRef, offset: number): Promise<PDFObject> {
    const bytes = await file.read(offset, borderAfter(borders, offset))
    const body = bytes.subarray(bodyAt(bytes, ref.objectNumber))
    return PDFObjectParser.forBytes(body, context).parseObject(ref)
  }

  async function unpack(number: number) {
    if (unpacked.has(number)) return
    unpacked.add(number)
    const place = places.get(number)
    if (typeof place !== 'object' || !('offset' in place)) throw new UnreadablePdf('It lacks objects.')
    const stream = await parsed(PDFRef.of(number), place.offset)
    if (!(stream instanceof PDFRawStream)) throw new UnreadablePdf('Its objects are no stream.')
    await unpackInto(context, stream, (ref) => {
      const newest = places.get(ref.objectNumber)
      return typeof newest === 'object' && 'stream' in newest && newest.stream === number
    })
  }

  return { context, root, load }
}

/** Adds the objects of a stream to a context, but those of which a newer version stands elsewhere. */
async function unpackInto(context: PDFContext, stream: PDFRawStream, isNewest: (ref: PDFRef) => boolean) {
  const before = new Map(context.enumerateIndirectObjects())
  await PDFObjectStreamParser.forStream(stream).parseIntoContext()
  for (const [ref] of context.enumerateIndirectObjects())
    if (!before.has(ref) && !isNewest(ref)) context.delete(ref)
  for (const [ref, object] of before) context.assign(ref, object)
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

/** The references that stand in an object. */
export function refsIn(object: PDFObject): PDFRef[] {
  if (object instanceof PDFRef) return [object]
  if (object instanceof PDFArray) return object.asArray().flatMap(refsIn)
  if (object instanceof PDFStream) return refsIn(object.dict)
  return object instanceof PDFDict ? object.values().flatMap(refsIn) : []
}
