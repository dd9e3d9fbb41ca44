import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { actorOnCommandLine, type Open, withDatabase } from '../cli/with-database.ts'
import { now } from '../contract/clock.ts'
import { auditMany } from '../db/audit.ts'
import { bypassTenantFilter } from '../db/bypass-tenant-filter.ts'
import { type Database, execute, queryRow, queryRows, sql } from '../db/database.ts'
import { type DatabaseContext, inImportSession } from '../db/database-context.ts'
import type { DocumentStorage } from '../pdf/document-service/document-storage.ts'
import { messages } from './backup-messages.ts'

export type DocumentSource = {
  storage: Pick<DocumentStorage, 'list' | 'place' | 'reach'>
  /** The SHA-256 of every document that the database refers to. */
  namedDocuments(db: Database): Promise<string[]>
}

/** The SHA-256 of documents, each in order. */
export type FoundDocuments = {
  /** Every document that the database names. */
  named: string[]
  /** Those that their storage lacks, except for the accepted ones. */
  missing: string[]
  /** Those that it lacks and that an operator accepted as lost. */
  accepted: string[]
}

/**
 * Compares the documents that the database names with a list of those in their storage, without reading any. Throws
 * `StorageAwayError` if the storage does not respond.
 */
export async function findDocuments(
  databaseContext: Pick<DatabaseContext, 'connect' | 'owner'>,
  { storage, namedDocuments }: DocumentSource,
): Promise<FoundDocuments> {
  await storage.reach()
  return inImportSession(databaseContext, async ({ db }) => {
    await bypassTenantFilter(db)
    const named = await namedDocuments(db)
    const absent = new Set(named)
    if (absent.size > 0) for await (const sha256 of storage.list()) absent.delete(sha256)
    // One that was erased in the meantime is not missing.
    const lost = absent.size > 0 ? (await namedDocuments(db)).filter((sha256) => absent.has(sha256)) : []
    const known = lost.length > 0 ? await findAccepted(db) : new Set()
    return {
      named,
      missing: lost.filter((sha256) => !known.has(sha256)),
      accepted: lost.filter((sha256) => known.has(sha256)),
    }
  })
}

const row = z.object({ sha256: z.string() })

/** The doctor also looks at databases that have not been migrated yet. */
async function findAccepted(db: Database): Promise<Set<string>> {
  const table = sql`select to_regclass('missing_document') is not null as exists`
  const found = await queryRow(db, z.object({ exists: z.boolean() }), table)
  const rows = found?.exists ? await queryRows(db, row, sql`select sha256 from missing_document`) : []
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Forgets that documents were accepted as lost which are back, or which the database no longer names. */
export const forgetRestored = (owner: Database, { accepted }: Pick<FoundDocuments, 'accepted'>) =>
  execute(owner, sql`delete from missing_document where sha256 <> all(${accepted}::text[])`)

async function acceptMissing(owner: Database, place: string, missing: readonly string[]) {
  const actor = actorOnCommandLine()
  await owner.transaction().execute(async (db) => {
    await execute(
      db,
      sql`
      insert into missing_document (sha256, accepted_at)
      select sha256, ${now()}::timestamptz from unnest(${missing}::text[]) as sha256
          on conflict do nothing`,
    )
    await auditMany(
      db,
      missing.map((subject) => ({ actor, action: 'missing document accepted', subject, detail: { place } })),
    )
  })
}

type Deps = { openAsIs: Open; openStorage(): DocumentSource['storage'] } & Pick<
  DocumentSource,
  'namedDocuments'
>

const someMissing = 3

/** Adds `documents missing` and `documents accept-missing`. Exit code 3 means that some documents are missing. */
export function addMissingCommands(parent: Command, deps: Deps) {
  const write = (line: string) => parent.configureOutput().writeOut?.(`${line}\n`)
  const find = async (databaseContext: DatabaseContext, storage: DocumentSource['storage']) => {
    const found = await findDocuments(databaseContext, { storage, namedDocuments: deps.namedDocuments })
    await forgetRestored(databaseContext.owner, found)
    return found
  }

  parent
    .command('missing')
    .description('Lists the documents that the database names and DATA_DIR or DOCUMENTS_URL lacks.')
    .action(async () => {
      const storage = deps.openStorage()
      const found = await withDatabase(deps.openAsIs, (databaseContext) => find(databaseContext, storage))
      write(messages.missingFound(found, storage.place))
      if (found.missing.length > 0) process.exitCode = someMissing
    })

  parent
    .command('accept-missing')
    .description(
      'Accepts that the missing documents are lost, so that the portal starts without them. Until one is back, it is not looked for.',
    )
    .argument('<count>', 'how many documents are missing, as "documents missing" says', parseCount)
    .action(async (count: number) => {
      const storage = deps.openStorage()
      await withDatabase(deps.openAsIs, async (databaseContext) => {
        const { missing } = await find(databaseContext, storage)
        if (missing.length !== count) throw new Error(messages.otherCountMissing(missing.length, count))
        await acceptMissing(databaseContext.owner, storage.place, missing)
      })
      write(messages.missingAccepted(count))
    })
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('')
  return Number(text)
}
