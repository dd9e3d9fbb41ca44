import type { Command } from 'commander'
import { actorOnCommandLine, withDatabase } from '../cli/with-database.ts'
import { audit } from '../db/audit.ts'
import { bypassTenantFilter } from '../db/bypass-tenant-filter.ts'
import type { Database } from '../db/database.ts'
import { inImportSession } from '../db/database-context.ts'
import { acquireImportLock } from '../import/import-runs.ts'
import { type ChunkIndex, createChunkIndex } from '../pdf/document-service/chunk-index.ts'
import type { DocumentStorage } from '../pdf/document-service/document-storage.ts'
import { findMissingDocuments, moveDocuments } from './backup-documents.ts'
import { messages } from './backup-messages.ts'
import { addEncryptionCommands, type EncryptionDeps } from './encryption-commands.ts'
import { addMissingCommands } from './missing-documents.ts'

type DocumentsCommandDeps = EncryptionDeps & {
  /** The SHA-256 of every document that the database refers to. */
  namedDocuments(db: Database): Promise<string[]>
  /** The folder of DATA_DIR, and the store of DOCUMENTS_URL if it is set; hashes of chunks go into the index. */
  openPlaces(chunkIndex: ChunkIndex): Record<Place, DocumentStorage | undefined>
}

const places = ['folder', 'store'] as const
type Place = (typeof places)[number]

type MoveFlags = { from: Place; to: Place; dryRun?: boolean; removeOriginals?: boolean }

const someLost = 3
const progressEvery = 1_000

/** Adds `documents move` and `documents verify`, and those of missing documents and of encryption. Exit code 3 means that some documents are missing or damaged. */
export function addDocumentsCommands(program: Command, deps: DocumentsCommandDeps) {
  const parent = program
    .command('documents')
    .description('Moves, verifies and encrypts the stored documents.')
  addMove(parent, deps)
  addVerify(parent, deps)
  addMissingCommands(parent, deps)
  addEncryptionCommands(parent, deps)
}

function addMove(parent: Command, deps: DocumentsCommandDeps) {
  const command = parent
    .command('move')
    .description(
      'Copies every document that the database names between DATA_DIR and DOCUMENTS_URL, and reads each copy back. Run it again to continue.',
    )
  const place = (flags: string, text: string) =>
    command.addOption(command.createOption(flags, text).choices(places).makeOptionMandatory())
  place('--from <place>', 'where the documents are: the folder of DATA_DIR, or the store of DOCUMENTS_URL')
  place('--to <place>', 'where to copy them')
  command
    .option('--dry-run', 'only say what would be copied')
    .option('--remove-originals', 'remove each original once its copy has been verified')
  const write = (line: string) => command.configureOutput().writeOut?.(`${line}\n`)
  command.action(async ({ from, to, dryRun = false, removeOriginals = false }: MoveFlags) => {
    if (from === to) throw new Error(messages.samePlace)
    await withDatabase(deps.openAsIs, async (databaseContext) => {
      const opened = deps.openPlaces(createChunkIndex(databaseContext.owner))
      const [source, target] = [opened[from], opened[to]]
      if (!source || !target) throw new Error(messages.noStore)
      await target.reach()
      const result = await inImportSession(databaseContext, async ({ db }) => {
        // A document erased in the meantime must not stay in one of the two.
        if (!dryRun) await acquireImportLock(db, 'erasure', () => write(messages.waitsForErasure))
        const named = await listNamed(db, deps)
        return moveDocuments(
          named,
          { from: source, to: target },
          {
            isDryRun: dryRun,
            removesOriginals: removeOriginals,
            onProgress: (done) =>
              done % progressEvery === 0 && write(messages.moveProgress(done, named.length)),
          },
        )
      })
      const { moved, present, lost } = result
      const detail = { from: source.place, moved, present, lost: lost.length, removeOriginals }
      if (!dryRun)
        await audit(databaseContext.owner, {
          actor: actorOnCommandLine(),
          action: 'documents moved',
          subject: target.place,
          detail,
        })
      if (lost.length > 0) write(messages.lostInBoth(lost))
      write((dryRun ? messages.wouldMove : messages.moved)(result, target.place))
      if (lost.length > 0) process.exitCode = someLost
    })
  })
}

function addVerify(parent: Command, deps: DocumentsCommandDeps) {
  const command = parent
    .command('verify')
    .description('Reads every document that the database names and compares its SHA-256.')
  const write = (line: string) => command.configureOutput().writeOut?.(`${line}\n`)
  command.action(async () => {
    const storage = deps.openStorage()
    await storage.reach()
    const named = await withDatabase(deps.openAsIs, (databaseContext) =>
      inImportSession(databaseContext, ({ db }) => listNamed(db, deps)),
    )
    const lost = await findMissingDocuments(storage, named)
    if (lost.length > 0) process.exitCode = someLost
    write(
      lost.length === 0
        ? messages.allIntact(named.length, storage.place)
        : messages.notIntact(lost, named.length, storage.place),
    )
  })
}

async function listNamed(db: Database, { namedDocuments }: Pick<DocumentsCommandDeps, 'namedDocuments'>) {
  await bypassTenantFilter(db)
  return namedDocuments(db)
}
