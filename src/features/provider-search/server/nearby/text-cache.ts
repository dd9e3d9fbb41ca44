/** The JSON texts of a provider: what the database stores, without the closing brace, and its tax ID. */
export type ProviderText = { json: string; tin: string }

/** Keeps the latest texts of providers, by their numbers, in a fixed number of bytes. */
export type TextCache = ReturnType<typeof createTextCache>

const lengths = 8
/** Records begin at multiples of this, so that the numbers of places are small. */
const step = 16
const largestPlace = 2 ** 32 - 1

/**
 * One buffer that is written from its beginning to its end, over and over: a new text overwrites the oldest ones. Many small
 * objects would keep the garbage collector busy. It starts over when the places become too large for their numbers.
 */
export function createTextCache(size: number, count: number, mostPlaces = largestPlace) {
  const store = Buffer.allocUnsafeSlow(Math.floor(size / step) * step)
  /** Where the text of a provider begins, in steps since the first one was written; 0 if it has none. */
  const places = new Uint32Array(count)
  let next = step

  /** The offset of a text in the buffer, if nothing has been written over it. */
  function find(providerNumber: number): number | undefined {
    const place = (places[providerNumber] ?? 0) * step
    return place > 0 && place + store.length >= next ? place % store.length : undefined
  }

  return {
    has: (providerNumber: number) => find(providerNumber) !== undefined,
    /** How many bytes the texts of a provider take; undefined without any. */
    measure(providerNumber: number, withTin: boolean): number | undefined {
      const at = find(providerNumber)
      if (at === undefined) return undefined
      return store.readUInt32LE(at) + (withTin ? store.readUInt32LE(at + 4) : 0)
    },
    /** Copies the JSON text of a provider to another buffer, and returns where it ends there. */
    copyJson(providerNumber: number, target: Buffer, targetAt: number): number {
      const at = find(providerNumber) ?? 0
      const begin = at + lengths
      return targetAt + store.copy(target, targetAt, begin, begin + store.readUInt32LE(at))
    },
    copyTin(providerNumber: number, target: Buffer, targetAt: number): number {
      const at = find(providerNumber) ?? 0
      const begin = at + lengths + store.readUInt32LE(at)
      return targetAt + store.copy(target, targetAt, begin, begin + store.readUInt32LE(at + 4))
    },
    put(providerNumber: number, { json, tin }: ProviderText) {
      const [jsonBytes, tinBytes] = [Buffer.byteLength(json), Buffer.byteLength(tin)]
      const length = Math.ceil((lengths + jsonBytes + tinBytes) / step) * step
      if (length > store.length) return
      if ((next + store.length) / step > mostPlaces) {
        places.fill(0)
        next = step
      }
      const left = store.length - (next % store.length)
      if (length > left) next += left
      const at = next % store.length
      store.writeUInt32LE(jsonBytes, at)
      store.writeUInt32LE(tinBytes, at + 4)
      store.write(json, at + lengths)
      store.write(tin, at + lengths + jsonBytes)
      places[providerNumber] = next / step
      next += length
    },
    bytes: store.length + places.byteLength,
  }
}
