import type { Ring } from './rings.ts'

/** The outline of a land, or of a water within the land before it. */
export type Shore = { isWater: boolean; ring: Ring }

/** A file's positions are whole multiples of this, in degrees: 11 m from south to north. */
const step = 0.0001
const [more, sevenBits] = [0x80, 0x7f]

/** Shores as bytes: of each the number of positions and its kind, then every position as its way from the one before. */
export function bytesOf(shores: Shore[]): Buffer {
  const bytes: number[] = []
  for (const { isWater, ring } of shores) {
    const corners = ring
      .slice(0, -1)
      .map(([lng = 0, lat = 0]) => [Math.round(lng / step), Math.round(lat / step)])
    write(bytes, corners.length * 2 + Number(isWater))
    corners.forEach(([x = 0, y = 0], index) => {
      const [beforeX = 0, beforeY = 0] = corners[index - 1] ?? []
      write(bytes, zigzag(x - beforeX))
      write(bytes, zigzag(y - beforeY))
    })
  }
  return Buffer.from(bytes)
}

/** The shores that the bytes were made of. */
export function shoresOf(bytes: Uint8Array): Shore[] {
  const next = reader(bytes)
  const shores: Shore[] = []
  for (let head = next(); head !== undefined; head = next()) {
    let [x, y] = [0, 0]
    const ring = Array.from({ length: head >> 1 }, () => {
      x += unzigzag(next() ?? 0)
      y += unzigzag(next() ?? 0)
      return [x * step, y * step]
    })
    shores.push({ isWater: head % 2 === 1, ring: [...ring, ...ring.slice(0, 1)] })
  }
  return shores
}

/** Small numbers are short: seven bits in each byte, and one that says whether more follow. */
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

/** Numbers near zero, of either sign, as small ones without a sign. */
function zigzag(value: number) {
  return (value << 1) ^ (value >> 31)
}

function unzigzag(value: number) {
  return (value >>> 1) ^ -(value & 1)
}
