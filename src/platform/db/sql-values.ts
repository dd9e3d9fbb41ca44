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

const special = /[\\\t\n\r]/
const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Escapes text for the text format of PostgreSQL's COPY. */
export const escapeCopyText = (text: string): string =>
  text.replaceAll(/[\\\t\n\r]/g, (character) => copyEscapes[character] ?? character)

/** A row in the text format of PostgreSQL's COPY, including the line end. */
export const formatCopyRow = (values: readonly (string | number | null)[]): string =>
  `${values.map(copyValue).join('\t')}\n`

function copyValue(value: string | number | null): string {
  if (value === null) return '\\N'
  const text = String(value)
  // Few values need escaping, and testing costs a fifth of replacing.
  if (!special.test(text)) return text
  return escapeCopyText(text)
}
