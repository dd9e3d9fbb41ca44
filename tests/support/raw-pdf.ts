import { constants, deflateRawSync, deflateSync } from 'node:zlib'

type Part = string | Buffer

const bytesOf = (part: Part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)

/** Serializes a stream. */
export const rawStream = (dict: string, content: Part): Buffer => {
  const bytes = bytesOf(content)
  return Buffer.concat([
    Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** Serializes a compressed stream. */
export const deflatedStream = (dict: string, content: Part): Buffer =>
  rawStream(`${dict} /Filter /FlateDecode`, deflateSync(bytesOf(content)))

/** Compresses a text followed by megabytes of spaces to a thousandth, without holding the spaces in memory. */
export function deflateSpaces(before: string, megabytes: number): Buffer {
  const flush = { finishFlush: constants.Z_FULL_FLUSH }
  const block = deflateRawSync(Buffer.alloc(1 << 20, ' '), { ...flush, level: 9 })
  const [head, end] = [Buffer.from([0x78, 0xda]), Buffer.from([0x03, 0x00])]
  return Buffer.concat([head, deflateRawSync(before, flush), ...Array(megabytes).fill(block), end])
}

type Layout = {
  /** Objects stored in object streams: the stream number by object number. */
  packed?: Record<number, number>
  /** Additional trailer entries. */
  trailer?: string
  /** Encodes cross-reference rows as differences from the previous row, as many programs do. */
  isPredicted?: boolean
}

/** Builds a PDF of exactly these objects, numbered from 1, with a cross-reference stream. The first is the catalog. */
export function rawPdf(
  objects: readonly (Part | undefined)[],
  { packed = {}, trailer = '', isPredicted = false }: Layout = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const entries = new Map<number, [kind: number, value: number]>()
  let at = parts[0]?.length ?? 0
  const add = (part: Part) => {
    const bytes = bytesOf(part)
    parts.push(bytes)
    at += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    if (object === undefined) continue
    entries.set(index + 1, [1, at])
    add(`${index + 1} 0 obj\n`)
    add(object)
    add('\nendobj\n')
  }
  for (const [number, stream] of Object.entries(packed)) entries.set(Number(number), [2, stream])
  const size = [...entries.keys()].reduce((most, number) => Math.max(most, number)) + 2
  const rows = Buffer.alloc(size * 7)
  for (const [number, [kind, value]] of entries) {
    rows.writeUInt8(kind, number * 7)
    rows.writeUInt32BE(value, number * 7 + 1)
  }
  const start = at
  add(`${size - 1} 0 obj\n`)
  const predictor = isPredicted ? '/DecodeParms << /Predictor 12 /Columns 7 >>' : ''
  const index = `/Type /XRef /Size ${size} /W [1 4 2] /Root 1 0 R ${trailer} ${predictor}`
  add(isPredicted ? deflatedStream(index, encodeDifferences(rows)) : rawStream(index, rows))
  add(`\nendobj\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** Encodes rows of seven bytes as differences from the row above (PNG filter "up"). */
function encodeDifferences(rows: Buffer): Buffer {
  const difference = (byte: number, at: number) => (byte - (rows[at - 7] ?? 0)) & 255
  const written = Array.from({ length: rows.length / 7 }, (_, row) => [
    2,
    ...rows.subarray(row * 7, row * 7 + 7).map((byte, at) => difference(byte, row * 7 + at)),
  ])
  return Buffer.from(written.flat())
}

export const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
export const pageTree = (...kids: number[]) =>
  `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`
export const page = (entries = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${entries} >>`
