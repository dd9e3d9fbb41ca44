import { rejectColumns } from '#platform/server/csv/rejects.ts'
import type { Mapping, Skip, Step, Value } from './mapping-schema.ts'
import { matcherOf } from './patterns.ts'
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
  const scope: Scope = {
    knows,
    cellOf(name) {
      const at = header.indexOf(name)
      if (at < 0) missing.add(name)
      return cell(at)
    },
  }
  const named = Object.entries(mapping.columns) as [Column, Value][]
  const reads = new Map(named.map(([column, value]) => [column, reading(value, scope)]))
  const skips = (mapping.skip ?? []).map((skip) => skipping(skip, scope))
  if (missing.size > 0) throw new Error(messages.missingColumns([...missing], header))
  return rowReader(reads, skips)
}

/** What the values of a mapping are read from. */
type Scope = { cellOf(column: string): Read; knows: Knows }

function skipping(skip: Skip, scope: Scope) {
  const read = reading(skip.when, scope)
  const unless = skip.unless === undefined ? () => '' : reading(skip.unless, scope)
  const holds =
    'is' in skip ? (text: string) => skip.is.includes(text) : (text: string) => (text !== '') === skip.filled
  return (fields: readonly string[]) => holds(read(fields)) && unless(fields) === ''
}

function reading(value: Value, scope: Scope): Read {
  if (typeof value === 'string') return scope.cellOf(value)
  const { as = [], values, otherwise, known } = value
  let read = sourceRead(value, scope)
  for (const step of as) read = stepped(read, step)
  if (values) read = looked(read, new Map(Object.entries(values)), otherwise)
  else if (otherwise !== undefined) read = firstRead([read, () => otherwise])
  return known ? knownRead(read, known, scope.knows) : read
}

function sourceRead(value: Exclude<Value, string>, scope: Scope): Read {
  if ('column' in value) return scope.cellOf(value.column)
  if ('constant' in value) return () => value.constant
  if ('template' in value) return templateRead(value.template, scope)
  if ('first' in value) return firstRead(value.first.map((each) => reading(each, scope)))
  const parts = value.join.map((each) => reading(each, scope))
  return (fields) =>
    parts
      .map((part) => part(fields))
      .filter(Boolean)
      .join(value.with)
}

/** `{column}` stands for the column's value. */
function templateRead(template: string, scope: Scope): Read {
  const parts = template
    .split(/\{([^{}]+)\}/)
    .map((part, at): Read => (at % 2 ? scope.cellOf(part) : () => part))
  return (fields) => parts.map((part) => part(fields)).join('')
}

const knownRead =
  (read: Read, kind: Kind, knows: Knows): Read =>
  (fields) => {
    const found = read(fields)
    return knows(kind, found) ? found : ''
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

const composed =
  (read: Read, change: (text: string) => string): Read =>
  (fields) =>
    change(read(fields))

function objectStep(step: Exclude<Step, string>): (text: string) => string {
  if ('keep' in step) return (text) => text.slice(0, step.keep)
  if ('split' in step) return (text) => (text.split(step.split)[step.part - 1] ?? '').trim()
  return matcherOf(step.match, step.group)
}

function stepped(read: Read, step: Step): Read {
  if (typeof step === 'object') return composed(read, objectStep(step))
  if (step === 'digits') return (fields) => read(fields).replaceAll(/\D/g, '')
  if (step === 'upper') return (fields) => read(fields).toUpperCase()
  if (step === 'lower') return (fields) => read(fields).toLowerCase()
  return (fields) => read(fields).trim()
}
