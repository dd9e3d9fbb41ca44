import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, expect, test } from 'vitest'
import { createRenderPool } from '#platform/pdf/render-pool.ts'
import { pdfPages, renderPages } from '#test-support/pdf-pages.ts'
import { expectLikeReference } from '#test-support/reference-pdf.ts'
import { makeVobForm } from '#test-support/vob-fixture.ts'
import type { VobForm } from '../contract.ts'
import { messages } from '../messages.ts'
import { fields, maxLength, validateForm } from '../rules.ts'
import { buildLetterData } from './letter-data.ts'
import { letterTemplate } from './routes.ts'

const options = {
  groups: {},
  carriers: { ATI: 'Alpine Travel Insurance' },
  mailing: { claims: 'Alpine Travel Insurance, Claims, 100 Sample Street, Miami, FL 33131' },
  phoneNumbers: { claims: '1-800-555-0131' },
  faxNumbers: { claims: '1-800-555-0133' },
  sincerely: '',
}
const provider = {
  hash: 'h',
  name: 'Zürich-Müller Heart & Vascular Institute of Greater Miami',
  networkCode: 'secureDomestic',
  network: 'Preferred Network',
  hideVOB: false,
  vobMessage: null,
}
const at = new Date('2026-11-22T02:30:00Z')

const renderPool = createRenderPool()
afterAll(() => renderPool.close())

function buildData(changes: Partial<VobForm>, number?: string) {
  const form = makeVobForm({ clientFax: 'claims', ...changes })
  expect(validateForm(form, options, '2026-11-21')).toEqual([])
  const parts = {
    form,
    options,
    provider: { ...provider, name: form.providerName },
    client: 'Alpine Travel Insurance',
  }
  return buildLetterData({ ...parts, at, timeZone: 'America/New_York', ...(number && { number }) })
}

const full: Partial<VobForm> = {
  providerName: provider.name,
  providerContact: 'Ada Sampleton',
  providerFax: '(305) 555-0143',
  patientLastName: 'Nuñez-Østergård',
  copayment: '$50',
  deductible: '€ 250',
  coverageLimit: '$1,000,000',
  notes: 'Pre-authorisation is required for elective procedures.\r\nΑθήνα · Львів · Łódź · Đà Nẵng',
}
/** Every text at its maximum length, without spaces. */
const crowded = Object.fromEntries(
  fields
    .filter((field) => !['patientDOB', 'policyFrom', 'policyTo', 'dateOfService'].includes(field))
    .filter((field) => !field.startsWith('client'))
    .map((field) => [field, 'W'.repeat(maxLength(field))]),
)

const reference = (name: string) => new URL(`./references/${name}.pdf`, import.meta.url)

test('a letter matches its approved reference', async () => {
  await expectLikeReference(
    await renderPool.pdf(letterTemplate, buildData(full, 'VOB-2026-000017')),
    reference('letter'),
  )
})

test('a letter with only the required fields matches its approved reference', async () => {
  await expectLikeReference(
    await renderPool.pdf(letterTemplate, buildData({ clientFax: '' }, 'VOB-2026-000018')),
    reference('bare-letter'),
  )
})

test('a preview equals the letter except for "Preview" in place of the number', async () => {
  const [preview] = await pdfPages(await renderPool.pdf(letterTemplate, buildData(full)))
  const [issued] = await pdfPages(await renderPool.pdf(letterTemplate, buildData(full, 'VOB-2026-000017')))
  expect(preview?.text).toContain('Preview')
  expect(preview?.text.replaceAll('Preview', 'VOB-2026-000017')).toBe(issued?.text)
})

test('texts of maximum length are complete and stay within the margins', async () => {
  const pages = await renderPages(await renderPool.pdf(letterTemplate, buildData(crowded, 'VOB-2026-000019')))
  const boxes = pages.flatMap((page) => page.boxes)
  expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(53)
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(612 - 53)
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(792 - 30)
  const typed = Object.values(crowded).reduce((sum, text) => sum + text.length, 0)
  const shown = pages.map(({ text }) => text).join('')
  expect(shown.replace(messages.document.greeting, '').match(/W/g)?.length).toBe(typed)
  expect(shown).toContain(`Page ${pages.length} of ${pages.length}`)
})

test('notes of a few lines stay on the first page and keep their line breaks', async () => {
  const lines = Array.from({ length: 6 }, (_, line) => `Line ${line}`)
  const [page, ...others] = await pdfPages(
    await renderPool.pdf(letterTemplate, buildData({ ...full, notes: lines.join('\n') }, 'VOB-2026-000020')),
  )
  expect(others).toEqual([])
  expect(page?.text).toContain(lines.join('\r\n'))
})

test('notes with many lines continue on a second page with a page header', async () => {
  const lines = Array.from({ length: 50 }, (_, line) => `N${String(line).padStart(2, '0')}`)
  const form = { ...full, notes: lines.join('\n') }
  const pages = await renderPages(await renderPool.pdf(letterTemplate, buildData(form, 'VOB-2026-000021')))
  expect(pages).toHaveLength(2)
  const [first, second] = pages.map(({ text }) => text)
  expect(first).toMatch(/Notes\s+N00\s+N01/)
  expect(`${first}${second}`.match(/N\d\d/g)).toEqual(lines)
  expect(second).toMatch(/^Alpine Travel Insurance · Verification of Benefits VOB-2026-000021/)
  expect(first).not.toContain('· Verification')
  for (const { boxes } of pages)
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(792 - 30)
})

test('notes collapse consecutive empty lines into one', () => {
  expect(buildData({ notes: 'one\r\n \r\n\r\n\t\n\ntwo\n\n\n' }).texts.notes).toBe('one\n\ntwo')
})

test('fields of up to 199 characters stay on one page', async () => {
  const long = 'Wide '.repeat(40)
  const data = buildData({ ...crowded, providerContact: long.trim(), patientPolicyNumber: 'Z'.repeat(100) })
  const pages = await pdfPages(await renderPool.pdf(letterTemplate, data))
  expect(pages.filter(({ text }) => text.includes('Z'))).toHaveLength(1)
  expect(pages.filter(({ text }) => text.includes('Wide'))).toHaveLength(1)
})

test('a letter marks unprintable characters from the directory and configuration', () => {
  const { texts, client } = buildLetterData({
    form: makeVobForm({ clientName: 'ATI' }),
    options: { ...options, carriers: { ATI: 'Alpine 🏔' } },
    provider: { ...provider, name: '診療所 Clinic' },
    client: 'Alpine 🏔',
    at,
    timeZone: 'America/New_York',
  })
  expect([texts.providerName, texts.clientName, client]).toEqual([
    '\ufffd\ufffd\ufffd Clinic',
    'Alpine \ufffd',
    'Alpine \ufffd',
  ])
})

test('the metadata of a letter contains its title, author, language and creation date', async () => {
  const document = await PDFDocument.load(
    await renderPool.pdf(letterTemplate, buildData(full, 'VOB-2026-000017')),
  )
  expect(document.getTitle()).toBe('Verification of Benefits VOB-2026-000017')
  expect(document.getAuthor()).toBe('Alpine Travel Insurance')
  expect(String(document.catalog)).toContain('(en-US)')
  expect(document.getCreationDate()).toEqual(at)
})

test('the date of a letter is in the portal’s time zone', async () => {
  expect(buildData(full).date).toBe('11/21/2026')
})

test('the same data always renders to the same bytes', async () => {
  const data = buildData(full, 'VOB-2026-000017')
  const [one, other] = [
    await renderPool.pdf(letterTemplate, data),
    await renderPool.pdf(letterTemplate, data),
  ]
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
})
