import { expect, test } from 'vitest'
import { aProvider } from '#test-support/search-factory.ts'
import { providerDetails } from '../contract.ts'
import { providersMail } from './provider-email-mail.ts'

const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '08:00', closes: '18:30' }))
const listed = (changes: Parameters<typeof aProvider>[0] = {}, center = '') => ({
  ...aProvider(changes),
  center,
})
const clinic = listed({
  name: 'Clinic <b>',
  phone: '(305) 555-0100',
  fax: '(305) 555-0199',
  distance: 4.02,
  specialty: 'Family "Medicine"',
  details: providerDetails.parse({ hours: weekdays, languages: ['es', 'ht'], acceptsNewPatients: true }),
})
const options = {
  to: 'bob@example.com',
  sender: { typed: 'Assistance Team 24', signedIn: { name: 'Ann Staff', organization: 'Alpine' } },
  replyTo: 'ann@alpine.example',
  subject: '',
  caseNumber: '',
  note: '',
  unit: 'mi' as const,
  company: 'Harborline',
  serviceEmail: 'service@example.com',
}

test('the text of an email has what a card has: distance, hours, languages, phone and directions', () => {
  const { text, subject, replyTo } = providersMail([clinic, listed()], options)
  expect(subject).toBe('Details of 2 medical providers from Harborline')
  expect(replyTo).toBe('ann@alpine.example')
  expect(text).toContain(
    [
      'Selected by: Assistance Team 24 (Ann Staff, Alpine)',
      'Reply to: ann@alpine.example',
      '',
      '1. Clinic <b>',
      '   Clinic · Family "Medicine"',
      '   1 Main St, Miami, FL 33131',
      '   2.5 mi from the location searched',
      '   Phone (305) 555-0100 · Fax (305) 555-0199',
      '   Directions: https://www.google.com/maps/dir/?api=1&destination=1+Main+St%2C+Miami%2C+FL+33131',
      '   Hours: Mon–Fri 8 AM – 6:30 PM',
      '   Accepts new patients · Speaks Spanish, Haitian Creole',
      '   A Network',
      '',
      '2. A Provider',
    ].join('\n'),
  )
})

test('the HTML of an email has a card for each provider, with links that call and lead there', () => {
  const { html } = providersMail([clinic, listed()], options)
  expect(html).toContain('1. Clinic &lt;b&gt;')
  expect(html).toContain('<a href="tel:3055550100">')
  expect(html).toContain(
    '<a href="https://www.google.com/maps/dir/?api=1&amp;destination=1+Main+St%2C+Miami%2C+FL+33131">',
  )
  expect(html).toContain('Clinic · Family &quot;Medicine&quot;')
  expect(html).toContain('Hours: Mon–Fri 8 AM – 6:30 PM')
  expect(html.match(/\d+(?:\.\d+)? mi from the location searched/g)).toEqual([
    '2.5 mi from the location searched',
  ])
  expect(html).toContain('2. A Provider')
  expect(html, 'mail clients and the mailbox of the portal refuse these').not.toMatch(/style=|<script|<img/)
})

test('everything that people write is escaped in HTML', () => {
  const script = '<script>alert(1)</script>'
  const hostile = { name: script, phone: script, fax: script, contact: script, addressDisplay: `"${script}` }
  const provider = listed({ ...hostile, specialty: script, network: script })
  const written = { subject: script, caseNumber: script, note: script, company: script }
  const sender = { typed: script, signedIn: { name: script, organization: script } }
  const { html } = providersMail([provider], { ...options, ...written, sender })
  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/href="[^"]*[<>]/)
})

test('an email names its subject and case', () => {
  const subjectWith = (changes: object) => providersMail([clinic], { ...options, ...changes }).subject
  expect(subjectWith({})).toBe('Medical provider details from Harborline')
  expect(subjectWith({ caseNumber: '24-1' })).toBe('Medical provider details from Harborline (case 24-1)')
  expect(subjectWith({ subject: 'Hospitals', caseNumber: '24-1' })).toBe('Hospitals (case 24-1)')
})

test('an email names the place that distances are measured from, as text', () => {
  const { text, html } = providersMail([listed({ distance: 4.02 }, 'Bill & Co, TX')], options)
  expect(text).toContain('2.5 mi from the center of Bill & Co, TX')
  expect(html).toContain('2.5 mi from the center of Bill &amp; Co, TX')
})
