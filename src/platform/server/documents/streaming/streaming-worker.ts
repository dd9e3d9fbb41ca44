import '../exit-with-parent.ts'
import '../redact-console.ts'
import { once } from 'node:events'
import { lowerPriority } from '../lower-priority.ts'
import { faultOf } from '../worker-errors.ts'
import { Paper } from './page-writer.ts'
import type { Drawn, FromDrawer, ToDrawer } from './streaming-job.ts'

lowerPriority()
const [job] = (await once(process, 'message')) as [ToDrawer]
if ('maker' in job) await draw(job).catch((error: unknown) => say({ fault: faultOf(error) }))

async function draw({ maker, facts }: { maker: string; facts: unknown }) {
  const { paperOf, draw }: Drawn<unknown, unknown> = await import(maker)
  const outbox = outboxOf(256 * 1024)
  const paper = new Paper(paperOf(facts), outbox.take)
  await draw(paper, facts, rowsAskedFor())
  await paper.end()
  outbox.empty()
  say('done')
}

async function* rowsAskedFor(): AsyncGenerator<readonly unknown[]> {
  for (;;) {
    const answered = once(process, 'message')
    say('more')
    const [answer] = (await answered) as [ToDrawer]
    if (!('rows' in answer) || answer.rows.length === 0) return
    yield answer.rows
  }
}

/** Sends bytes in larger chunks than the file is written in. */
function outboxOf(size: number) {
  let pieces: Uint8Array[] = []
  let held = 0
  const empty = () => {
    if (held > 0) say({ bytes: Buffer.concat(pieces) })
    pieces = []
    held = 0
  }
  const take = (bytes: Uint8Array) => {
    pieces.push(bytes)
    held += bytes.length
    if (held >= size) empty()
  }
  return { take, empty }
}

function say(word: FromDrawer) {
  process.send?.(word)
}
