import { open as openFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { findStreamState, moveStream } from '../audit-stream/stream-queries.ts'
import { type StreamFault, verifyStream } from '../audit-stream/stream-verifier.ts'
import { findChainStart, findLastSeal } from '../db/audit-chain-queries.ts'
import { type Database, inTransaction } from '../db/database.ts'
import { messages as cliMessages } from './cli-messages.ts'
import { type Open, recordUse, withDatabase } from './with-database.ts'

const messages = cliMessages.auditStream

/** Adds the commands of the stream: its state, resending, and verifying what a receiver has. */
export function addAuditStreamCommands(audit: Command, open: Open) {
  const print = (text: string) => audit.configureOutput().writeOut?.(`${text}\n`)

  audit
    .command('stream')
    .description('Shows which entries the receiver in AUDIT_STREAM_URL has.')
    .option(
      '--from <number>',
      'send the entries from this number on, even if they were sent before; 1 for all',
      parseNumber,
    )
    .action(({ from }: { from?: number }) =>
      withDatabase(open, async ({ owner }) => {
        if (from !== undefined) {
          await sendFrom(owner, from)
          return print(messages.moved(from))
        }
        const state = await findStreamState(owner)
        if (!state) return print(messages.never)
        const { position, attempts, error, sentAt, waiting } = state
        print(messages.state(position, sentAt?.toISOString(), waiting))
        if (error) print(messages.failing(attempts, error))
      }),
    )

  audit
    .command('verify-stream')
    .description(
      'Verifies the entries that a receiver of the stream wrote, and compares them with the trail.',
    )
    .argument('<files...>', 'files with one entry per line')
    .action((files: string[]) =>
      withDatabase(open, async ({ owner }) => {
        const report = await verifyStream(owner, readLines(files))
        const { entries, first, last, repeated, faults } = report
        await recordUse(owner, 'audit stream verified', {
          files: files.join(', '),
          rows: entries,
          faults: faults.length,
        })
        if (first === undefined || last === undefined) throw new Error(messages.noEntries(files.join(', ')))
        print(messages.checked(entries, first, last, repeated))
        if (faults.length > 0) throw new Error([messages.altered, ...faults.map(describe)].join('\n  '))
        print(messages.intact)
      }),
    )
}

function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError(messages.notNumber)
  return Number(text)
}

const sendFrom = (owner: Database, from: number) =>
  inTransaction(owner, async (db) => {
    const first = (await findChainStart(db)).position + 1
    const next = ((await findLastSeal(db))?.position ?? 0) + 1
    if (from < first) throw new Error(messages.notBefore(first))
    if (from > next) throw new Error(messages.notAfter(next))
    await moveStream(db, from - 1)
    await recordUse(db, 'audit stream moved', { from })
  })

async function* readLines(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    const opened = await openFile(file).catch((cause: unknown) => {
      throw new Error(cliMessages.noFile(file), { cause })
    })
    yield* opened.readLines()
  }
}

function describe(fault: StreamFault): string {
  if (fault.kind === 'unreadable') return messages.faults.unreadable(fault.line)
  if (fault.kind === 'missing') return messages.faults.missing(fault.first, fault.last)
  return messages.faults[fault.kind](fault.number)
}
