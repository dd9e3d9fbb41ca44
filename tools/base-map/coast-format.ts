import type { Ring } from './rings.ts'

/** The outline of a land area, or of water within the preceding land area. */
export type Shore = { isWater: boolean; ring: Ring }
/** A line of one of three kinds, whose meaning depends on the file. */
export type Line = { kind: number; line: GeoJSON.Position[] }

/** Coordinates are stored as multiples of this many degrees: 5.6 m of latitude. */
const step = 0.00005
const [more, sevenBits] = [0x80, 0x7f]
const kinds = 3

/** Encodes shores as lines of kind 0 (land) or 1 (water), without their repeated last position. */
export function encodeShores(shores: Shore[]): Buffer {
  return encodeLines(shores.map(({ isWater, ring }) => ({ kind: Number(isWater), line: ring.slice(0, -1) })))
}

/** Decodes the output of `encodeShores`. */
export function decodeShores(bytes: Uint8Array): Shore[] {
  return decodeLines(bytes).map(({ kind, line }) => ({
    isWater: kind === 1,
    ring: [...line, ...line.slice(0, 1)],
  }))
}

/** Encodes each line as its kind, its length, and the offset of each position from the previous one. */
export function encodeLines(lines: Line[]): Buffer {
  const bytes: number[] = []
  for (const { kind, line } of lines) {
    write(bytes, line.length * kinds + kind)
    let [beforeX, beforeY] = [0, 0]
    for (const [lng = 0, lat = 0] of line) {
      const [x, y] = [Math.round(lng / step), Math.round(lat / step)]
      write(bytes, zigzag(x - beforeX))
      write(bytes, zigzag(y - beforeY))
      beforeX = x
      beforeY = y
    }
  }
  return Buffer.from(bytes)
}

/** Decodes the output of `encodeLines`. */
export function decodeLines(bytes: Uint8Array): Line[] {
  const next = reader(bytes)
  const lines: Line[] = []
  for (let head = next(); head !== undefined; head = next()) {
    let [x, y] = [0, 0]
    const line = Array.from({ length: Math.floor(head / kinds) }, () => {
      x += unzigzag(next() ?? 0)
      y += unzigzag(next() ?? 0)
      return [x * step, y * step]
    })
    lines.push({ kind: head % kinds, line })
  }
  return lines
}

/** Writes a variable-length integer: seven bits per byte, and one bit that is set if more bytes follow. */
function write(bytes: number[], value: number) {
  let rest = value
  for (; rest > sevenBits; rest >>>= 7) bytes.push((rest & sevenBits) | more)
  bytes.push(rest)
}

function reader(bytes: Uint8Array) {
  let at = 0
  return () => {
    if (at >= bytes.length) return undefined
    let [value, shift] = [0, 0]
    for (; (bytes[at] ?? 0) & more; shift += 7) value |= ((bytes[at++] ?? 0) & sevenBits) << shift
    return value | ((bytes[at++] ?? 0) << shift)
  }
}

/** Maps signed numbers near zero to small unsigned numbers. */
function zigzag(value: number) {
  return (value << 1) ^ (value >> 31)
}

function unzigzag(value: number) {
  return (value >>> 1) ^ -(value & 1)
}
