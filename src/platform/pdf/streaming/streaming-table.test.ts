import { expect, test } from 'vitest'
import { type PdfStructure, readStructure } from '#test-support/pdf-structure.ts'
import { pdfTexts } from '#test-support/pdf-texts.ts'
import { drawBars } from './charts.ts'
import { moneyPatterns } from './content-stream.ts'
import { drawChapter, drawHeadline, drawKpiTiles, drawKpiTilesAbove } from './page-sections.ts'
import { PageWriter } from './page-writer.ts'
import { StreamingTable } from './streaming-table.ts'

const columns = [
  { heading: 'Provider', share: 3 },
  { heading: 'Saved', share: 1, isNumber: true },
]

/** Draws a document. */
async function drawPdf(draw: (writer: PageWriter) => void) {
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
  return { writer, pdf: Buffer.concat(pieces) }
}

/** The text of each page, line by line, without the footer; text on one line is joined. */
async function drawn(draw: (writer: PageWriter) => void): Promise<string[][]> {
  const { writer, pdf } = await drawPdf(draw)
  return (await pdfTexts(pdf)).map((texts) => {
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

test('keeps a short group on one page', async () => {
  const pages = await drawn((writer) => {
    const table = tableOn(writer)
    for (const name of ['Alpine', 'Lagoon', 'Cedar', 'Birch', 'Delta', 'Ember']) {
      table.group(name)
      for (const row of rows(13)) table.row(row)
      table.total([`Total for ${name}`, '$1.00'])
    }
    table.end()
  })
  expect(pages.length).toBeGreaterThan(2)
  for (const [, first = '', ...others] of pages) {
    expect(first).toMatch(/^[A-Z][a-z]+$/)
    expect(others.at(-1)).toMatch(/^Total for/)
  }
})

test('a heading and a chart stay on the page of their short table', async () => {
  const bars = [{ label: 'Bar', value: 1, shown: '$1.00', pattern: moneyPatterns.saved }]
  const pages = await drawn((writer) => {
    writer.text('Above', writer.left, writer.y, { size: 9 })
    writer.y = writer.bottom - 150
    drawHeadline(writer, 'Savings')
    writer.above(18, () => drawBars(writer, { x: writer.left, width: writer.width, bars }))
    const table = tableOn(writer)
    for (const row of rows(12)) table.row(row)
    table.end()
  })
  expect(pages.map(([first]) => first)).toEqual(['Above', 'Savings'])
  expect(pages[1]?.filter((line) => line.startsWith('Bar'))).toHaveLength(1)
})

test('the heading of a chapter and its key figures stay on the page of their table', async () => {
  const pages = await drawn((writer) => {
    writer.text('Above', writer.left, writer.y, { size: 9 })
    writer.y = writer.bottom - 150
    drawChapter(writer, 'CAD')
    drawKpiTilesAbove(writer, [{ label: 'Charges', value: 'CA$9.00' }])
    const table = tableOn(writer)
    for (const row of rows(8)) table.row(row)
    table.end()
  })
  expect(pages.map(([first]) => first)).toEqual(['Above', 'CAD'])
  expect(pages[1]?.filter((line) => line === 'CA$9.00' || isRow(line))).toHaveLength(9)
})

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`)

test('headings, key figures, charts and tables are elements of the structure', async () => {
  const { pdf } = await drawPdf((writer) => {
    drawChapter(writer, 'USD')
    drawKpiTiles(writer, [{ label: 'Saved', value: '$3.00' }])
    drawHeadline(writer, 'By provider')
    const bars = [{ label: 'Clinic 0', value: 1, shown: '$0.00', pattern: moneyPatterns.saved }]
    drawBars(writer, { x: writer.left, width: writer.width, bars })
    const table = tableOn(writer)
    table.group('Miami')
    table.row(['Clinic 0', '$0.00'])
    table.end()
    writer.text('Loose text', writer.left, writer.y, { size: 9 })
  })
  expect(await readStructure(pdf)).toEqual({
    isMarked: true,
    title: 'Test',
    language: 'en-US',
    unmarked: [],
    artifacts: ['Page 1 of', 'Foot', '1'],
    pages: [
      [
        'Document',
        ...indent(['H2 USD', 'L', '  LI', '    Lbl Saved', '    LBody $3.00', 'H3 By provider']),
        ...indent(['Figure [Bar chart. Clinic 0: $0.00.] Clinic 0 $0.00']),
        ...indent(['Table', '  TR', '    TH Provider', '    TH Saved', '  TR', '    TH Miami']),
        ...indent(['  TR', '    TH Clinic 0', '    TD $0.00', 'P Loose text']),
      ],
    ],
  } satisfies PdfStructure)
})

test('a table across pages is one table, and a very long one continues as text', async () => {
  const { pdf } = await drawPdf((writer) => {
    const table = tableOn(writer)
    for (const row of rows(1100)) table.row(row)
    table.end()
  })
  const { pages, unmarked, artifacts } = await readStructure(pdf)
  const lines = pages.flat()
  expect(lines.filter((line) => line.includes('TH Provider'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('TH Clinic'))).toHaveLength(999)
  expect(lines.filter((line) => line.includes('P Clinic')).length).toBeGreaterThan(1)
  expect(lines.join(' ').match(/Clinic \d+/g)).toHaveLength(1100)
  expect(artifacts.filter((text) => text === 'Provider')).toHaveLength(pages.length - 1)
  expect(unmarked).toEqual([])
  expect(
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/S \/Table\n/g),
  ).toHaveLength(1)
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
