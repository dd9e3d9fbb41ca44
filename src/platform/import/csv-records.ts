/** A record of a CSV file: its line number, its values, and its CSV error if it has one. */
export type CsvRecord = { line: number; fields: string[]; fault?: 'quote' | 'length' }

const longestLine = 1_000_000
const longestQuoted = 65_536

/**
 * Parses CSV text in chunks: quotes, doubled quotes, line breaks within quotes, CRLF; empty lines are
 * skipped. A quote that is never closed, or closed in the wrong place, invalidates only its own line: parsing
 * continues with the next one, which no CSV library does.
 */
export class CsvReader {
  readonly #delimiter: string
  #rest = ''
  #line = 1
  #width: number | undefined
  #inLongLine = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** Adds a chunk of text and returns the records that it completes. */
  push(text: string): CsvRecord[] {
    return this.#read(this.#rest + text, false)
  }

  /** Ends the text and returns the remaining records. */
  end(): CsvRecord[] {
    return this.#read(this.#rest, true)
  }

  #read(text: string, last: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    let at = 0
    while (at < text.length) {
      const newline = text.indexOf('\n', at)
      if (newline < 0 && !last) break
      const next = this.#take(records, text, at, newline < 0 ? text.length : newline, last)
      if (next === undefined) break
      at = next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > longestLine) this.#leaveOut(records)
    return records
  }

  /**
   * Reads the record that begins on this line and returns where the next one begins; undefined while it is
   * incomplete.
   */
  #take(records: CsvRecord[], text: string, at: number, end: number, last: boolean): number | undefined {
    const row = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end)
    if (this.#inLongLine) this.#inLongLine = false
    else if (row.includes('"')) {
      const quoted = quotedRecord(text, at, this.#delimiter, last)
      if (quoted === 'unfinished' && !last && text.length - at < longestQuoted) return undefined
      if (typeof quoted === 'object' && this.#fits(quoted, end)) {
        this.#emit(records, quoted.fields)
        this.#line += quoted.lines
        return quoted.end
      }
      this.#emit(records, row.split(this.#delimiter), 'quote')
    } else if (row !== '') this.#emit(records, row.split(this.#delimiter))
    this.#line += 1
    return end + 1
  }

  /**
   * A record of several lines must have as many values as the header; otherwise, a stray quote has swallowed
   * lines.
   */
  #fits(record: Quoted, endOfLine: number): boolean {
    return record.end <= endOfLine + 1 || this.#width === undefined || record.fields.length === this.#width
  }

  #leaveOut(records: CsvRecord[]) {
    if (!this.#inLongLine) this.#emit(records, [this.#rest.slice(0, 100)], 'length')
    this.#inLongLine = true
    this.#rest = ''
  }

  #emit(records: CsvRecord[], fields: string[], fault?: CsvRecord['fault']) {
    this.#width ??= fields.length
    records.push(fault ? { line: this.#line, fields, fault } : { line: this.#line, fields })
  }
}

type Quoted = { fields: string[]; end: number; lines: number }

function quotedRecord(text: string, start: number, delimiter: string, last: boolean) {
  const fields: string[] = []
  let at = start
  let lines = 1
  for (;;) {
    const quote = openingQuote(text, at)
    const field = quote < 0 ? plainField(text, at, delimiter) : quotedField(text, quote, delimiter, last)
    if (typeof field === 'string') return field
    fields.push(field.value)
    lines += field.breaks
    at = field.end
    if (!last && at + 1 >= text.length && text[at] !== '\n') return 'unfinished' as const
    if (text[at] !== delimiter)
      return { fields, end: at + (text[at] === '\r' ? 2 : 1), lines } satisfies Quoted
    at += 1
  }
}

/** The index of the opening quote of the value that starts here; blanks may precede it. */
function openingQuote(text: string, start: number): number {
  let at = start
  while (text[at] === ' ') at += 1
  return text[at] === '"' ? at : -1
}

function plainField(text: string, start: number, delimiter: string) {
  const newline = text.indexOf('\n', start)
  const lineEnd =
    newline < 0 ? text.length : newline > start && text[newline - 1] === '\r' ? newline - 1 : newline
  const next = text.indexOf(delimiter, start)
  const end = next < 0 || next > lineEnd ? lineEnd : next
  return { value: text.slice(start, end), end, breaks: 0 }
}

function quotedField(text: string, opening: number, delimiter: string, last: boolean) {
  let value = ''
  let from = opening + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0 || (quote === text.length - 1 && !last)) return 'unfinished' as const
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const end = endOfValue(text, quote + 1, delimiter)
      return end === undefined ? ('misplaced' as const) : { value, end, breaks: breaksIn(value) }
    }
    value += '"'
    from = quote + 2
  }
}

/** The delimiter or line end after a closing quote; blanks may precede it. */
function endOfValue(text: string, start: number, delimiter: string): number | undefined {
  let at = start
  while (text[at] === ' ' && delimiter !== ' ') at += 1
  const next = text[at]
  const ends =
    next === undefined ||
    next === delimiter ||
    next === '\n' ||
    (next === '\r' && (text[at + 1] ?? '\n') === '\n')
  return ends ? at : undefined
}

const breaksIn = (value: string) => (value.includes('\n') ? value.split('\n').length - 1 : 0)
