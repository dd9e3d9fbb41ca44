import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const batchBytes = 48 * 1024 * 1024
/** A batch starts with this size and grows, because most imports are small. */
const firstBytes = 1024 * 1024
const batchRows = 2 ** 16
const maxLineBytes = 256 * 1024
const chunkBytes = 512 * 1024
const rowsPerYield = 64

/** Writes the sorted lines of a group; rejects when the signal aborts. */
type WriteGroup<Group> = (group: Group, chunks: Iterable<Buffer>, signal: AbortSignal) => Promise<void>

/**
 * Sorts lines in batches of up to 65,536 rows or 48 MB. Writes each batch, one group after the other,
 * while the next one fills: memory stays at two batches. The sort key is a whole number below 2³⁶. Yields to
 * the event loop every few rows so that writing keeps up.
 */
export function sortBatches<Group>(writeGroup: WriteGroup<Group>) {
  let filling = createBatch<Group>()
  let spare: Batch<Group> | undefined
  let writing: Promise<void> = Promise.resolve()
  const aborting = new AbortController()

  return {
    /** Adds a line. Returns a promise to wait for if the batch was full or other work should run. */
    add(line: string, order: number, group: Group): Promise<void> | undefined {
      if (!filling.hasRoom()) return swapBatches().then(() => filling.add(line, order, group))
      filling.add(line, order, group)
      return filling.size() % rowsPerYield === 0 ? yieldToEventLoop() : undefined
    },
    async end() {
      await writing
      await startWriting(filling)
    },
    /** Stops without writing anything more. */
    async abort(error: Error) {
      aborting.abort(error)
      await writing.catch(() => {})
    },
  }

  async function swapBatches() {
    await writing
    const full = filling
    filling = spare ?? createBatch()
    spare = full
    void startWriting(full)
  }

  function startWriting(batch: Batch<Group>): Promise<void> {
    writing = write(batch)
    writing.catch(() => {})
    return writing
  }

  async function write(batch: Batch<Group>) {
    for (const group of batch.groups()) {
      aborting.signal.throwIfAborted()
      await writeGroup(group, joinLines(batch.lines(group)), aborting.signal)
    }
    batch.clear()
  }
}

type Batch<Group> = ReturnType<typeof createBatch<Group>>

function createBatch<Group>() {
  let bytes = Buffer.allocUnsafeSlow(firstBytes)
  const starts = new Uint32Array(batchRows + 1)
  const orders = new Float64Array(batchRows)
  const groups = new Array<Group>(batchRows)
  let count = 0
  let used = 0

  function grow() {
    const larger = Buffer.allocUnsafeSlow(Math.min(bytes.length * 4, batchBytes))
    bytes.copy(larger, 0, 0, used)
    bytes = larger
  }

  return {
    size: () => count,
    hasRoom: () => count < batchRows && used < batchBytes - maxLineBytes,
    groups: () => new Set(groups.slice(0, count)),
    add(line: string, order: number, group: Group) {
      orders[count] = order * batchRows + count
      groups[count] = group
      if (used + maxLineBytes > bytes.length) grow()
      used += bytes.write(line, used)
      count += 1
      starts[count] = used
    },
    clear() {
      count = 0
      used = 0
    },
    /** The lines of a group, in sorted order. */
    *lines(group: Group): Generator<Buffer> {
      for (const order of orders.subarray(0, count).sort()) {
        const at = order % batchRows
        if (groups[at] === group) yield bytes.subarray(starts[at], starts[at + 1])
      }
    },
  }
}

/** Joins lines into chunks of up to half a megabyte. */
function* joinLines(lines: Iterable<Buffer>): Generator<Buffer> {
  let chunk = Buffer.allocUnsafe(chunkBytes)
  let filled = 0
  for (const line of lines) {
    if (filled + line.length > chunk.length) {
      yield chunk.subarray(0, filled)
      chunk = Buffer.allocUnsafe(chunkBytes)
      filled = 0
    }
    filled += line.copy(chunk, filled)
  }
  if (filled > 0) yield chunk.subarray(0, filled)
}
