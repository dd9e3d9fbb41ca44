/** Quotes a value for a message and shortens it if needed. */
export const quoted = (value: string) => (value.length > 60 ? `"${value.slice(0, 60)}…"` : `"${value}"`)
const grouped = (count: number) => count.toLocaleString('en-US')
/** Formats a count with its noun. */
export const formatCount = (count: number, one: string) =>
  `${grouped(count)} ${count === 1 ? one : `${one}s`}`

type Counts = { name: string; added: number; changed: number; same: number; rejected: number }

/** Operator messages about CSV files that are imported into a table. */
export const messages = {
  invalidSourceName: (name: string) =>
    `${quoted(name)} is not a valid source name. Use letters, digits, ".", "-" and "_", at most 60 characters, starting with a letter or digit.`,
  unknownColumns: (file: string, names: readonly string[], known: readonly string[]) =>
    `${file} has unknown columns: ${names.map(quoted).join(', ')}. Allowed columns: ${known.join(', ')}.`,
  missingColumns: (file: string, names: readonly string[]) =>
    `${file} is missing the columns ${names.map(quoted).join(', ')}. Nothing was imported.`,
  twice: (file: string, names: readonly string[]) =>
    `${file} has two columns named ${names.map(quoted).join(', ')}. Rename one.`,

  missing: (column: string) => `${column} is missing`,
  tooLong: (column: string, limit: number) => `${column} is longer than ${limit} characters`,
  unreadable: (column: string) => `${column} has an unreadable character; save the file as UTF-8`,
  notOfLength: (column: string, value: string, length: number) =>
    `${column} ${quoted(value)} does not have ${length} characters`,
  notDay: (column: string, value: string) => `${column} ${quoted(value)} is not a date (YYYY-MM-DD)`,
  outsideYears: (column: string, value: string, { first, last }: { first: number; last: number }) =>
    `${column} ${quoted(value)} is not between ${first} and ${last}`,
  notInstant: (column: string, value: string) =>
    `${column} ${quoted(value)} is not a timestamp (2026-06-30T14:05:00Z)`,
  notPage: (column: string, value: string) => `${column} ${quoted(value)} is not a page number`,
  notCurrency: (column: string, value: string) =>
    `${column} ${quoted(value)} is not a currency (ISO 4217, three letters)`,
  notAmount: (column: string, value: string) =>
    `${column} ${quoted(value)} is not an amount (digits, with a decimal point if needed)`,
  tooPrecise: (column: string, value: string, currency: string, places: number) =>
    `${column} ${value} has more decimal places than ${currency} allows (${places})`,
  reserved: (column: string, value: string) => `${column} ${quoted(value)} is reserved; use another value`,
  reversed: (first: string, last: string) => `${first} is after ${last}`,

  faults: {
    repeated: (key: string) => `${quoted(key)} appears earlier in the file; only the first row is used`,
    'no client': (code: string) => `there is no client code ${quoted(code)}`,
    'of another client': (key: string) => `${quoted(key)} is in use by another client`,
  },

  waiting: 'Another import of this kind is running; waiting for it to finish.',
  removed: (count: number) => `${grouped(count)} removed from the lists.`,
  summary: ({ name, added, changed, same, rejected }: Counts) =>
    `${name}: ${grouped(added)} added, ${grouped(changed)} changed, ${grouped(same)} unchanged, ${grouped(rejected)} rejected.`,
  rejectsIn: (file: string) => `See the reasons in ${file}`,
  nothingToDo: 'Nothing to do: the portal already has every row.',
  done: (rows: number, seconds: number) =>
    `${formatCount(rows, 'row')} read in ${seconds.toFixed(1)} s (${grouped(Math.round(rows / Math.max(seconds, 0.001)))} rows a second).`,
} as const

/** Operator messages about CSV files of any kind. */
export const csvMessages = {
  noFile: (path: string) => `File not found: ${path}.`,
  notAFile: (path: string) => `${path} is not a file. Specify a CSV file.`,
  emptyFile: (path: string) => `${path} is empty. Its first line must contain the column names.`,
  unreadable: (path: string, code = 'unknown reason') => `The file ${path} cannot be read (${code}).`,
  notText: (path: string) =>
    `${path} is not a text file (it contains NUL characters). Save it as CSV in UTF-8.`,
  noHeader: (path: string) => `The first line of ${path} cannot be read as column names.`,
  quote: 'a quotation mark is out of place or never closed',
  length: 'the line is longer than a million characters',
  width: (fields: number, header: number) => `has ${fields} values where the header has ${header}`,
  unwritableRejects: (path: string, code: string) =>
    `Nothing was imported: the file for rejected rows, ${path}, cannot be written (${code}). Check the free space and permissions of its folder, or import a copy from another folder.`,
  reading: (count: number, percent: number) => `  ${percent}% read, ${formatCount(count, 'row')}`,
} as const
