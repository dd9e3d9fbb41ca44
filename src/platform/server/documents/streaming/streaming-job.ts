import type { Fault } from '../worker-errors.ts'
import type { Paper, PaperFacts } from './page-writer.ts'

/** The exports of a streaming template module. The props come from the caller; rows follow on request. */
export type Drawn<Facts, Row> = {
  paperOf(facts: Facts): PaperFacts
  draw(paper: Paper, facts: Facts, rows: AsyncIterable<readonly Row[]>): Promise<void>
}

/** A message to the renderer process: what to draw, then rows on request; an empty batch ends them. */
export type ToDrawer = { maker: string; facts: unknown } | { rows: readonly unknown[] }

/** A message from the renderer process. A request for more rows means that the previous ones are drawn. */
export type FromDrawer = 'more' | 'done' | { bytes: Uint8Array } | { fault: Fault }
