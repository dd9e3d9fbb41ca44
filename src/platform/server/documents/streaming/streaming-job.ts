import type { Fault } from '../worker-errors.ts'
import type { Paper, PaperFacts } from './page-writer.ts'

/** What the module of a drawn document exports. The facts are those that whoever ordered it gave; rows follow as they are asked for. */
export type Drawn<Facts, Row> = {
  paperOf(facts: Facts): PaperFacts
  draw(paper: Paper, facts: Facts, rows: AsyncIterable<readonly Row[]>): Promise<void>
}

/** What a drawer is told: what to draw, then rows whenever it asks for more; none are the end of them. */
export type ToDrawer = { maker: string; facts: unknown } | { rows: readonly unknown[] }

/** What a drawer says. Whoever asks for more has drawn what was given before. */
export type FromDrawer = 'more' | 'done' | { bytes: Uint8Array } | { fault: Fault }
