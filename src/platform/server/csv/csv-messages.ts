const grouped = (count: number) => count.toLocaleString('en-US')
const rows = (count: number) => `${grouped(count)} ${count === 1 ? 'row' : 'rows'}`

/** Every sentence about CSV files, of whatever they are, that an operator can meet. */
export const messages = {
  noFile: (path: string) => `There is no file ${path}. Name one that exists.`,
  notAFile: (path: string) => `${path} is not a file. Name a CSV file.`,
  emptyFile: (path: string) => `${path} is empty. Its first line has to name the columns.`,
  unreadable: (path: string, code = 'unknown reason') => `The file ${path} cannot be read (${code}).`,
  notText: (path: string) =>
    `${path} is not a text (it has characters of the number 0). Save it as CSV in UTF-8.`,
  noHeader: (path: string) => `The first line of ${path} cannot be read as the names of its columns.`,
  quote: 'a quotation mark is out of place or never closed',
  length: 'the line is longer than a million characters',
  width: (fields: number, header: number) => `has ${fields} values where the header has ${header}`,
  unwritableRejects: (path: string, code: string) =>
    `Nothing was imported: the file for rejected rows, ${path}, cannot be written (${code}). Make room and let its folder be written, or import a copy from another folder.`,
  reading: (count: number, percent: number) => `  ${percent}% read, ${rows(count)}`,
} as const
