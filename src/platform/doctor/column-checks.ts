import { countKeys, countOthers } from '../db/column-encryption/column-key-queries.ts'
import { columnMessages } from '../db/column-encryption/column-messages.ts'
import { damagedKeyId } from '../db/column-encryption/column-row-queries.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { DocumentKeysError } from '../pdf/document-store/encryption/document-keys.ts'
import { messages } from './doctor-messages.ts'
import { type Check, failed, type Outcome, ok, warning } from './doctor-report.ts'

type KeyedDatabase = Pick<DatabaseContext, 'owner' | 'columnKeys'>

/** Checks that the portal has the key of every text in an encrypted column, and that all have the current one. */
export const checkColumns = (opened: KeyedDatabase) => reportWrongKeys(() => checkKeys(opened))

/** Runs a check that reads the file of keys. Says what is wrong if the file is. */
export async function reportWrongKeys(run: Check['run']): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DocumentKeysError) return failed(error.message, messages.documentKeysAdvice)
    throw error
  }
}

async function checkKeys({ owner, columnKeys: keys }: KeyedDatabase): Promise<Outcome> {
  const counts = await countKeys(owner)
  const total = counts.reduce((sum, { values }) => sum + values, 0)
  for (const { keyId } of counts) {
    if (keyId === undefined || keys?.find(keyId)) continue
    const count = counts.filter((each) => each.keyId === keyId).reduce((sum, { values }) => sum + values, 0)
    if (keyId === damagedKeyId)
      return failed(columnMessages.damagedKeys(count), columnMessages.damagedKeysAdvice)
    return failed(columnMessages.keyAbsent(keyId, count), messages.documentKeyAdvice)
  }
  const current = keys?.current()?.id
  const others = countOthers(counts, current)
  if (others > 0)
    return warning(
      columnMessages.otherKey(others, total, current === undefined),
      columnMessages.otherKeyAdvice,
    )
  return ok(current === undefined ? columnMessages.allClear : columnMessages.allEncrypted(total))
}
