import type { KeyObject } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import type { Config } from '../config/settings.ts'
import { dayMs, now, timeAgo } from '../contract/clock.ts'
import { type AuditEvent, audit as auditEvent } from '../db/audit.ts'
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
  findLastSeal,
  sealAuditEntries,
  verifyAuditChain,
} from '../db/audit-chain-queries.ts'
import {
  type Checkpoint,
  exportPublicKey,
  fingerprint,
  isSigned,
  makeCheckpointKey,
  parseCheckpoint,
  readCheckpointKey,
  signCheckpoint,
} from '../db/audit-checkpoint-file.ts'
import { findUnrecordedRedactions } from '../db/audit-redaction-queries.ts'
import type { Database } from '../db/database.ts'
import { readTextFile } from './cli-files.ts'
import { messages as cliMessages } from './cli-messages.ts'
import { actorOnCommandLine, type Open, withDatabase } from './with-database.ts'

const messages = cliMessages.audit

type KeySettings = Pick<Config, 'DATA_DIR' | 'AUDIT_KEY_FILE'>
type ChainSettings = KeySettings & Pick<Config, 'PORTAL_TIME_ZONE' | 'AUDIT_STREAM_URL'>

const keyFile = ({ DATA_DIR, AUDIT_KEY_FILE }: KeySettings) =>
  AUDIT_KEY_FILE ?? join(DATA_DIR, 'audit-key.pem')

/** Adds the commands that prove that no entry of the trail was changed, and those of its archives. */
export function addAuditChainCommands(audit: Command, open: Open, settings: () => ChainSettings) {
  const print = (text: string) => audit.configureOutput().writeOut?.(`${text}\n`)

  audit
    .command('verify')
    .description('Checks that no audit entry was changed, removed, inserted or reordered.')
    .option('--checkpoint <file>', 'also compare the trail with a checkpoint')
    .option('--key <fingerprint>', 'of the key that must have signed it, if the key is not on this machine')
    .action(async ({ checkpoint: file, key }: { checkpoint?: string; key?: string }) => {
      const checkpoint = file === undefined ? undefined : await readCheckpoint(file)
      if (checkpoint) await checkSignature(checkpoint, key ?? (await findFingerprint(settings())))
      await withDatabase(open, async ({ owner }) => {
        const faults = await verify(owner, checkpoint, print)
        const detail = { faults: faults.length, checkpoint: checkpoint?.position ?? null }
        await recordUse(owner, 'audit verified', detail)
        if (faults.length > 0) throw new Error([messages.altered, ...faults].join('\n  '))
      })
    })

  addArchive(audit, open, settings)

  audit
    .command('checkpoint')
    .description('Writes a signed statement of the state of the trail, to keep outside the database.')
    .argument('<file>', 'the new file')
    .action((file: string) =>
      withDatabase(open, async ({ owner }) => {
        const checkpoint = await createCheckpoint(owner, settings())
        await writeNew(file, `${JSON.stringify(checkpoint, null, 2)}\n`)
        print(messages.written(file, checkpoint.position, fingerprint(checkpoint.publicKey)))
      }),
    )
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
        const checkpoint = checkpointFile === undefined ? undefined : await readCheckpoint(checkpointFile)
        if (checkpoint) await checkSignature(checkpoint, await findFingerprint(settings()))
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

/** Records a command on the audit trail in the trail itself. */
export const recordUse = (db: Database, action: string, detail: AuditEvent['detail'] = {}) =>
  auditEvent(db, { actor: actorOnCommandLine(), action, subject: 'audit trail', detail })

function describe(fault: ChainFault): string {
  if (fault.kind === 'seals missing') return messages.sealsMissing(fault.position, fault.last)
  return messages.faults[fault.kind](fault.eventId)
}

async function createCheckpoint(owner: Database, settings: KeySettings): Promise<Checkpoint> {
  await recordUse(owner, 'audit checkpoint written')
  await sealAuditEntries(owner)
  const last = await findLastSeal(owner)
  if (!last) throw new Error(messages.nothingSealed)
  const key = await openAuditKey(settings)
  const { position, hash } = last
  return signCheckpoint({ position, hash: hash.toString('hex'), at: now().toISOString() }, key)
}

/** The private key that signs checkpoints and certificates; makes it if there is none. */
export async function openAuditKey(settings: KeySettings): Promise<KeyObject> {
  const file = keyFile(settings)
  return (await readKey(file)) ?? (await makeCheckpointKey(file))
}

/** The portal's own key; undefined if it is not on this machine. */
export const findAuditKey = (settings: KeySettings) => readKey(keyFile(settings))

function readKey(file: string): Promise<KeyObject | undefined> {
  return readCheckpointKey(file).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(messages.badKey(file, cause.syscall && cause.code), { cause })
  })
}

/** The fingerprint of the portal's own key; undefined if it is not on this machine. */
async function findFingerprint(settings: KeySettings): Promise<string | undefined> {
  const key = await findAuditKey(settings)
  return key && fingerprint(exportPublicKey(key))
}

async function readCheckpoint(file: string): Promise<Checkpoint> {
  const checkpoint = parseCheckpoint(await readTextFile(file))
  if (!checkpoint) throw new Error(messages.noCheckpoint(file))
  return checkpoint
}

async function checkSignature(checkpoint: Checkpoint, expected: string | undefined) {
  if (!isSigned(checkpoint)) throw new Error(messages.badSignature)
  const actual = fingerprint(checkpoint.publicKey)
  if (expected === undefined) throw new Error(messages.noKey(actual))
  if (actual !== expected) throw new Error(messages.otherKey(actual, expected))
}

/** Never replaces an earlier checkpoint, which may be the only proof of a change. */
async function writeNew(file: string, text: string) {
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(
      cause.code === 'EEXIST'
        ? messages.exists(file)
        : cliMessages.unwritable(file, cause.code ?? cause.message),
      { cause },
    )
  })
}
