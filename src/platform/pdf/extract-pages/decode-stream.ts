import { constants, inflateRawSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFStream,
} from '@cantoo/pdf-lib'
import { overLimit, UnreadablePdfError } from './pdf-errors.ts'
import type { PdfLimits } from './pdf-limits.ts'

export type Resolve = (object: PDFObject | undefined) => PDFObject | undefined

const tooMuch = () => overLimit('Its streams hold more data than a document may have.')

/** Decodes the streams of one file within its limits. */
export function streamDecoder(
  { streamBytes, decodedBytes }: PdfLimits,
  resolve: Resolve,
  inflate: typeof inflated = inflated,
) {
  let left = decodedBytes

  function decodedBy(filter: PDFObject | undefined, given: PDFObject | undefined, bytes: Uint8Array) {
    const most = Math.min(streamBytes, left)
    const parameters = given instanceof PDFDict ? given : undefined
    const isFlate = filter === PDFName.of('FlateDecode') || filter === PDFName.of('Fl')
    const earlyChange = parameters && numberIn(parameters, 'EarlyChange', resolve)
    const decoded = isFlate ? inflate(bytes, most) : graduallyDecoded(filter, bytes, { earlyChange, most })
    if (decoded.length > most) throw tooMuch()
    left -= decoded.length
    return parameters ? withoutPredictor(decoded, (key) => numberIn(parameters, key, resolve)) : decoded
  }

  /** The decoded bytes of a stream. Throws `UnreadablePdfError`. */
  return function decoded(stream: PDFStream): Uint8Array {
    const filters = listed(resolve(stream.dict.get(PDFName.of('Filter'))), resolve)
    const parameters = listed(resolve(stream.dict.get(PDFName.of('DecodeParms'))), resolve)
    if (filters.length > 8) throw overLimit('Its streams are encoded too many times over.')
    return filters.reduce(
      (bytes: Uint8Array, filter, at) => decodedBy(filter, parameters[at], bytes),
      stream.getContents(),
    )
  }
}

const listed = (object: PDFObject | undefined, resolve: Resolve) =>
  object instanceof PDFArray ? object.asArray().map(resolve) : object ? [object] : []

export function numberIn(dict: PDFDict, key: string, resolve: Resolve): number | undefined {
  const found = resolve(dict.get(PDFName.of(key)))
  return found instanceof PDFNumber ? found.asNumber() : undefined
}

/** The numbers of an entry: one, several in an array, or none. */
export function numbersIn(dict: PDFDict, key: string): number[] {
  const found = dict.get(PDFName.of(key))
  const all = found instanceof PDFArray ? found.asArray() : [found]
  return all.flatMap((each) => (each instanceof PDFNumber ? [each.asNumber()] : []))
}

/** Ignores the checksum at the end, as other readers do: a truncated stream yields what it has. */
function inflated(bytes: Uint8Array, most: number): Uint8Array {
  try {
    return inflateRawSync(bytes.subarray(2), {
      maxOutputLength: most,
      finishFlush: constants.Z_SYNC_FLUSH,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch()
    throw new UnreadablePdfError('It has a damaged stream.', { cause: error })
  }
}

/** The start of a stream up to its damage, which is what other readers draw too. */
export function inflatedBeginning(bytes: Uint8Array, most: number): Uint8Array {
  let [sound, damaged] = [2, bytes.length + 1]
  let beginning: Uint8Array = new Uint8Array()
  for (let end = bytes.length; damaged - sound > 1; end = (sound + damaged) >>> 1) {
    try {
      beginning = inflated(bytes.subarray(0, end), most)
      sound = end
    } catch (error) {
      if (error instanceof UnreadablePdfError && error.isFinal) throw error
      damaged = end
    }
  }
  return beginning
}

/** These decoders work in blocks, so they stop soon after the limit. */
const gradual: ReadonlySet<PDFName> = new Set(
  ['LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'].map((name) => PDFName.of(name)),
)

function graduallyDecoded(
  filter: PDFObject | undefined,
  bytes: Uint8Array,
  { earlyChange, most }: { earlyChange: number | undefined; most: number },
): Uint8Array {
  if (!(filter instanceof PDFName) || !gradual.has(filter))
    throw new UnreadablePdfError('It has a stream of an unknown encoding.')
  const dict = PDFContext.create().obj({
    Filter: filter,
    ...(earlyChange !== undefined && { DecodeParms: { EarlyChange: earlyChange } }),
  })
  return new Uint8Array(decodePDFRawStream(PDFRawStream.of(dict, bytes)).getBytes(most + 1))
}

/** Undoes the PNG predictor (ISO 32000-1, 7.4.4.4), which many indexes use. */
function withoutPredictor(bytes: Uint8Array, given: (key: string) => number | undefined): Uint8Array {
  const predictor = given('Predictor') ?? 1
  if (predictor === 1) return bytes
  if (predictor < 10) throw new UnreadablePdfError('It has a stream of an unknown encoding.')
  const bits = (given('Colors') ?? 1) * (given('BitsPerComponent') ?? 8)
  const [step, row] = [Math.ceil(bits / 8), Math.ceil((bits * (given('Columns') ?? 1)) / 8)]
  if (!(step >= 1 && row >= 1)) throw new UnreadablePdfError('It has a damaged stream.')
  const rows = Math.ceil(bytes.length / (row + 1))
  const decoded = new Uint8Array(Math.max(0, bytes.length - rows))
  for (let at = 0, to = 0; at < bytes.length; ) {
    const kind = bytes[at++]
    for (const end = Math.min(at + row, bytes.length), start = to; at < end; at += 1, to += 1) {
      const left = to - start >= step ? (decoded[to - step] ?? 0) : 0
      const above = decoded[to - row] ?? 0
      const corner = to - start >= step ? (decoded[to - row - step] ?? 0) : 0
      decoded[to] = (bytes[at] ?? 0) + predicted(kind, left, above, corner)
    }
  }
  return decoded
}

/** The value that the PNG filter of a row adds to a byte (ISO/IEC 15948, 9.2). */
function predicted(kind: number | undefined, left: number, above: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return above
  if (kind === 3) return (left + above) >> 1
  if (kind !== 4) return 0
  const [a, b, c] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs) as Three
  return a <= b && a <= c ? left : b <= c ? above : corner
}
type Three = [number, number, number]
