import { expect, test } from 'vitest'
import { sortBatches } from './sort-batches.ts'

/** Collects what is written to each group, one text per batch. */
function collect() {
  const written: { group: string; text: string }[] = []
  const write = async (group: string, chunks: Iterable<Buffer>) => {
    written.push({ group, text: Buffer.concat([...chunks]).toString() })
  }
  return { written, write }
}

test('batches contain every line of their group in order, whatever their size', async () => {
  const { written, write } = collect()
  const batches = sortBatches(write)
  const padding = 'ü'.repeat(100)
  const lines = Array.from({ length: 70_000 }, (_, at) => {
    const order = (at * 7919) % 70_001
    return { order, group: at % 3 === 0 ? 'inland' : 'coastal', line: `${order} ${padding}\n` }
  })
  for (const { line, order, group } of lines) await batches.add(line, order, group)
  await batches.end()
  const inOrder = [lines.slice(0, 2 ** 16), lines.slice(2 ** 16)].flatMap((batch) => {
    const sorted = batch.toSorted((one, other) => one.order - other.order)
    return ['inland', 'coastal'].map((group) => ({
      group,
      text: sorted.flatMap((each) => (each.group === group ? [each.line] : [])).join(''),
    }))
  })
  expect(written.map(({ group, text }) => [group, text.length])).toEqual(
    expect.arrayContaining(inOrder.map(({ group, text }) => [group, text.length])),
  )
  for (const batch of inOrder) expect(written.some(({ text }) => text === batch.text)).toBe(true)
})

test('without lines, nothing is written', async () => {
  const { written, write } = collect()
  await sortBatches(write).end()
  expect(written).toEqual([])
})
