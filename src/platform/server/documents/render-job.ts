import type { ReactElement } from 'react'
import type { Fault } from './worker-errors.ts'

/** A document to render: its template module and its props. */
export type PrintJob = { maker: string; facts: unknown; as: 'pdf' | 'picture' }

/** Preloads a template module and everything else that only the first document waits for. */
export type WarmUp = { warm: string }

/** The exports of a template module. The props come from the caller. */
export type Maker = { make(facts: unknown): ReactElement }

export type Printed = { bytes: Uint8Array } | { fault: Fault }
