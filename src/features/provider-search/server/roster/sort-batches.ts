import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as breath } from 'node:timers/promises'

const runBytes = 48 * 1024 * 1024
const runRows = 2 ** 16
const longestLine = 256 * 1024
const pieceBytes = 512 * 1024
const rowsToABreath = 64

/**
 * Sorts lines by their order in runs of 65,536 rows or 48 MB and writes each run, a stream for each group of its
 * lines, while the next is gathered: the memory is two runs, whatever the number of lines. An order is a whole
 * number below 2³⁶. Gathering stops for breath every few rows, so that the stream's other end never waits for what
 * is sorted.
 */
export function sortBatches<Group>(open: (group: Group) => Writable) {
  let gathering = newRun<Group>()
  let spare = newRun<Group>()
  let writing: Promise<void> = Promise.resolve()
  let sink: Writable | undefined
  let aborted: Error | undefined

  return {
    /** Takes a line; gives a promise to wait for when there was no room, or when it is time for breath. */
    add(line: string, order: number, group: Group): Promise<void> | undefined {
      if (!gathering.hasRoom()) return turn().then(() => gathering.add(line, order, group))
      gathering.add(line, order, group)
      return gathering.size() % rowsToABreath === 0 ? breath() : undefined
    },
    end: () => turn().then(() => writing),
    /** Ends without another write. */
    async abort(error: Error) {
      aborted = error
      sink?.destroy(error)
      await writing.catch(() => {})
    },
  }

  async function turn() {
    await writing
    ;[gathering, spare] = [spare, gathering]
    writing = write(spare)
    writing.catch(() => {})
  }

  async function write(run: Run<Group>) {
    for (const group of run.groups()) {
      if (aborted) throw aborted
      sink = open(group)
      await writeTo(sink, inPieces(run.lines(group)))
    }
    run.clear()
  }
}

async function writeTo(sink: Writable, pieces: Iterable<Buffer>) {
  const ended = finished(sink)
  ended.catch(() => {})
  for (const piece of pieces) {
    // A COPY that has failed takes no more data, and does not report it.
    await Promise.race([ended, undefined])
    if (!sink.write(piece)) await Promise.race([drained(sink), ended])
  }
  sink.end()
  await ended
}

type Run<Group> = ReturnType<typeof newRun<Group>>

function newRun<Group>() {
  const bytes = Buffer.allocUnsafeSlow(runBytes)
  const starts = new Uint32Array(runRows + 1)
  const orders = new Float64Array(runRows)
  const groups = new Array<Group>(runRows)
  let count = 0
  let used = 0

  return {
    size: () => count,
    hasRoom: () => count < runRows && used < runBytes - longestLine,
    groups: () => new Set(groups.slice(0, count)),
    add(line: string, order: number, group: Group) {
      orders[count] = order * runRows + count
      groups[count] = group
      used += bytes.write(line, used)
      count += 1
      starts[count] = used
    },
    clear() {
      count = 0
      used = 0
    },
    /** The lines of a group in their order. */
    *lines(group: Group): Generator<Buffer> {
      for (const order of orders.subarray(0, count).sort()) {
        const at = order % runRows
        if (groups[at] === group) yield bytes.subarray(starts[at], starts[at + 1])
      }
    },
  }
}

/** Lines put together, some hundreds of kilobytes at a time. */
function* inPieces(lines: Iterable<Buffer>): Generator<Buffer> {
  let piece = Buffer.allocUnsafe(pieceBytes)
  let filled = 0
  for (const line of lines) {
    if (filled + line.length > piece.length) {
      yield piece.subarray(0, filled)
      piece = Buffer.allocUnsafe(pieceBytes)
      filled = 0
    }
    filled += line.copy(piece, filled)
  }
  if (filled > 0) yield piece.subarray(0, filled)
}

const drained = (sink: Writable) => new Promise<void>((resolve) => sink.once('drain', resolve))
