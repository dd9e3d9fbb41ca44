/**
 * A value as JSON for the database. Half of a character (a lone surrogate), which a `jsonb` refuses, becomes U+FFFD
 * there, in texts and in names: what the same half becomes on its way into a column of text.
 */
export const jsonOf = (value: object): string =>
  JSON.stringify(value).replaceAll(escapes, (found) => (found.startsWith('\\ud') ? '\ufffd' : found))

/** What `JSON.stringify` writes with a backslash; "\ud…" are lone surrogates alone: pairs of them it leaves as they are. */
const escapes = /\\(?:u[\da-f]{4}|.)/g
