import { expect, test } from 'vitest'
import { pdfTexts } from '#test-support/pdf-texts.ts'
import { PageWriter } from './page-writer.ts'
import { StreamingTable } from './streaming-table.ts'

const columns = [
  { heading: 'Provider', share: 3 },
  { heading: 'Saved', share: 1, isNumber: true },
]

/** The text of each page, line by line, without the footer; text on one line is joined. */
async function drawn(draw: (writer: PageWriter) => void): Promise<string[][]> {
  const pieces: Uint8Array[] = []
  const madeAt = new Date('2026-06-30T12:00:00Z')
  const data = {
    title: 'Test',
    author: 'Test',
    madeAt,
    footer: 'Foot',
    pageLabel: (page: number) => `Page ${page} of `,
  }
  const writer = new PageWriter(data, (bytes) => pieces.push(bytes))
  draw(writer)
  await writer.end()
  return (await pdfTexts(Buffer.concat(pieces))).map((texts) => {
    const lines = new Map<number, string[]>()
    for (const { text, top } of texts.filter(({ bottom }) => bottom < writer.bottom))
      lines.set(Math.round(top), [...(lines.get(Math.round(top)) ?? []), text])
    return Array.from(lines.values(), (said) => said.join(' '))
  })
}
const tableOn = (writer: PageWriter) => new StreamingTable(writer, columns, [['Provider 100', '$9,999.00']])
const rows = (count: number) => Array.from({ length: count }, (_, at) => [`Clinic ${at}`, `$${at}.00`])
const isRow = (line: string) => line.startsWith('Clinic')

test('prints every row once, in order, below the headings of its page', async () => {
  const pages = await drawn((writer) => {
    const table = tableOn(writer)
    for (const row of rows(150)) table.row(row)
    table.end()
  })
  expect(pages.length).toBeGreaterThan(2)
  for (const [first] of pages) expect(first).toBe('Provider Saved')
  expect(pages.flat().filter(isRow)).toEqual(rows(150).map((row) => row.join(' ')))
})

test('keeps at least two rows on the page of the totals', async () => {
  for (let count = 40; count < 48; count += 1) {
    const pages = await drawn((writer) => {
      const table = tableOn(writer)
      for (const row of rows(count)) table.row(row)
      table.total(['Total', '$1.00'])
      table.end()
    })
    const last = pages.at(-1) ?? []
    expect(last.at(-1)).toBe('Total $1.00')
    expect(last.filter(isRow).length).toBeGreaterThanOrEqual(2)
  }
})

test('repeats a group heading only where its rows continue on a new page', async () => {
  const pages = await drawn((writer) => {
    const table = tableOn(writer)
    for (const name of ['Alpine', 'Lagoon']) {
      table.group(name)
      for (const row of rows(60)) table.row(row)
    }
    table.end()
  })
  expect(pages.map((lines) => lines[1])).toEqual(['Alpine', 'Alpine', 'Lagoon'])
  expect(pages.flat().filter((line) => line === 'Lagoon')).toHaveLength(2)
})

test('keeps a short table on one page and moves it if needed', async () => {
  const pages = await drawn((writer) => {
    writer.text('Above', writer.left, writer.y, { size: 9 })
    writer.y = writer.bottom - 60
    const table = tableOn(writer)
    for (const row of rows(8)) table.row(row)
    table.end()
  })
  expect(pages.map((lines) => lines.filter(isRow).length)).toEqual([0, 8])
})

test('limits a cell to twelve lines and marks the rest as omitted', async () => {
  const pages = await drawn((writer) => {
    const table = tableOn(writer)
    table.row([Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n'), '$1.00'])
    table.row([Array.from({ length: 13 }, (_, at) => `word ${at}`).join('\n'), '$2.00'])
    table.end()
  })
  const [lines = []] = pages
  expect(lines.filter((line) => line.startsWith('line'))).toHaveLength(12)
  expect(lines.filter((line) => line.startsWith('word'))).toHaveLength(12)
  expect(lines.find((line) => line.startsWith('word 11'))).toBe('word 11…')
})

test('prints nothing for a table without rows', async () => {
  expect(await drawn((writer) => tableOn(writer).end())).toEqual([[]])
})
