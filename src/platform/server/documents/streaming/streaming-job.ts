import type { SerializedError } from '../worker-errors.ts'
import type { PageOptions, PageWriter } from './page-writer.ts'

/** The exports of a streaming template module. The props come from the caller; rows follow on request. */
export type StreamingTemplate<Data, Row> = {
  pageOptions(data: Data): PageOptions
  draw(writer: PageWriter, data: Data, rows: AsyncIterable<readonly Row[]>): Promise<void>
}

/**
 * A message to the renderer process: what to draw, then rows on request. An empty batch means that there are
 * no more rows.
 */
export type WorkerRequest = { template: string; data: unknown } | { rows: readonly unknown[] }

/**
 * A message from the renderer process. A request for more rows means that the previous ones have been drawn.
 */
export type WorkerReply = 'more' | 'done' | { bytes: Uint8Array } | { fault: SerializedError }
