import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, expect, test } from 'vitest'
import { openPress } from '#platform/server/documents/render-pool.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { expectLikeReference } from '#test-support/reference-pdf.ts'
import { aVobForm } from '#test-support/vob-fixture.ts'
import type { VobForm } from '../contract.ts'
import { faultsOf, fields, longestOf } from '../rules.ts'
import { letterFacts } from './letter-data.ts'
import { letter } from './vob-deps.ts'

const offer = {
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

const press = openPress()
afterAll(() => press.close())

function factsFor(changes: Partial<VobForm>, number?: string) {
  const form = aVobForm({ clientFax: 'claims', ...changes })
  expect(faultsOf(form, offer, '2026-11-21')).toEqual([])
  const parts = {
    form,
    offer,
    provider: { ...provider, name: form.providerName },
    client: 'Alpine Travel Insurance',
  }
  return letterFacts({ ...parts, at, timeZone: 'America/New_York', ...(number && { number }) })
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
/** Every text as long as it may be, without a space in it. */
const crowded = Object.fromEntries(
  fields
    .filter((field) => !['patientDOB', 'policyFrom', 'policyTo', 'dateOfService'].includes(field))
    .filter((field) => !field.startsWith('client'))
    .map((field) => [field, 'W'.repeat(longestOf(field))]),
)

const reference = (name: string) => new URL(`./references/${name}.pdf`, import.meta.url)

test('the letter is the one that was looked at', async () => {
  await expectLikeReference(await press.pdf(letter, factsFor(full, 'VOB-2026-000017')), reference('letter'))
})

test('a letter of what is required alone is the one that was looked at', async () => {
  await expectLikeReference(
    await press.pdf(letter, factsFor({ clientFax: '' }, 'VOB-2026-000018')),
    reference('bare-letter'),
  )
})

test('a preview says "Preview" where the number will be, and is else the letter', async () => {
  const [preview] = await pdfPages(await press.pdf(letter, factsFor(full)))
  const [issued] = await pdfPages(await press.pdf(letter, factsFor(full, 'VOB-2026-000017')))
  expect(preview?.text).toContain('Preview')
  expect(preview?.text.replaceAll('Preview', 'VOB-2026-000017')).toBe(issued?.text)
})

test('texts as long as they may be stay within the margins of their pages, and nothing of them is lost', async () => {
  const pages = await pdfPages(await press.pdf(letter, factsFor(crowded, 'VOB-2026-000019')))
  const boxes = pages.flatMap((page) => page.boxes)
  expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(53)
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(612 - 53)
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(792 - 30)
  const typed = Object.values(crowded).reduce((sum, text) => sum + text.length, 0)
  const shown = pages.map(({ text }) => text).join('')
  expect(shown.match(/W/g)?.length).toBe(typed)
  expect(shown).toContain(`Page ${pages.length} of ${pages.length}`)
})

test('notes of a few lines stand on the page of the letter, in their own lines', async () => {
  const lines = Array.from({ length: 6 }, (_, line) => `Line ${line}`)
  const [page, ...others] = await pdfPages(
    await press.pdf(letter, factsFor({ ...full, notes: lines.join('\n') }, 'VOB-2026-000020')),
  )
  expect(others).toEqual([])
  expect(page?.text).toContain(lines.join('\r\n'))
})

test('notes of as many lines as fit into 200 characters run on to a second page that says what it is of', async () => {
  const lines = Array.from({ length: 50 }, (_, line) => `N${String(line).padStart(2, '0')}`)
  const form = { ...full, notes: lines.join('\n') }
  const pages = await pdfPages(await press.pdf(letter, factsFor(form, 'VOB-2026-000021')))
  expect(pages).toHaveLength(2)
  const [first, second] = pages.map(({ text }) => text)
  expect(first).toMatch(/Notes\s+N00\s+N01/)
  expect(`${first}${second}`.match(/N\d\d/g)).toEqual(lines)
  expect(second).toMatch(/^Alpine Travel Insurance · Verification of Benefits VOB-2026-000021/)
  expect(first).not.toContain('· Verification')
  for (const { boxes } of pages)
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(792 - 30)
})

test('empty lines in notes are one, however many were typed', () => {
  expect(factsFor({ notes: 'one\r\n \r\n\r\n\t\n\ntwo\n\n\n' }).said.notes).toBe('one\n\ntwo')
})

test('a fact begins on no page that it does not end on', async () => {
  const long = 'Wide '.repeat(40)
  const facts = factsFor({ ...crowded, providerContact: long.trim(), patientPolicyNumber: 'Z'.repeat(100) })
  const pages = await pdfPages(await press.pdf(letter, facts))
  expect(pages.filter(({ text }) => text.includes('Z'))).toHaveLength(1)
  expect(pages.filter(({ text }) => text.includes('Wide'))).toHaveLength(1)
})

test('what a document cannot show of the directory and the configuration is marked, not lost', () => {
  const { said, client } = letterFacts({
    form: aVobForm({ clientName: 'ATI' }),
    offer: { ...offer, carriers: { ATI: 'Alpine 🏔' } },
    provider: { ...provider, name: '診療所 Clinic' },
    client: 'Alpine 🏔',
    at,
    timeZone: 'America/New_York',
  })
  expect([said.providerName, said.clientName, client]).toEqual([
    '\ufffd\ufffd\ufffd Clinic',
    'Alpine \ufffd',
    'Alpine \ufffd',
  ])
})

test('the letter says in its metadata what it is, in which language, and when it was made', async () => {
  const document = await PDFDocument.load(await press.pdf(letter, factsFor(full, 'VOB-2026-000017')))
  expect(document.getTitle()).toBe('Verification of Benefits VOB-2026-000017')
  expect(document.getAuthor()).toBe('Alpine Travel Insurance')
  expect(String(document.catalog)).toContain('(en-US)')
  expect(document.getCreationDate()).toEqual(at)
})

test('the date is that of the portal’s zone', async () => {
  expect(factsFor(full).date).toBe('11/21/2026')
})

test('the same facts are the same bytes', async () => {
  const facts = factsFor(full, 'VOB-2026-000017')
  const [one, other] = [await press.pdf(letter, facts), await press.pdf(letter, facts)]
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
})
