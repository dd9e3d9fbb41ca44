const grouped = (count: number) => count.toLocaleString('en-US')
const rows = (count: number) => `${grouped(count)} ${count === 1 ? 'row' : 'rows'}`

/** Operator messages about CSV files of any kind. */
export const messages = {
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
  reading: (count: number, percent: number) => `  ${percent}% read, ${rows(count)}`,
} as const
