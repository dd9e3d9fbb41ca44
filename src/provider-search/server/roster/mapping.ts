import type { Mapping, Skip, Step, Value } from './mapping-schema.ts'
import { type Column, columns, type RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

type Read = (fields: readonly string[]) => string
type Kind = 'providerType' | 'state' | 'country'
/** Whether a value is one that the directory knows. */
export type Knows = (kind: Kind, value: string) => boolean

export type RowReader = {
  rowOf(fields: readonly string[]): RosterRow
  skips(fields: readonly string[]): boolean
  /** Whether it has a source for the column. */
  reads(column: Column): boolean
}

/** The columns that a rejects file adds in front: such a file can be corrected and imported as it is. */
export const rejectColumns = ['line', 'reason']

/** Reads rows whose columns have a roster's own names. Throws a sentence about a header that cannot be one. */
export function plainReader(header: readonly string[]): RowReader {
  const known = new Map(columns.map((column) => [column.toLowerCase(), column]))
  const named = header.map((name) => known.get(name.toLowerCase()))
  const strange = header.filter((name, at) => name !== '' && !named[at] && !rejectColumns.includes(name))
  if (strange.length > 0) throw new Error(messages.unknownColumns(strange, columns))
  const missing = (['id', 'name'] as const).filter((column) => !named.includes(column))
  if (missing.length > 0) throw new Error(messages.missingColumns(missing, header))
  const twice = columns.filter((column) => named.indexOf(column) !== named.lastIndexOf(column))
  if (twice.length > 0) throw new Error(messages.twice(twice))
  return rowReader(
    new Map(named.flatMap((column, at): [Column, Read][] => (column ? [[column, cell(at)]] : []))),
    [],
  )
}

/** Reads rows by a mapping. Throws a sentence when the header lacks a column that the mapping names. */
export function mappedReader(mapping: Mapping, header: readonly string[], knows: Knows): RowReader {
  const missing = new Set<string>()
  const reads = new Map(
    Object.entries(mapping.columns).map(([column, value]) => [column as Column, reading(value)] as const),
  )
  const skips = (mapping.skip ?? []).map(skipping)
  if (missing.size > 0) throw new Error(messages.missingColumns([...missing], header))
  return rowReader(reads, skips)

  function skipping(skip: Skip) {
    const read = reading(skip.when)
    const unless = skip.unless === undefined ? () => '' : reading(skip.unless)
    const holds =
      'is' in skip
        ? (text: string) => skip.is.includes(text)
        : (text: string) => (text !== '') === skip.filled
    return (fields: readonly string[]) => holds(read(fields)) && unless(fields) === ''
  }

  function reading(value: Value): Read {
    if (typeof value === 'string') return columnRead(value)
    const { as = [], values, otherwise, known } = value
    let read = sourceRead(value)
    for (const step of as) read = stepped(read, step)
    if (values) read = looked(read, new Map(Object.entries(values)), otherwise)
    else if (otherwise !== undefined) read = firstRead([read, () => otherwise])
    return known ? knownRead(read, known) : read
  }

  function sourceRead(value: Exclude<Value, string>): Read {
    if ('column' in value) return columnRead(value.column)
    if ('constant' in value) return () => value.constant
    if ('template' in value) return templateRead(value.template)
    if ('first' in value) return firstRead(value.first.map(reading))
    const parts = value.join.map(reading)
    return (fields) =>
      parts
        .map((part) => part(fields))
        .filter(Boolean)
        .join(value.with)
  }

  function columnRead(name: string): Read {
    const at = header.indexOf(name)
    if (at < 0) missing.add(name)
    return cell(at)
  }

  /** `{column}` stands for the column's value. */
  function templateRead(template: string): Read {
    const parts = template.split(/\{([^{}]+)\}/).map((part, at) => (at % 2 ? columnRead(part) : () => part))
    return (fields) => parts.map((part) => part(fields)).join('')
  }

  function knownRead(read: Read, kind: Kind): Read {
    return (fields) => {
      const found = read(fields)
      return knows(kind, found) ? found : ''
    }
  }
}

function rowReader(reads: Map<Column, Read>, skips: ((fields: readonly string[]) => boolean)[]): RowReader {
  const nothing: Read = () => ''
  const readers = columns.map((column) => [column, reads.get(column) ?? nothing] as const)
  return {
    rowOf(fields) {
      const row = {} as RosterRow
      for (const [column, read] of readers) row[column] = read(fields)
      return row
    },
    skips: (fields) => skips.some((skip) => skip(fields)),
    reads: (column) => reads.has(column),
  }
}

const cell =
  (at: number): Read =>
  (fields) =>
    (fields[at] ?? '').trim()

const firstRead =
  (reads: Read[]): Read =>
  (fields) => {
    for (const read of reads) {
      const found = read(fields)
      if (found !== '') return found
    }
    return ''
  }

const looked =
  (read: Read, table: Map<string, string>, otherwise: string | undefined): Read =>
  (fields) => {
    const found = read(fields)
    return table.get(found) ?? otherwise ?? found
  }

function stepped(read: Read, step: Step): Read {
  if (typeof step === 'object') return (fields) => read(fields).slice(0, step.keep)
  if (step === 'digits') return (fields) => read(fields).replaceAll(/\D/g, '')
  if (step === 'upper') return (fields) => read(fields).toUpperCase()
  if (step === 'lower') return (fields) => read(fields).toLowerCase()
  return (fields) => read(fields).trim()
}
