import type { Paper, PaperFacts } from '#platform/server/documents/streaming/page-writer.ts'

type Deed = 'be silent' | 'throw' | 'exit'
type Facts = { does?: Deed }
type Rows = AsyncIterable<readonly unknown[]>

export const paperOf = (): PaperFacts => ({
  title: 'A drawing',
  author: 'Tests',
  madeAt: new Date(0),
  foot: 'Foot',
  pageOf: (page) => `Page ${page} of `,
})

/** A document for streaming renderer tests: a line for each row, and misbehavior on demand. */
export async function draw(paper: Paper, { does }: Facts, rows: Rows) {
  for await (const batch of rows) {
    for (const row of batch) {
      paper.text(String(row), paper.left, paper.y, { size: 9 })
      paper.y += 12
    }
    if (does) await misbehave(does)
  }
}

async function misbehave(does: Deed) {
  if (does === 'throw') throw new RangeError('Sampleton, Ada does not fit.')
  if (does === 'exit') process.exit(3)
  process.stdout.write(`silent ${process.pid}`)
  await new Promise(() => setInterval(() => {}, 60_000))
}
