import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { Font } from '@react-pdf/renderer'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { findUnprintable, replacementCharacter } from '../contract/normalize-text.ts'
import { family } from './react-pdf-fonts.ts'
import { createRenderPool } from './render-pool.ts'

const template = new URL('../../../tests/support/pdf-template.ts', import.meta.url)
const renderPool = createRenderPool()
afterAll(() => renderPool.close())

const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => /\P{C}/u.test(character) && findUnprintable(character).length === 0,
)

/** The location of the embedded font file in a PDF (PDF 2.0, section 9.9). */
const file = PDFName.of('FontFile2')

/** The text that a PDF reader extracts. */
async function readOf(words: string) {
  const pages = await pdfPages(await renderPool.pdf(template, { words }))
  return pages.map(({ text }) => text).join('')
}

test('embeds every font in the document', async () => {
  const pdf = await renderPool.pdf(template, { words: 'two\nlines, and 你' })
  const objects = (await PDFDocument.load(pdf)).context.enumerateIndirectObjects()
  const fonts = objects.flatMap(([, object]) =>
    object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('Font') ? [object] : [],
  )
  const brought = fonts.filter((font) => font.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)?.has(file))
  const kinds = new Set(fonts.map((font) => String(font.get(PDFName.of('Subtype')))))
  expect([...kinds].sort()).toEqual(['/CIDFontType2', '/Type0'])
  expect(brought).toHaveLength(fonts.length / 2)
})

test.each(['ÀÉÎÕÜÇÑŠŻ', 'Ǖ ấ ổ ẛ'])(
  'plain letters still render after a document with %s',
  async (accented) => {
    const other = createRenderPool()
    onTestFinished(() => other.close())
    const plain = 'AEIOUCNSZ aeioucnsz'
    const read = async (words: string) => {
      const pages = await pdfPages(await other.pdf(template, { words }))
      return pages.map(({ text }) => text).join('')
    }
    expect(await read(accented)).toBe(accented)
    expect(await read(plain)).toBe(plain)
  },
)

test('drops a character that the font does not have', async () => {
  expect(await readOf('a 你 b')).not.toContain('你')
})

test('the font has the replacement mark', async () => {
  expect(await readOf(`a ${replacementCharacter} b`)).toBe(`a ${replacementCharacter} b`)
})

test.each(['ẹ', 'ị', 'ọ', 'ụ', 'Mẹ, thị, cọ, nụ'])(
  'the diacritic stays on the last letter of "%s"',
  async (words) => {
    expect(await readOf(words)).toBe(words)
  },
)

test.each([400, 700])('the font has every printable character at weight %i', async (fontWeight) => {
  const descriptor = { fontFamily: family, fontWeight }
  await Font.load(descriptor)
  const font = Font.getFont(descriptor)?.data
  const taken = characters.filter((character) => character !== '\n')
  expect(taken.length).toBeGreaterThan(1000)
  expect(taken.filter((character) => !font?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))).toEqual([])
})
