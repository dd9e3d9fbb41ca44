import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatClients, inlinePicture } from './clients-commands.ts'
import { ClientsRejectedError, readClients } from './clients-file.ts'
import { sanitizeContent } from './content-store.ts'

const source = { name: 'clients.yaml', folder: '.', videoHosts: [] }
const tricky = [
  'no',
  'null',
  '~',
  '0100',
  '1e5',
  '- a',
  'a: b',
  '# a',
  '"',
  "it's",
  '{a}',
  '[a]',
  '*a',
  '&a',
  '|',
]
const words = fc.oneof(
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.trim() === text && !/\p{Cc}/u.test(text)),
  fc.constantFrom(...tricky),
)
const code = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$/)
// The parser rejects this key.
const labelled = words.filter((key) => key !== '__proto__')
const labels = fc.dictionary(labelled, words, { maxKeys: 3 }).map((all) => ({ ...all }))
const html = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('<p>Hello</p>\n<p lang="de">Ü</p>', '<ul>\n  <li>a</li>\n</ul>'),
  )
  .map((text) => sanitizeContent(sanitizeContent(text, []).html, []).html)
const picture = fc.uint8Array({ maxLength: 20 }).map((bytes) => ({
  type: 'image/png' as const,
  bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), bytes]),
}))

const dueLimit = fc.oneof(
  fc.record({ hours: fc.integer({ min: 1, max: 99 }) }),
  fc.constant({ workingDays: 3 }),
)
const holidays = fc.subarray(['2026-01-01', '2026-07-03', '2026-12-25'])
const dueRule = fc.option(
  fc.tuple(dueLimit, holidays).map(([limit, days]) => ({ ...limit, timeZone: 'UTC', holidays: days })),
)

const letterText = fc.option(fc.constantFrom('See {itn}.', 'Dear {patient},\n<b>Hello</b>'), {
  nil: undefined,
})
const decisionLetter = fc.option(
  fc
    .record({ opening: letterText, appeal: letterText, outcomes: fc.record({ denied: letterText }) })
    .map((letter) => JSON.parse(JSON.stringify(letter))),
)

const unique = <Entry>(entry: fc.Arbitrary<Entry>, nameOf: (each: Entry) => string) =>
  fc.uniqueArray(entry, { selector: nameOf, maxLength: 3 })
const client = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,20}$/),
  name: words,
  enabled: fc.boolean(),
  codes: unique(fc.record({ code, name: words, dueRule }), (each) => each.code),
  currentActivity: fc.boolean(),
  patientSearch: fc.boolean(),
  clientAuth: fc.boolean(),
  caseSummary: fc.boolean(),
  dueRule,
  undoSeconds: fc.constantFrom(0, 30, 600),
  secondPersonAbove: fc.constantFrom<Record<string, number> | null>(null, { EUR: 5000 }),
  emergencyMinutes: fc.constantFrom(null, 5, 240),
  stepUpAbove: fc.constantFrom<Record<string, number> | null>(null, { USD: 0 }, { EUR: 5000, USD: 10_000 }),
  decisionLetter,
  paper: fc.constantFrom('letter' as const, 'a4' as const),
  baseCurrency: fc.constantFrom(null, 'USD', 'JPY'),
  retention: fc.constantFrom(null, { cases: '10 years', searches: '90 days' }),
  authorizers: fc.constantFrom('all' as const, 'granted' as const),
  providerSearches: unique(
    fc.record({ key: words, networks: fc.option(fc.array(words, { minLength: 1, maxLength: 2 })) }),
    (each) => each.key,
  ),
  reports: unique(
    fc.record({ code: fc.stringMatching(/^[A-Z][A-Z0-9]{0,19}$/), name: words, multiClient: fc.boolean() }),
    (each) => each.code,
  ),
  accountManagers: unique(
    fc.record({
      name: words,
      title: words,
      email: fc.constant('ada@example.com'),
      phone: words,
      picture: fc.option(picture),
    }),
    (each) => each.name,
  ),
  vob: fc.option(
    fc.record({
      groups: labels,
      carriers: labels,
      mailing: labels,
      phoneNumbers: labels,
      faxNumbers: labels,
      sincerely: words,
    }),
  ),
  home: fc.record({ banner: fc.option(words), videoUrl: fc.option(fc.constant('/videos/1.webm')) }),
  member: fc.option(
    fc.record({
      showIdCard: fc.boolean(),
      showEnglishAndGerman: fc.boolean(),
      card: fc.option(
        fc.record({
          color: fc.constantFrom('#0b3d6b', '#FFEE00'),
          phones: fc.record({
            usaAndCanada: words,
            elsewhere: fc.option(words),
            providers: fc.option(words),
            countries: fc.dictionary(fc.constantFrom('JM', 'MX'), words, {
              maxKeys: 2,
              noNullPrototype: true,
            }),
          }),
          group: fc.option(words),
          address: fc.option(words),
          logo: fc.option(picture),
        }),
      ),
    }),
  ),
  html: fc.record({ home: html, member: fc.constant('') }),
})

test('an exported file parses to exactly the exported client', async () => {
  await fc.assert(
    fc.asyncProperty(client, async (written) => {
      const { clients } = await readClients(
        formatClients({ clients: [written], externalSearches: [] }, inlinePicture),
        source,
      )
      const [read] = clients
      expect({ ...read, html: { home: read?.html.home ?? '', member: '' } }).toEqual(written)
    }),
  )
})

test('parses any file or rejects it with a readable message', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json().map((text) => `clients: ${text}`),
    fc
      .json()
      .map((text) => `clients: [{ id: a, name: a, accountManagers: ${text}, vob: ${text}, home: ${text} }]`),
  )
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const outcome = await readClients(text, source).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ClientsRejectedError)
    }),
  )
})
