import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import type { Config } from '../config/settings.ts'
import { dayMs, timeAgo } from '../contract/clock.ts'
import { audit as auditEvent } from '../db/audit.ts'
import {
  type Archive,
  ArchiveFaultError,
  archiveEntries,
  findStartOfDay,
  isKnownArchive,
  UnsentEntriesError,
  verifyArchive,
} from '../db/audit-archive-file.ts'
import {
  type ChainFault,
  findChainStart,
  sealAuditEntries,
  verifyAuditChain,
} from '../db/audit-chain-queries.ts'
import type { Checkpoint } from '../db/audit-checkpoint-file.ts'
import { findUnrecordedRedactions } from '../db/audit-redaction-queries.ts'
import type { Database } from '../db/database.ts'
import { addCheckpointCommand, type KeySettings, readSignedCheckpoint } from './audit-checkpoint-command.ts'
import { messages as cliMessages } from './cli-messages.ts'
import { actorOnCommandLine, type Open, recordUse, withDatabase } from './with-database.ts'

const messages = cliMessages.audit

type ChainSettings = KeySettings & Pick<Config, 'PORTAL_TIME_ZONE' | 'AUDIT_STREAM_URL'>

/** Adds the commands that prove that no entry of the trail was changed, and those of its archives. */
export function addAuditChainCommands(audit: Command, open: Open, settings: () => ChainSettings) {
  const print = (text: string) => audit.configureOutput().writeOut?.(`${text}\n`)

  audit
    .command('verify')
    .description('Checks that no audit entry was changed, removed, inserted or reordered.')
    .option('--checkpoint <file>', 'also compare the trail with a checkpoint')
    .option('--key <fingerprint>', 'of the key that must have signed it, if the key is not on this machine')
    .action(async ({ checkpoint: file, key }: { checkpoint?: string; key?: string }) => {
      const checkpoint = file === undefined ? undefined : await readSignedCheckpoint(file, settings(), key)
      await withDatabase(open, async ({ owner }) => {
        const faults = await verify(owner, checkpoint, print)
        const detail = { faults: faults.length, checkpoint: checkpoint?.position ?? null }
        await recordUse(owner, 'audit verified', detail)
        if (faults.length > 0) throw new Error([messages.altered, ...faults].join('\n  '))
      })
    })

  addArchive(audit, open, settings)
  addCheckpointCommand(audit, open, settings)
}

/** Adds `audit archive` and `audit verify-archive`, which also compares files with the record of them in the database. */
function addArchive(audit: Command, open: Open, settings: () => ChainSettings) {
  const print = (text: string) => audit.configureOutput().writeOut?.(`${text}\n`)

  audit
    .command('archive')
    .description('Moves the audit entries from before a day into a new file, which is verified first.')
    .argument('<file>', 'the new file, compressed: audit-2025.ndjson.gz')
    .requiredOption(
      '--before <day>',
      'the first day that stays, YYYY-MM-DD in the zone of the portal',
      parseDay,
    )
    .action((file: string, { before: day }: { before: string }) =>
      withDatabase(open, async ({ owner }) => {
        const { PORTAL_TIME_ZONE, AUDIT_STREAM_URL } = settings()
        const before = await findStartOfDay(owner, day, PORTAL_TIME_ZONE)
        if (before > timeAgo(dayMs)) throw new Error(messages.archiveTooNew)
        await sealAuditEntries(owner)
        const actor = actorOnCommandLine()
        const record = (db: Database, { entries: rows, end, sha256 }: Archive) => {
          const detail = { before: day, rows, position: end.position, sha256 }
          return auditEvent(db, { actor, action: 'audit trail archived', subject: file, detail })
        }
        const request = { before, path: file, actor, mustBeSent: AUDIT_STREAM_URL !== undefined, record }
        const archive = await archiveEntries(owner, request).catch(explain(file))
        print(
          archive ? messages.archived(file, archive.entries, archive.sha256) : messages.nothingToArchive(day),
        )
      }),
    )

  audit
    .command('verify-archive')
    .description('Checks that no entry of an archive was changed, removed, inserted or reordered.')
    .argument('<files...>', 'the archives, oldest first')
    .option('--checkpoint <file>', 'also compare the archives with a checkpoint')
    .action((files: string[], { checkpoint: checkpointFile }: { checkpoint?: string }) =>
      withDatabase(open, async ({ owner }) => {
        const checkpoint =
          checkpointFile === undefined ? undefined : await readSignedCheckpoint(checkpointFile, settings())
        let last: Archive | undefined
        let isCompared = checkpoint === undefined
        for (const file of files) {
          const archive = await verifyArchive(file, ({ position, hash }) => {
            if (position !== checkpoint?.position) return
            if (hash.toString('hex') !== checkpoint.hash)
              throw new Error(messages.rewritten(position, checkpoint.at))
            isCompared = true
          }).catch(explain(file))
          if (last && !archive.start.hash.equals(last.end.hash)) throw new Error(messages.archiveGap(file))
          if (!(await isKnownArchive(owner, archive))) throw new Error(messages.archiveUnknown(file))
          print(messages.archiveIntact(file, archive.entries))
          last = archive
        }
        if (!isCompared) throw new Error(messages.checkpointElsewhere)
      }),
    )
}

/** Parses an option that is a day. */
export function parseDay(text: string): string {
  if (!z.iso.date().safeParse(text).success) throw new InvalidArgumentError(cliMessages.noDay)
  return text
}

/** Explains why an archive cannot be written, read or trusted. */
const explain = (file: string) => (cause: NodeJS.ErrnoException) => {
  if (cause instanceof ArchiveFaultError)
    throw new Error(messages.archiveFault(file, cause.position), { cause })
  if (cause instanceof UnsentEntriesError) throw new Error(messages.archiveUnsent, { cause })
  if (cause.code === 'EEXIST') throw new Error(messages.archiveExists(file), { cause })
  if (cause.code === 'ENOENT' && cause.path === file) throw new Error(cliMessages.noFile(file), { cause })
  if (cause.code?.startsWith('Z_')) throw new Error(messages.archiveFault(file, 0), { cause })
  if (cause.syscall) throw new Error(cliMessages.unwritable(file, cause.code ?? cause.message), { cause })
  throw cause
}

/** Verifies the chain and prints a summary. Returns what is wrong, in words. */
async function verify(db: Database, checkpoint: Checkpoint | undefined, print: (text: string) => void) {
  let stated: string | undefined
  const { seals, redacted, waiting, faults } = await verifyAuditChain(db, ({ position, hash }) => {
    if (position === checkpoint?.position) stated = hash.toString('hex')
  })
  const start = await findChainStart(db)
  if (checkpoint && checkpoint.position < start.position) throw new Error(messages.checkpointArchived)
  if (checkpoint?.position === start.position) stated = start.hash.toString('hex')
  const found = [
    ...faults.map(describe),
    ...(await findUnrecordedRedactions(db)).map(messages.unrecordedRedactions),
  ]
  if (checkpoint && stated !== checkpoint.hash)
    found.push(
      stated === undefined
        ? messages.cutOff(checkpoint.position, checkpoint.at)
        : messages.rewritten(checkpoint.position, checkpoint.at),
    )
  print(messages.checked(seals, waiting))
  if (redacted > 0) print(messages.redacted(redacted))
  if (found.length === 0) print(checkpoint ? messages.intactSince(checkpoint.at) : messages.intact)
  return found
}

function describe(fault: ChainFault): string {
  if (fault.kind === 'seals missing') return messages.sealsMissing(fault.position, fault.last)
  return messages.faults[fault.kind](fault.eventId)
}
