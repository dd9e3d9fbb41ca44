import {
  countKeys,
  type KeyCount,
  listKnownKeys,
  sumValues,
} from '../db/column-encryption/column-key-queries.ts'
import { type ColumnKeys, findColumnKeys } from '../db/column-encryption/column-keys.ts'
import { columnMessages } from '../db/column-encryption/column-messages.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { DocumentKeysError } from '../pdf/document-service/encryption/document-keys.ts'
import { messages } from './doctor-messages.ts'
import { type Check, failed, type Outcome, ok, warning } from './doctor-report.ts'

type KeyedDatabase = Pick<DatabaseContext, 'owner'>

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

async function checkKeys({ owner }: KeyedDatabase): Promise<Outcome> {
  const keys = findColumnKeys(owner)
  const counts = await countKeys(owner)
  const known = await listKnownKeys(owner)
  const absent = counts.filter(({ keyId }) => keyId !== undefined && !keys?.find(keyId))
  const missing = absent.find(({ keyId }) => keyId !== undefined && known.has(keyId))?.keyId
  if (missing !== undefined) {
    const count = sumValues(absent.filter(({ keyId }) => keyId === missing))
    return failed(columnMessages.keyAbsent(missing, count), messages.documentKeyAdvice)
  }
  if (absent.length > 0)
    return failed(columnMessages.damagedKeys(sumValues(absent)), columnMessages.damagedKeysAdvice)
  return checkCurrent(counts, keys)
}

/** Checks texts that are all readable. */
function checkCurrent(counts: readonly KeyCount[], keys: ColumnKeys | undefined): Outcome {
  const findCurrent = ({ column }: KeyCount) => keys?.current(column.kind)?.id
  const others = counts.filter((each) => each.keyId !== findCurrent(each))
  const toEncrypt = sumValues(others.filter((each) => findCurrent(each) !== undefined))
  const toDecrypt = sumValues(others) - toEncrypt
  if (others.length > 0)
    return warning(columnMessages.otherKey(toEncrypt, toDecrypt), columnMessages.otherKeyAdvice)
  const encrypted = sumValues(counts.filter(({ keyId }) => keyId !== undefined))
  return ok(encrypted === 0 ? columnMessages.allClear : columnMessages.allEncrypted(encrypted))
}
