const number = (value: number) => value.toLocaleString('en-US')
const values = (count: number) => (count === 1 ? '1 text' : `${number(count)} texts`)

const listRows = (count: number, rows: readonly string[]) =>
  `${count === 1 ? 'Row' : 'Rows'}: ${rows.join(', ')}${count > rows.length ? ' …' : ''}`

/** Messages about encrypted columns, for operators. */
export const columnMessages = {
  keyMissing: (column: string, keyId: string) =>
    `A text in ${column} is encrypted with the key ${keyId}, which the portal does not have. Restore that key in the file that DOCUMENTS_KEYS_FILE names.`,
  damaged: (column: string, row: string) =>
    `The encrypted text of ${row} in ${column} was changed, truncated or moved from another row. Restore it from a backup.`,
  /** In place of the text, for people. */
  damagedNotice:
    '[This text was damaged in the database and cannot be shown. Please tell the portal’s operator.]',
  keyLostNotice: '[This text cannot be shown: the key that encrypts it is lost.]',
  keyCount: (column: string, keyId: string, count: number, note: string) =>
    `${column}: key ${keyId}: ${values(count)}${note}`,
  clearCount: (column: string, count: number) => `${column}: in clear text: ${values(count)}`,
  currentKey: ', the current key',
  absentKey: ', not in the file of keys',
  damagedCount: (column: string, count: number) => `${column}: damaged: ${values(count)}`,
  noTexts: 'There are no texts in these columns yet.',
  unreadable: (reason: string, count: number, rows: readonly string[]) =>
    `${values(count)} not changed. ${reason} ${listRows(count, rows)}.`,
  damagedRows: (column: string, count: number, rows: readonly string[]) =>
    `${values(count)} in ${column} changed, truncated or moved from another row. ${listRows(count, rows)}. Restore them from a backup, or import them again.`,
  encrypted: (changed: number, left: number, keyId: string | undefined) =>
    `${values(changed)} ${keyId === undefined ? 'stored in clear text' : `encrypted with the key ${keyId}`}; ${number(left)} left.`,
  allClear: 'Notes, comments and case summaries are not encrypted by the portal.',
  allEncrypted: (total: number) =>
    `Notes, comments and case summaries (${values(total)}) are encrypted with the current key.`,
  damagedKeys: (count: number) =>
    `${values(count)} in notes, comments and case summaries ${count === 1 ? 'is' : 'are'} damaged.`,
  damagedKeysAdvice: '"portal columns encrypt" names the rows. Restore the texts from a backup.',
  keyAbsent: (id: string, count: number) =>
    `The key ${id}, which encrypts ${values(count)} in notes, comments and case summaries, is missing.`,
  otherKey: (others: number, total: number, isClear: boolean) =>
    `Of ${values(total)} in notes, comments and case summaries, ${number(others)} ${others === 1 ? 'is' : 'are'} ${isClear ? 'still encrypted' : 'not yet encrypted with the current key'}.`,
  otherKeyAdvice:
    'A running portal converts them in the background; "portal columns keys" counts them. If the number does not fall, look for "column encryption" in the log.',
} as const
