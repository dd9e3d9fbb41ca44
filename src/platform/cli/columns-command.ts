import type { Command } from 'commander'
import { audit } from '../db/audit.ts'
import { encryptColumns } from '../db/column-encryption/column-encryption-worker.ts'
import { countKeys, countOthers, recordColumnKey } from '../db/column-encryption/column-key-queries.ts'
import { columnMessages as messages } from '../db/column-encryption/column-messages.ts'
import { damagedKeyId } from '../db/column-encryption/column-row-queries.ts'
import { ColumnDamagedError } from '../db/column-encryption/column-texts.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { actorOnCommandLine, type Open, withDatabase } from './with-database.ts'

const someFailed = 3

/** Adds `columns keys` and `columns encrypt`. Exit code 3 means that some texts cannot be read. */
export function addColumnsCommands(program: Command, openAsIs: Open) {
  const parent = program
    .command('columns')
    .description('Counts and encrypts notes, comments and case summaries in the database.')
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

async function describeKeys({ owner, columnKeys }: DatabaseContext): Promise<string> {
  const current = columnKeys?.current()?.id
  const describe = (id: string) =>
    id === current ? messages.currentKey : columnKeys?.find(id) ? '' : messages.absentKey
  const lines = (await countKeys(owner)).map(({ column, keyId, values }) => {
    if (keyId === undefined) return messages.clearCount(column, values)
    if (keyId === damagedKeyId) return messages.damagedCount(column, values)
    return messages.keyCount(column, keyId, values, describe(keyId))
  })
  return lines.join('\n') || messages.noTexts
}

async function encrypt({ owner, columnKeys }: DatabaseContext, write: (line: string) => void) {
  await recordColumnKey(owner, columnKeys)
  const keyId = columnKeys?.current()?.id
  const { changed, failed } = await encryptColumns(owner)
  const left = countOthers(await countKeys(owner), keyId)
  await audit(owner, {
    actor: actorOnCommandLine(),
    action: 'columns encrypted',
    subject: keyId ?? 'none',
    detail: { changed, left },
  })
  for (const { error, count, rows } of failed.values()) {
    const named = rows.map((row) => row.join(' '))
    write(
      error instanceof ColumnDamagedError
        ? messages.damagedRows(error.code, count, named)
        : messages.unreadable(error.message, count, named),
    )
  }
  write(messages.encrypted(changed, left, keyId))
  if (failed.size > 0) process.exitCode = someFailed
}
