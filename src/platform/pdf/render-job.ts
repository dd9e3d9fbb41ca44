import type { ReactElement } from 'react'
import type { SerializedError } from './worker-process.ts'

/** A document to render: its template module and its data. */
export type RenderJob = { template: string; data: unknown; as: 'pdf' | 'picture' }

/** Preloads a template module and everything else that only the first document waits for. */
export type WarmUp = { warm: string }

/** The exports of a template module. The data comes from the caller. */
export type Template = { render(data: unknown): ReactElement }

export type RenderResult = { bytes: Uint8Array } | { fault: SerializedError }

/** A message of a worker: it has started, it has warmed up, or the result of a job. */
export type RenderReply = 'ready' | 'warm' | RenderResult
