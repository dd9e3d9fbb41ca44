import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { makePdf } from '#test-support/make-pdf.ts'
import { countPages, extractPages } from '../extract-pages/extract-pages.ts'
import { UnreadablePdfError, withPdfErrors } from '../extract-pages/pdf-errors.ts'
import { toPdfFile } from '../extract-pages/pdf-file.ts'

const metadata = { title: 'Medical record', author: 'Portal' }
const cut = (bytes: Uint8Array, first: number, last: number) =>
  extractPages([{ file: toPdfFile(bytes), first, last }], metadata)

/** Undefined if the PDF is rejected; any other error is a bug. */
const unlessUnreadable = <Found>(found: Promise<Found>) =>
  found.catch((error) => {
    expect(error).toBeInstanceOf(UnreadablePdfError)
    return undefined
  })

test.each([
  ['with unpacked objects', false],
  ['with objects packed into streams', true],
])('a PDF %s and any bytes changed is either readable or reported as unreadable', async (_kind, packed) => {
  const whole = await makePdf(['Page 1', 'Page 2', 'Page 3'], { packed })
  const change = fc.record({ at: fc.nat(whole.length - 1), to: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const bytes = Buffer.from(whole)
      for (const { at, to } of changes) bytes[at] = to
      const pages = await unlessUnreadable(countPages(toPdfFile(bytes)))
      const document = await unlessUnreadable(cut(bytes, 1, pages ?? 3))
      if (pages) expect(document).toBeDefined()
    }),
    { numRuns: 150 },
  )
  const complained = vi.spyOn(console, 'warn')
  for (const complaint of complained.mock.calls) expect(complaint).toEqual(['Removing parsed object: 0 0 R'])
  complained.mockClear()
})

/** A one-page PDF with an entry of these bytes. */
function pdfWith(entry: string) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Entry ${entry} >>`,
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`)
  const offsets = objects.map((_, at) => objects.slice(0, at).join('').length)
  const index = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  return Buffer.from(`${objects.join('')}xref
0 4
0000000000 65535 f \n${index.join('')}trailer
<< /Size 4 /Root 1 0 R >>
startxref
${objects.join('').length}
%%EOF`)
}

test('reports a page that is nested too deeply as unreadable', async () => {
  expect(await countPages(toPdfFile(pdfWith('[[ ]]')))).toBe(1)
  const nested = toPdfFile(pdfWith('['.repeat(100_000) + ']'.repeat(100_000)))
  await expect(countPages(nested)).rejects.toMatchObject({
    name: 'UnreadablePdfError',
    cause: { name: 'RangeError' },
  })
})

test('keeps the cause of an unreadable PDF', async () => {
  const bytes = Buffer.from(await makePdf(['Page 1']))
  bytes.write(')', bytes.indexOf('/MediaBox'))
  await expect(countPages(toPdfFile(bytes))).rejects.toMatchObject({
    name: 'UnreadablePdfError',
    cause: { message: expect.stringContaining('Failed to parse') },
  })
})

test.each([
  ['a disk error', Object.assign(new Error('EIO: i/o error, read'), { syscall: 'read', code: 'EIO' })],
  ['a lack of memory', new RangeError('Array buffer allocation failed')],
])('%s is not reported as a fault of the PDF', async (_fault, fault) => {
  const fails = () => {
    throw fault
  }
  await expect(withPdfErrors(async () => fails())).rejects.toBe(fault)
  await expect(countPages({ ...toPdfFile(await makePdf(['Page 1'])), read: fails })).rejects.toBe(fault)
})
