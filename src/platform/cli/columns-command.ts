import type { Command } from 'commander'
import { audit } from '../db/audit.ts'
import { encryptColumns } from '../db/column-encryption/column-encryption-worker.ts'
import { countKeys, countOthers, listKnownKeys } from '../db/column-encryption/column-key-queries.ts'
import { findColumnKeys, findCurrentKey } from '../db/column-encryption/column-keys.ts'
import { columnMessages as messages } from '../db/column-encryption/column-messages.ts'
import { damagedKeyId } from '../db/column-encryption/column-row-queries.ts'
import { ColumnDamagedError } from '../db/column-encryption/column-texts.ts'
import { columnName } from '../db/column-encryption/encrypted-columns.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { actorOnCommandLine, type Open, withDatabase } from './with-database.ts'

const someFailed = 3

/** Adds `columns keys` and `columns encrypt`. Exit code 3 means that some texts cannot be read. */
export function addColumnsCommands(program: Command, openAsIs: Open) {
  const parent = program
    .command('columns')
    .description('Counts and encrypts notes, comments, case summaries and secrets in the database.')
    .helpCommand(false)
  const write = (line: string) => parent.configureOutput().writeOut?.(`${line}\n`)

  parent
    .command('keys')
    .description('Counts the texts of these columns by the key that encrypts them.')
    .action(() =>
      withDatabase(openAsIs, async (databaseContext) => write(await describeKeys(databaseContext))),
    )

  parent
    .command('encrypt')
    .description(
      'Reads every encrypted text, names those that are damaged, and encrypts each that does not have the current key again with that key. The portal also does this while it runs.',
    )
    .action(() => withDatabase(openAsIs, (databaseContext) => encrypt(databaseContext, write)))
}

async function describeKeys({ owner }: DatabaseContext): Promise<string> {
  const keys = findColumnKeys(owner)
  const known = await listKnownKeys(owner)
  const lines = (await countKeys(owner)).map(({ column, keyId, values }) => {
    const name = columnName(column)
    if (keyId === undefined) return messages.clearCount(name, values)
    if (keyId === damagedKeyId) return messages.damagedCount(name, values)
    if (keyId === keys?.current(column.kind)?.id)
      return messages.keyCount(name, keyId, values, messages.currentKey)
    const absent = known.has(keyId) ? messages.absentKey : messages.unknownKeyNote
    return messages.keyCount(name, keyId, values, keys?.find(keyId) ? '' : absent)
  })
  return lines.join('\n') || messages.noTexts
}

async function encrypt({ owner }: DatabaseContext, write: (line: string) => void) {
  const keys = findColumnKeys(owner)
  const keyId = findCurrentKey(keys)?.id
  const { changed, toClear, failed } = await encryptColumns(owner)
  const left = countOthers(await countKeys(owner), keys)
  await audit(owner, {
    actor: actorOnCommandLine(),
    action: 'columns encrypted',
    subject: keyId ?? 'none',
    detail: { changed, left },
  })
  for (const { error, count, rows } of failed.values()) {
    const named = rows.map((row) => row.join(' '))
    if (!(error instanceof ColumnDamagedError)) write(messages.unreadable(error.message, count, named))
    else if (error.unknownKeyId) write(messages.unknownKeyRows(error.code, count, named))
    else write(messages.damagedRows(error.code, count, named))
  }
  const encrypted = keyId === undefined ? [] : [messages.encrypted(changed - toClear, keyId)]
  const cleared = keyId === undefined || toClear > 0 ? [messages.inClear(toClear)] : []
  write(messages.left([...encrypted, ...cleared], left))
  if (failed.size > 0) process.exitCode = someFailed
}
