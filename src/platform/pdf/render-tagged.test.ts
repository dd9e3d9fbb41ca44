import { expect, test } from 'vitest'
import { readStructure } from '#test-support/pdf-structure.ts'
import {
  fieldList,
  letterPage,
  link,
  onEveryPage,
  pageFooter,
  pageHeader,
  pdfDocument,
  section,
  styles,
  table,
  text,
  view,
} from './pdf-layout.ts'
import './react-pdf-fonts.ts'
import { renderTagged } from './render-tagged.ts'

const metadata = { title: 'Bills of A & B <one>', author: 'A & B', madeAt: new Date(0) }
const rows = (count: number) => Array.from({ length: count }, (_, at) => [`Clinic ${at}`, `$${at}.00`])
const columns = [{ share: 3 }, { share: 1, isNumber: true }]

const render = (...content: Parameters<typeof letterPage>[1][]) =>
  renderTagged(pdfDocument(metadata, letterPage(styles.page, ...content)))

test('headings, lists, tables and paragraphs are elements in reading order', async () => {
  const pdf = await render(
    onEveryPage({}, () => 'Running head'),
    pageHeader({ company: 'A & B' }, 'Bills'),
    section('Patient'),
    fieldList([['Name', 'Ada']]),
    table(columns, ['Provider', 'Saved'], rows(1)),
    text({}, 'The end'),
    pageFooter((page) => `Page ${page}`),
  )
  expect(await readStructure(pdf)).toEqual({
    isMarked: true,
    title: metadata.title,
    language: 'en-US',
    unmarked: [],
    artifacts: ['Running head', 'Page 1'],
    pages: [
      [
        'Document',
        '  P A & B',
        '  H1 Bills',
        '  H2 Patient',
        '  L',
        '    LI',
        '      Lbl Name',
        '      LBody Ada',
        '  Table',
        '    TR',
        '      TH Provider',
        '      TH Saved',
        '    TR',
        '      TD Clinic 0',
        '      TD $0.00',
        '  P The end',
      ],
    ],
  })
})

test('a table across pages is one table, whose repeated headings are artifacts', async () => {
  const { pages, artifacts, unmarked } = await readStructure(
    await render(table(columns, ['Provider', 'Saved'], rows(80))),
  )
  expect(pages.length).toBeGreaterThan(1)
  const lines = pages.flat()
  expect(lines.filter((line) => line.includes('TH '))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('TD Clinic'))).toHaveLength(80)
  expect(artifacts).toEqual(pages.slice(1).flatMap(() => ['Provider', 'Saved']))
  expect(unmarked).toEqual([])
})

test('a paragraph across pages is one element, and borders and backgrounds belong to none', async () => {
  const words = Array.from({ length: 1500 }, (_, at) => `word${at}`).join(' ')
  const framed = view({ border: '1 solid #0b3d6b', backgroundColor: '#eef2f6' }, text({}, words))
  const pdf = await render(framed)
  const { pages, unmarked } = await readStructure(pdf)
  expect(pages.map((lines) => lines.map((line) => line.trim().split(' ')[0]))).toEqual(
    pages.map(() => ['Document', 'P']),
  )
  expect(
    pages
      .flat()
      .join(' ')
      .match(/word\d+/g),
  ).toEqual(words.split(' '))
  expect(unmarked).toEqual([])
  expect(
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/S \/P\n/g),
  ).toHaveLength(1)
})

test('a link is an element with its text, address and description', async () => {
  const pdf = await render(link({}, 'https://example.org/', 'Directions'))
  expect((await readStructure(pdf)).pages).toEqual([['Document', '  P', '    Link Directions']])
  const source = Buffer.from(pdf).toString('latin1')
  expect(source).toMatch(/\/Contents \(Directions\)/)
  expect(source).toMatch(/\/Type \/OBJR/)
})

test('the metadata is XML, even with a title that has special characters', async () => {
  const source = Buffer.from(await render(text({}, 'a'))).toString('latin1')
  expect(source).toContain('<rdf:li xml:lang="x-default">Bills of A &amp; B &lt;one&gt;</rdf:li>')
  expect(source).toContain('<pdf:Producer>A &amp; B</pdf:Producer>')
})
