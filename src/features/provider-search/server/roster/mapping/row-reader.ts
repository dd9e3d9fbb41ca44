import { locateColumns } from '#platform/import/column-parsers.ts'
import { type Column, columns, type RosterRow } from '../roster-columns.ts'
import { messages } from '../roster-messages.ts'
import { compilePattern, type Mapping, type Skip, type Step, type Value } from './mapping-schema.ts'

type Read = (fields: readonly string[]) => string
type LookupKind = 'providerType' | 'state' | 'country'
/** Whether a country, state or provider type with this ID or name exists. */
export type IsKnown = (kind: LookupKind, value: string) => boolean

export type RowReader = {
  readRow(fields: readonly string[]): RosterRow
  skips(fields: readonly string[]): boolean
  /** Whether the roster supplies the column. */
  hasColumn(column: Column): boolean
}

/** Reads rows with the standard column names. Throws an error if the header is invalid. */
export function plainReader(header: readonly string[]): RowReader {
  const positions = locateColumns<Column>(header, columns, (column) => column === 'id' || column === 'name', {
    unknownColumns: (names) => messages.unknownColumns(names, columns),
    missingColumns: (names) => messages.missingColumns(names, header),
    duplicateColumns: messages.duplicateColumns,
  })
  return rowReader(new Map([...positions].map(([column, at]) => [column, cell(at)])), [])
}

/** Reads rows through a mapping. Throws an error if the header lacks a column that the mapping uses. */
export function mappedReader(mapping: Mapping, header: readonly string[], isKnown: IsKnown): RowReader {
  const missing = new Set<string>()
  const scope: Scope = {
    isKnown,
    readColumn(name) {
      const at = header.indexOf(name)
      if (at < 0) missing.add(name)
      return cell(at)
    },
  }
  const named = Object.entries(mapping.columns) as [Column, Value][]
  const readers = new Map(named.map(([column, value]) => [column, compileValue(value, scope)]))
  const skips = (mapping.skip ?? []).map((skip) => compileSkip(skip, scope))
  if (missing.size > 0) throw new Error(messages.missingColumns([...missing], header))
  return rowReader(readers, skips)
}

/** The functions through which the values of a mapping read columns and recognize known values. */
type Scope = { readColumn(column: string): Read; isKnown: IsKnown }

function compileSkip(skip: Skip, scope: Scope) {
  const read = compileValue(skip.when, scope)
  const unless = skip.unless === undefined ? () => '' : compileValue(skip.unless, scope)
  const holds =
    'is' in skip ? (text: string) => skip.is.includes(text) : (text: string) => (text !== '') === skip.filled
  return (fields: readonly string[]) => holds(read(fields)) && unless(fields) === ''
}

function compileValue(value: Value, scope: Scope): Read {
  if (typeof value === 'string') return scope.readColumn(value)
  const { as = [], values, otherwise, known } = value
  let read = compileSource(value, scope)
  for (const step of as) read = applyStep(read, step)
  if (values) read = mapValues(read, new Map(Object.entries(values)), otherwise)
  else if (otherwise !== undefined) read = firstFilled([read, () => otherwise])
  return known ? onlyKnown(read, known, scope.isKnown) : read
}

function compileSource(value: Exclude<Value, string>, scope: Scope): Read {
  if ('column' in value) return scope.readColumn(value.column)
  if ('constant' in value) return () => value.constant
  if ('template' in value) return compileTemplate(value.template, scope)
  if ('first' in value) return firstFilled(value.first.map((each) => compileValue(each, scope)))
  const parts = value.join.map((each) => compileValue(each, scope))
  return (fields) =>
    parts
      .map((part) => part(fields))
      .filter(Boolean)
      .join(value.with)
}

/** Replaces `{column}` with the value of the column. */
function compileTemplate(template: string, scope: Scope): Read {
  const parts = template
    .split(/\{([^{}]+)\}/)
    .map((part, at): Read => (at % 2 ? scope.readColumn(part) : () => part))
  return (fields) => parts.map((part) => part(fields)).join('')
}

const onlyKnown =
  (read: Read, kind: LookupKind, isKnown: IsKnown): Read =>
  (fields) => {
    const found = read(fields)
    return isKnown(kind, found) ? found : ''
  }

function rowReader(
  columnReaders: Map<Column, Read>,
  skips: ((fields: readonly string[]) => boolean)[],
): RowReader {
  const nothing: Read = () => ''
  const readers = columns.map((column) => [column, columnReaders.get(column) ?? nothing] as const)
  return {
    readRow(fields) {
      const row = {} as RosterRow
      for (const [column, read] of readers) row[column] = read(fields)
      return row
    },
    skips: (fields) => skips.some((skip) => skip(fields)),
    hasColumn: (column) => columnReaders.has(column),
  }
}

const cell =
  (at: number): Read =>
  (fields) =>
    (fields[at] ?? '').trim()

const firstFilled =
  (alternatives: Read[]): Read =>
  (fields) => {
    for (const read of alternatives) {
      const found = read(fields)
      if (found !== '') return found
    }
    return ''
  }

const mapValues =
  (read: Read, table: Map<string, string>, otherwise: string | undefined): Read =>
  (fields) => {
    const found = read(fields)
    return table.get(found) ?? otherwise ?? found
  }

const transform =
  (read: Read, change: (text: string) => string): Read =>
  (fields) =>
    change(read(fields))

function compileStep(step: Exclude<Step, string>): (text: string) => string {
  if ('keep' in step) return (text) => text.slice(0, step.keep)
  if ('split' in step) return (text) => (text.split(step.split)[step.part - 1] ?? '').trim()
  return compilePattern(step.match, step.group)
}

function applyStep(read: Read, step: Step): Read {
  if (typeof step === 'object') return transform(read, compileStep(step))
  if (step === 'digits') return (fields) => read(fields).replaceAll(/\D/g, '')
  if (step === 'upper') return (fields) => read(fields).toUpperCase()
  if (step === 'lower') return (fields) => read(fields).toLowerCase()
  return (fields) => read(fields).trim()
}
