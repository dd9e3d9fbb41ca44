import { expect, test } from 'vitest'
import { locateColumns } from './column-parsers.ts'
import { type CsvSource, inMemoryCsv } from './csv-file.ts'
import type { CsvRecord } from './csv-records.ts'
import { readRows } from './read-rows.ts'
import { RowRejectedError, rejectLines } from './rejects.ts'

const columns = ['id', 'name', 'city'] as const
const locate = (...header: string[]) =>
  locateColumns(header, columns, (column) => column !== 'city', {
    unknownColumns: (names) => `unknown ${names}`,
    missingColumns: (names) => `missing ${names}`,
    duplicateColumns: (names) => `twice ${names}`,
  })

test('finds columns regardless of case and ignores those of a rejects file', () => {
  expect([...locate('line', 'reason', 'NAME', '', 'Id')]).toEqual([
    ['name', 2],
    ['id', 4],
  ])
})

test.each([
  [['id', 'name', 'colour'], 'unknown colour'],
  [['name', 'city'], 'missing id'],
  [['id', 'name', 'city', 'City'], 'twice city'],
])('rejects the header %s', (header, message) => {
  expect(() => locate(...header)).toThrow(message)
})

const record = (line: number, ...fields: string[]): CsvRecord => ({ line, fields })
const source = (...batches: CsvRecord[][]): CsvSource => ({
  ...inMemoryCsv('rows', [{ id: 1, name: 'Ada' }]),
  async *read() {
    yield* batches
  },
})

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('parses rows, skips blank ones, and rejects those that are too short or refused by the parser', async () => {
  const rows = source([record(2, '1', 'Ada'), record(3, '', ' '), record(4, '2'), record(5, 'x', 'Bob')])
  const parse = ({ fields: [id] }: CsvRecord) => {
    if (id === 'x') throw new RowRejectedError('no number')
    return Number(id)
  }
  const [batch] = await collect(readRows(rows, parse))
  expect(batch?.read).toBe(3)
  expect(batch?.rows.map(({ row }) => row)).toEqual([1])
  expect(batch?.rejected).toMatchObject([
    { record: { line: 4 }, hasRowWidth: false },
    { record: { line: 5 }, reason: 'no number', hasRowWidth: true },
  ])
})

test('passes on errors that are not about a row', async () => {
  const broken = readRows(source([record(2, '1', 'Ada')]), () => {
    throw new TypeError('broken')
  })
  await expect(collect(broken)).rejects.toThrow(TypeError)
})

test('rejects lines with their original text and stops reading after the last one', async () => {
  const batches = [[record(2, 'a'), record(3, 'b')], [record(6, 'c')], [record(7, 'd')]]
  let read = 0
  const counted: CsvSource = {
    ...source(),
    async *read() {
      for (const batch of batches) {
        read += 1
        yield batch
      }
    },
  }
  const rejected: string[] = []
  const rejects = {
    add: ({ fields }: CsvRecord, reason: string) => void rejected.push(`${fields} ${reason}`),
    close: async () => {},
  }
  await rejectLines(
    counted,
    [
      [3, 'twice'],
      [6, 'foreign'],
    ],
    rejects,
  )
  expect(rejected).toEqual(['b twice', 'c foreign'])
  expect(read).toBe(2)

  await rejectLines(counted, [], rejects)
  expect(read).toBe(2)
})
