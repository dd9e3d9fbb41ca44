import type { PageOptions, PageWriter } from '#platform/pdf/streaming/page-writer.ts'

type Deed = 'be silent' | 'throw' | 'exit'
type TemplateData = { does?: Deed }
type Rows = AsyncIterable<readonly unknown[]>

export const pageOptions = (): PageOptions => ({
  title: 'A drawing',
  author: 'Tests',
  madeAt: new Date(0),
  footer: 'Foot',
  pageLabel: (page) => `Page ${page} of `,
})

/** A document for streaming renderer tests: a line for each row, and misbehavior on demand. */
export async function draw(writer: PageWriter, { does }: TemplateData, rows: Rows) {
  for await (const batch of rows) {
    for (const row of batch) {
      writer.text(String(row), writer.left, writer.y, { size: 9 })
      writer.y += 12
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
