import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRenderPool, type RenderPool } from '#platform/pdf/render-pool.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { type PdfText, pdfTexts } from '#test-support/pdf-texts.ts'
import { placeCard } from '../rules.ts'
import type { CardData } from './card-layout.ts'

const mm = 72 / 25.4
const face = { width: 85.6 * mm, height: 53.98 * mm }
const template = new URL('./card-document.ts', import.meta.url)

let renderPool: RenderPool
beforeAll(() => {
  renderPool = createRenderPool()
})
afterAll(() => renderPool.close())

const plain: CardData = {
  holder: {
    firstName: 'Ada',
    lastName: 'Sampleton',
    dateOfBirth: '1980-05-06',
    policyNumber: 'ALP1-POL-123456',
    effectiveDate: '2025-01-09',
  },
  languages: ['en', 'de'],
  clientName: 'Alpine Travel Insurance',
  company: 'Harborline Assistance',
  color: '#0b4a6f',
  logo: null,
  group: 'ATI-1000',
  address: 'Alpine Travel Insurance, Claims\n100 Sample Street, Miami, FL 33131',
  phones: {
    usaAndCanada: '1-800-555-0140',
    elsewhere: '+1 305 555-0141',
    providers: '1-800-555-0131',
    service: null,
  },
  paper: 'letter',
}
const withHolder = (holder: Partial<CardData['holder']>): CardData => ({
  ...plain,
  holder: { ...plain.holder, ...holder },
})
const wide = (length: number) => 'W'.repeat(length)
const cards: [kind: string, facts: CardData][] = [
  ['a plain card', plain],
  ['umlauts and accents', withHolder({ firstName: 'Jörg Ümit Çağrı', lastName: 'Ångström-Łukasiewicz ß' })],
  [
    'names of more than forty letters',
    withHolder({
      firstName: 'Maximiliane Friederike Antonia Elisabeth',
      lastName: 'Gräfin von Großmühlenbach-Überlingen zu Württemberg',
    }),
  ],
  [
    'a word of sixty letters',
    withHolder({ lastName: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter' }),
  ],
  [
    'a long policy number',
    withHolder({ policyNumber: 'ALP1-POL-2025-0000000000000000000000000012345678901234-XY' }),
  ],
  ['no effective date', withHolder({ effectiveDate: null })],
  [
    'only required data',
    { ...plain, group: null, address: null, phones: { ...plain.phones, elsewhere: null, providers: null } },
  ],
  [
    'a client with a long name and an address of two long lines',
    {
      ...plain,
      clientName:
        'Österreichische Allgemeine Reise- und Krankenversicherungsgesellschaft auf Gegenseitigkeit, Wien',
      group: 'Schülerinnen und Schüler im Ausland 2025/2026',
      address:
        'Österreichische Allgemeine Reiseversicherung, Leistungsabteilung\nMariahilfer Straße 1234, Stiege 5, 1060 Wien, Österreich',
    },
  ],
  [
    'everything at maximum length',
    {
      ...withHolder({ firstName: wide(100), lastName: wide(100), policyNumber: wide(60) }),
      clientName: wide(100),
      group: wide(60),
      address: `${wide(99)}\n${wide(100)}`,
      phones: { usaAndCanada: wide(40), elsewhere: wide(40), providers: wide(40), service: null },
    },
  ],
]

const { left, top } = placeCard('letter')
const sides = [left, left + face.width].map((at) => ({
  left: at,
  right: at + face.width,
  top,
  bottom: top + face.height,
}))

type Box = Pick<PdfText, 'left' | 'right' | 'top' | 'bottom'>
const isWithin = (inner: Box, outer: Box) =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom
const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
const grown = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left: left - by,
  right: right + by,
  top: top - by,
  bottom: bottom + by,
})
/** Line breaks can be anywhere, so compare letters only. */
const letters = (text: string) => text.replaceAll(/\s/g, '')

describe.each(cards)('%s', (_kind, data) => {
  let pages: PdfText[][]
  let texts: string[]
  beforeAll(async () => {
    const pdf = await renderPool.pdf(template, data)
    pages = await pdfTexts(pdf)
    texts = (await pdfPages(pdf)).map(({ text }) => letters(text))
  })

  test('prints all text on one page per language', () => {
    const { holder, clientName, group, address, phones } = data
    const said = [clientName, group, address, `${holder.firstName} ${holder.lastName}`, holder.policyNumber]
    expect(texts).toHaveLength(2)
    for (const text of texts)
      for (const each of [...said, ...Object.values(phones)]) if (each) expect(text).toContain(letters(each))
  })

  test('keeps all text inside its side, one millimeter from the edge', () => {
    for (const text of pages.flat()) {
      const side = sides.find((each) => overlap(text, each))
      if (side) expect(isWithin(text, grown(side, -mm)), text.text).toBe(true)
    }
  })

  test('prints no overlapping text', () => {
    for (const page of pages)
      for (const [at, one] of page.entries())
        for (const other of page.slice(at + 1))
          if (overlap(grown(one, -0.1), grown(other, -0.1))) expect.fail(`"${one.text}" over "${other.text}"`)
  })

  test('prints no text smaller than four points', () => {
    expect(Math.min(...pages.flat().map(({ size }) => size))).toBeGreaterThanOrEqual(4)
  })
})

test('the checks detect overlapping text and text beyond the edge', async () => {
  const [text] = (await pdfTexts(await renderPool.pdf(template, plain))).flat() as [PdfText]
  expect(overlap(text, { ...text, left: text.left + 1 })).toBe(true)
  expect(isWithin(text, { ...text, right: text.right - 1 })).toBe(false)
})

test("when the client has no service number, shows the portal's without labeling it toll-free", async () => {
  const phones = { usaAndCanada: null, elsewhere: null, providers: null, service: '(212) 555-0100' }
  const pages = await pdfPages(await renderPool.pdf(template, { ...plain, phones }))
  for (const [at, label] of ['Customer service', 'Kundendienst'].entries()) {
    expect(pages[at]?.text).toContain(label)
    expect(pages[at]?.text).toContain('(212) 555-0100')
    expect(pages[at]?.text).not.toMatch(/toll-free|gebührenfrei/)
  }
})

test('marks characters the font lacks and explains the mark', async () => {
  const lost = withHolder({ lastName: 'Sampleton 山田', firstName: 'Ada' })
  const pages = await pdfPages(await renderPool.pdf(template, lost))
  for (const [at, sentence] of [
    'marks a character that this document cannot show',
    'kann dieses Dokument ein Zeichen nicht darstellen',
  ].entries()) {
    expect(pages[at]?.text).toContain('Sampleton \ufffd\ufffd')
    expect(pages[at]?.text).toContain(sentence)
  }
  const [plainPage] = await pdfPages(await renderPool.pdf(template, plain))
  expect(plainPage?.text).not.toContain('cannot show a character')
})

test('prints a name of ordinary length in large type, with labels in both languages', async () => {
  const [english = [], german = []] = await pdfTexts(await renderPool.pdf(template, plain))
  expect(english.find(({ text }) => text === 'Ada Sampleton')?.size).toBe(12)
  expect(english.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Insurance ID Card', 'Date of birth', '5/6/1980', 'Effective date', '1/9/2025']),
  )
  expect(german.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Versicherungskarte', 'Geburtsdatum', '06.05.1980', 'Gültig ab', '09.01.2025']),
  )
})

test.each([
  ['letter', [612, 792]],
  ['a4', [595, 841]],
] as const)('each side measures 85.60 by 53.98 millimeters at actual size on %s', async (paper, size) => {
  const { left, top } = placeCard(paper)
  const scale = 4
  const library = await PDFiumLibrary.init()
  const holder = { ...plain.holder, firstName: 'Ada 😀' }
  const document = await library.loadDocument(await renderPool.pdf(template, { ...plain, holder, paper }))
  expect(document.getPageCount()).toBe(plain.languages.length)
  const { width, height, data } = await document.getPage(0).render({ scale, render: 'bitmap' })
  expect([Math.floor(width / scale), Math.floor(height / scale)]).toEqual(size)
  const redAt = (x: number, y: number) =>
    data[(Math.round(y * scale) * width + Math.round(x * scale)) * 4] ?? 255
  const inked = (from: number, to: number, isInk: (at: number) => boolean) => {
    const steps = Array.from({ length: Math.round((to - from) * scale) }, (_, at) => from + at / scale)
    const ink = steps.filter(isInk)
    return ((ink.at(-1) ?? 0) - (ink[0] ?? 0)) / mm
  }
  const across = inked(left - 2, left + 2 * face.width + 2, (x) => redAt(x, top + 20) < 230)
  const down = inked(top - 2, top + face.height + 2, (y) => redAt(left + face.width / 2, y) < 230)
  document.destroy()
  library.destroy()
  expect(Math.abs(across - 2 * 85.6)).toBeLessThan(0.2)
  expect(Math.abs(down - 53.98)).toBeLessThan(0.2)
})

test('the same data renders the same bytes, with title, language and fonts', async () => {
  const made = () => renderPool.pdf(template, plain)
  const [one, other] = [await made(), await made()]
  expect(Buffer.compare(one, other)).toBe(0)
  const text = Buffer.from(one).toString('latin1')
  expect(text).toContain('/Lang (en-US)')
  expect(text.match(/\/Lang \(de-DE\)/g)).toHaveLength(1)
  expect(text).toMatch(/\/FontFile2 /)
  expect(text).not.toMatch(/\/BaseFont \/Helvetica/)
})
