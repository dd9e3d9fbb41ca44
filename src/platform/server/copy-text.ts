const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A row as PostgreSQL's COPY reads it, in text format, line end included. */
export const copyText = (values: readonly (string | number | null)[]): string =>
  `${values.map(copyValue).join('\t')}\n`

function copyValue(value: string | number | null): string {
  if (value === null) return '\\N'
  return String(value).replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}
