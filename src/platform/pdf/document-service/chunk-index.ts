import { z } from 'zod'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'

/** The size of a document and the SHA-256 of each of its chunks. */
export type ChunkHashes = { size: number; hashes: Buffer }

/** Keeps the chunk hashes of verified documents for all processes. */
export type ChunkIndex = {
  find(sha256: string): Promise<ChunkHashes | undefined>
  save(sha256: string, found: ChunkHashes): Promise<void>
}

const row = z.object({ size: z.number(), hashes: z.instanceof(Buffer) })

export const createChunkIndex = (db: Database): ChunkIndex => ({
  find: (sha256) => queryRow(db, row, sql`select size, hashes from document_chunks where sha256 = ${sha256}`),
  async save(sha256, { size, hashes }) {
    await execute(
      db,
      sql`insert into document_chunks (sha256, size, hashes) values (${sha256}, ${size}, ${hashes}) on conflict do nothing`,
    )
  },
})

/** An index for a database that is not there yet: it keeps hashes in memory until they are saved in another one. */
export function collectChunks(): ChunkIndex & { saveIn(index: ChunkIndex): Promise<void> } {
  const collected = new Map<string, ChunkHashes>()
  return {
    find: async (sha256) => collected.get(sha256),
    save: async (sha256, found) => void collected.set(sha256, found),
    async saveIn(index) {
      for (const [sha256, found] of collected) await index.save(sha256, found)
    },
  }
}
