import type { KeyObject } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type FileHandle, open as openFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../config/settings.ts'
import { now } from '../contract/clock.ts'
import { findLastSeal, sealAuditEntries } from '../db/audit-chain-queries.ts'
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
import type { Database } from '../db/database.ts'
import { recordCommandSuccess } from '../jobs/command-success-queries.ts'
import { syncFolder } from '../pdf/document-service/folder-storage.ts'
import { describeFailure, readTextFile } from './cli-files.ts'
import { messages as cliMessages } from './cli-messages.ts'
import { type Open, recordUse, withDatabase } from './with-database.ts'

const messages = cliMessages.audit

export type KeySettings = Pick<Config, 'DATA_DIR' | 'AUDIT_KEY_FILE'>

/** Adds `audit checkpoint FILE`. */
export function addCheckpointCommand(audit: Command, open: Open, settings: () => KeySettings) {
  audit
    .command('checkpoint')
    .description('Writes a signed statement of the state of the trail, to keep outside the database.')
    .argument('<file>', 'the new file')
    .action((file: string) =>
      withDatabase(open, async ({ owner }) => {
        const key = await openAuditKey(settings())
        const { position, publicKey } = await writeNew(file, () => createCheckpoint(owner, key))
        await recordCommandSuccess(owner, 'audit checkpoint')
        audit.configureOutput().writeOut?.(`${messages.written(file, position, fingerprint(publicKey))}\n`)
      }),
    )
}

async function createCheckpoint(owner: Database, key: KeyObject): Promise<Checkpoint> {
  await recordUse(owner, 'audit checkpoint written')
  await sealAuditEntries(owner)
  const last = await findLastSeal(owner)
  if (!last) throw new Error(messages.nothingSealed)
  const { position, hash } = last
  return signCheckpoint({ position, hash: hash.toString('hex'), at: now().toISOString() }, key)
}

/**
 * Creates the file first, so that a file that cannot be created leaves no entry on the trail. Never replaces a checkpoint,
 * which may be the only proof of a change. A failure or interruption removes the file.
 */
async function writeNew(file: string, create: () => Promise<Checkpoint>): Promise<Checkpoint> {
  const opening = openFile(file, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EEXIST' ? new Error(messages.exists(file), { cause }) : cause
  })
  const handle = await describeFailure(file, opening)
  const remove = () => rmSync(file, { force: true })
  process.once('exit', remove)
  try {
    const checkpoint = await create()
    await describeFailure(file, store(handle, `${JSON.stringify(checkpoint, null, 2)}\n`))
    await describeFailure(file, syncFolder(dirname(file)))
    return checkpoint
  } catch (error) {
    remove()
    throw error
  } finally {
    process.off('exit', remove)
    await handle.close()
  }
}

async function store(handle: FileHandle, text: string) {
  await handle.writeFile(text)
  await handle.sync()
}

/** Reads a checkpoint that the key with this fingerprint signed, by default the portal's own; throws if it did not. */
export async function readSignedCheckpoint(
  file: string,
  settings: KeySettings,
  key?: string,
): Promise<Checkpoint> {
  const checkpoint = parseCheckpoint(await readTextFile(file))
  if (!checkpoint) throw new Error(messages.noCheckpoint(file))
  if (!isSigned(checkpoint)) throw new Error(messages.badSignature)
  const actual = fingerprint(checkpoint.publicKey)
  const expected = key ?? (await findFingerprint(settings))
  if (expected === undefined) throw new Error(messages.noKey(actual))
  if (actual !== expected) throw new Error(messages.otherKey(actual, expected))
  return checkpoint
}

const keyFile = ({ DATA_DIR, AUDIT_KEY_FILE }: KeySettings) =>
  AUDIT_KEY_FILE ?? join(DATA_DIR, 'audit-key.pem')

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
