import type { ReactElement } from 'react'
import type { Fault } from './worker-errors.ts'

/** A document to be printed: the module that makes it, and the facts it is made from. */
export type PrintJob = { maker: string; facts: unknown; as: 'pdf' | 'picture' }

/** A module that a document is about to be made with: everything that only the first document waits for is loaded. */
export type WarmUp = { warm: string }

/** What the module of a document exports. The facts are those that whoever ordered it gave. */
export type Maker = { make(facts: unknown): ReactElement }

export type Printed = { bytes: Uint8Array } | { fault: Fault }
