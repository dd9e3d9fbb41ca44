/**
 * A value as JSON for the database. Lone surrogates, which `jsonb` rejects, become U+FFFD in strings and
 * keys, as they do in text columns.
 */
export const toSqlJson = (value: object): string =>
  JSON.stringify(value).replaceAll(escapes, (found) => (found.startsWith('\\ud') ? '\ufffd' : found))

/**
 * Escapes in the output of `JSON.stringify`; "\ud…" are lone surrogates only, since it leaves pairs
 * unescaped.
 */
const escapes = /\\(?:u[\da-f]{4}|.)/g
