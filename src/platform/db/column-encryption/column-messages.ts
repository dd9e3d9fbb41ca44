const number = (value: number) => value.toLocaleString('en-US')
const texts = (count: number) => (count === 1 ? '1 text' : `${number(count)} texts`)

const listRows = (count: number, rows: readonly string[]) =>
  `${count === 1 ? 'Row' : 'Rows'}: ${rows.join(', ')}${count > rows.length ? ' …' : ''}`

const restoreAdvice =
  'Restore texts from a backup, or import them again. Replace secrets with "portal signing-key rotate" or "portal captcha-key rotate"; people whose session has lost its ID token only confirm when they log out.'

/** Messages about encrypted columns, for operators. */
export const columnMessages = {
  keyMissing: (column: string, keyId: string) =>
    `A text in ${column} is encrypted with the key ${keyId}, which the portal does not have. Restore that key in the file that DOCUMENTS_KEYS_FILE names.`,
  damaged: (column: string, row: string) =>
    `The encrypted text of ${row} in ${column} was changed, truncated or moved from another row. Restore it from a backup.`,
  unknownKey: (column: string, row: string, keyId: string) =>
    `The encrypted text of ${row} in ${column} names the key ${keyId}, which this database has never used: the text was changed, or comes from another database. Restore it from a backup.`,
  /** In place of the text, for people. */
  damagedNotice:
    '[This text was damaged in the database and cannot be shown. Please tell the portal’s operator.]',
  keyLostNotice: '[This text cannot be shown: the key that encrypts it is lost.]',
  keyCount: (column: string, keyId: string, count: number, note: string) =>
    `${column}: key ${keyId}: ${texts(count)}${note}`,
  clearCount: (column: string, count: number) => `${column}: in clear text: ${texts(count)}`,
  currentKey: ', the current key',
  absentKey: ', not in the file of keys',
  unknownKeyNote: ', never used by this database: damaged',
  damagedCount: (column: string, count: number) => `${column}: damaged: ${texts(count)}`,
  noTexts: 'There are no texts in these columns yet.',
  unreadable: (reason: string, count: number, rows: readonly string[]) =>
    `${texts(count)} not changed. ${reason} ${listRows(count, rows)}.`,
  damagedRows: (column: string, count: number, rows: readonly string[]) =>
    `Damaged in ${column}: ${texts(count)}, changed, truncated or moved from another row. ${listRows(count, rows)}. ${restoreAdvice}`,
  unknownKeyRows: (column: string, count: number, rows: readonly string[]) =>
    `Damaged in ${column}: ${texts(count)} with a key that this database has never used; changed, or copied from another database. ${listRows(count, rows)}. ${restoreAdvice}`,
  encrypted: (changed: number, keyId: string) => `${texts(changed)} encrypted with the key ${keyId}`,
  inClear: (changed: number) => `${texts(changed)} stored in clear text`,
  left: (what: readonly string[], left: number) => `${what.join(', ')}; ${number(left)} left.`,
  allClear: 'The portal encrypts no texts and no secrets in the database.',
  allEncrypted: (total: number) =>
    `${texts(total)} in the database ${total === 1 ? 'is' : 'are'} encrypted with the current key.`,
  damagedKeys: (count: number) =>
    `${texts(count)} in encrypted columns of the database ${count === 1 ? 'is' : 'are'} damaged.`,
  damagedKeysAdvice: `"portal columns encrypt" names the rows. ${restoreAdvice}`,
  keyAbsent: (id: string, count: number) =>
    `The key ${id}, which encrypts ${texts(count)} in the database, is missing.`,
  otherKey: (toEncrypt: number, toDecrypt: number) =>
    [
      toEncrypt > 0 &&
        `${texts(toEncrypt)} in the database ${toEncrypt === 1 ? 'is' : 'are'} not yet encrypted with the current key.`,
      toDecrypt > 0 &&
        `${texts(toDecrypt)} in the database ${toDecrypt === 1 ? 'is' : 'are'} still encrypted, which the settings no longer ask for.`,
    ]
      .filter(Boolean)
      .join(' '),
  otherKeyAdvice:
    'A running portal converts them in the background; "portal columns keys" counts them. If the number does not fall, look for "column encryption" in the log.',
} as const
