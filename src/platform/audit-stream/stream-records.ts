import { z } from 'zod'
import { archivedSeal, toArchivedSeal } from '../db/audit-archive-file.ts'
import type { CheckedSeal } from '../db/audit-chain-queries.ts'

/**
 * What a receiver gets of an entry: the line of an archive, and the hash of the preceding seal, so that each record can be
 * verified alone. `content` is null if the entry was removed from the database.
 */
export const streamedSeal = archivedSeal.extend({ previousHash: z.hex(), content: z.string().nullable() })

/** An entry on its way to a receiver. `json` consists of ASCII characters, which no receiver changes. */
export type StreamRecord = {
  position: number
  hash: string
  at: Date
  entry: StreamedEntry | undefined
  json: string
}

type StreamedEntry = { actor: string; action: string; subject: string; client: string | null }

/** The sealed content of an entry: its ID, its time in microseconds, and what happened. */
const content = z.tuple(
  [z.number(), z.number(), z.string(), z.string(), z.string(), z.string().nullable()],
  z.json(),
)

export function toStreamRecord(seal: CheckedSeal, previousHash: Buffer): StreamRecord {
  const { position, hash, ...rest } = toArchivedSeal(seal)
  const record = { position, hash, previousHash: previousHash.toString('hex'), ...rest }
  const known = { position, hash, json: toAscii(JSON.stringify(record)) }
  if (seal.content === null) return { ...known, at: seal.sealedAt, entry: undefined }
  const [_id, micros, actor, action, subject, client] = content.parse(JSON.parse(seal.content))
  return { ...known, at: new Date(micros / 1000), entry: { actor, action, subject, client } }
}

const toAscii = (json: string) =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
