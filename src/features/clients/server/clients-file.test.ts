import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ClientsRejectedError, readClients } from './clients-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-clients-'))
const png = Buffer.from('89504e470d0a1a0a00', 'hex')

beforeAll(() => {
  writeFileSync(join(folder, 'face.png'), png)
  writeFileSync(join(folder, 'face.jpg'), '<svg onload="x()"/>')
  writeFileSync(join(folder, 'huge.png'), Buffer.concat([png, Buffer.alloc(1_000_000)]))
  writeFileSync(join(folder, 'home.html'), '<p>Hello</p><script>1</script>')
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (text: string) =>
  readClients(text, { name: 'clients.yaml', folder, videoHosts: ['player.example.com'] })

const client = `
clients:
  - id: coastal
    name: Coastal Health
    codes:
      - { code: COA1, name: Coastal }
    providerSearches: [international-provider-search]
    reports:
      - { code: SAVINGS, name: Savings Summary }
    accountManagers:
      - { name: Ada Sample, title: Lead, email: ada@example.com, phone: 555-0101, picture: face.png }
    vob:
      sincerely: The Desk
      groups: { 0100: Group 100 }
    home:
      videoUrl: /videos/welcome.webm
externalSearches:
  - { name: Aetna, url: https://aetna.example.com, position: 6 }
`
const changed = (from: string, to: string) => client.replace(from, to)

test.each([
  ['no content', '', 'is empty; it must have "clients", "externalSearches" or both'],
  ['only a word', 'clients', 'must be a group of "word: value" lines'],
  ['clients that are not a list', 'clients: coastal', 'line 1: clients: must be a list ("- …")'],
  ['an unclosed bracket', 'clients: [', /^ {2}line 1: Flow sequence/m],
  ['a client without an id', 'clients: [{ name: Coastal }]', 'line 1: clients 1, id: is missing'],
  ['a client without a name', 'clients: [{ id: coastal }]', 'line 1: clients 1, name: is missing'],
  [
    'an id with a slash',
    changed('id: coastal', 'id: coastal/x'),
    'line 3: clients 1, id: must be at most 64 letters, digits and "-", starting with a letter or digit',
  ],
  ['a blank name', changed('Coastal Health', '" "'), 'line 4: clients 1, name: must not be blank'],
  [
    'an unknown property',
    changed('name: Coastal Health', 'name: Coastal Health\n    colour: blue'),
    'line 3: clients 1: has "colour", which is not allowed here',
  ],
  [
    'an invalid right',
    changed('name: Coastal Health', 'name: Coastal Health\n    authorizers: some'),
    'line 5: clients 1, authorizers: is "some"; it must be one of all, granted',
  ],
  [
    'a flag that is neither true nor false',
    changed('name: Coastal Health', 'name: Coastal Health\n    clientAuth: yes'),
    'line 5: clients 1, clientAuth: must be true or false',
  ],
  [
    'a code with a comma',
    changed('COA1', '"COA1,ALP1"'),
    'line 6: clients 1, codes 1, code: must be up to 20 letters, digits, "-" and "_", starting with a letter or digit',
  ],
  ['a numeric code', changed('COA1', '100'), 'line 6: clients 1, codes 1, code: must be text'],
  [
    'a duplicate code',
    changed('name: Coastal }', 'name: Coastal }\n      - { code: COA1, name: Again }'),
    'line 7: clients 1, codes 2, code: the code "COA1" is used twice',
  ],
  [
    'a code used by two clients',
    `${client.split('externalSearches')[0]}  - { id: other, name: Other, codes: [{ code: COA1, name: Other }] }`,
    'line 17: clients 2, codes 1, code: the code "COA1" is used twice',
  ],
  [
    'a duplicate client',
    `${client.split('externalSearches')[0]}  - { id: coastal, name: Other }`,
    'line 17: clients 2, id: the id "coastal" is used twice',
  ],
  [
    'a search without networks',
    changed('[international-provider-search]', '[{ key: international-provider-search, networks: [] }]'),
    'line 7: clients 1, providerSearches 1, networks: must list at least one network; omit it to use all networks of the search',
  ],
  [
    'a duplicate search',
    changed('[international-provider-search]', '[a-search, a-search]'),
    'line 7: clients 1, providerSearches 2, key: the search "a-search" is used twice',
  ],
  [
    'a lowercase report code',
    changed('SAVINGS', 'savings'),
    'line 9: clients 1, reports 1, code: must be up to 20 capital letters and digits, starting with a letter',
  ],
  [
    'an invalid email address',
    changed('ada@example.com', 'ada'),
    'line 11: clients 1, accountManagers 1, email: must be an email address, such as ada.sample@example.com',
  ],
  [
    'a missing picture',
    changed('face.png', 'none.png'),
    `line 11: clients 1, accountManagers 1, picture: file not found: ${join(folder, 'none.png')}`,
  ],
  [
    'a folder as a picture',
    changed('face.png', '.'),
    `line 11: clients 1, accountManagers 1, picture: the file ${folder} cannot be read (EISDIR)`,
  ],
  [
    'a file that is not a picture despite its name',
    changed('face.png', 'face.jpg'),
    'line 11: clients 1, accountManagers 1, picture: is not an image; it must be a PNG, JPEG or WebP file',
  ],
  [
    'a picture over one megabyte',
    changed('face.png', 'huge.png'),
    'line 11: clients 1, accountManagers 1, picture: is larger than 1 MB; make it smaller (256 × 256 pixels is enough)',
  ],
  [
    'a verification of benefits without a signature',
    changed('      sincerely: The Desk\n', ''),
    'line 13: clients 1, vob, sincerely: is missing',
  ],
  [
    'a label that is not text',
    changed('Group 100', '[a]'),
    'line 14: clients 1, vob, groups, 0100: must be text',
  ],
  [
    'a video on a disallowed host',
    changed('/videos/welcome.webm', 'https://evil.example.com/1.mp4'),
    'line 16: clients 1, home, videoUrl: must be a path on the portal, starting with "/", or an https URL on a host in VIDEO_HOSTS',
  ],
  [
    'a video without a slash',
    changed('/videos/welcome.webm', 'videos/welcome.webm'),
    /line 16: clients 1, home, videoUrl/,
  ],
  [
    'a protocol-relative video URL',
    changed('/videos/welcome.webm', '//evil.example.com/1.mp4'),
    /line 16: clients 1, home, videoUrl/,
  ],
  [
    'a home page with two sources',
    changed('videoUrl: /videos/welcome.webm', 'html: <p>a</p>\n      file: home.html'),
    'line 16: clients 1, home: has both "html" and "file"; use only one',
  ],
  [
    'a missing HTML file',
    changed('videoUrl: /videos/welcome.webm', 'file: none.html'),
    `line 16: clients 1, home, file: File not found: ${join(folder, 'none.html')}.`,
  ],
  [
    'an external search over HTTP',
    changed('https://aetna', 'http://aetna'),
    'line 18: externalSearches 1, url: must be a URL that starts with https://',
  ],
  [
    'an external search with a text position',
    changed('position: 6', 'position: first'),
    'line 18: externalSearches 1, position: must be a number',
  ],
  [
    'an external search with a fractional position',
    changed('position: 6', 'position: 6.5'),
    'line 18: externalSearches 1, position: must be a whole number',
  ],
  [
    'an external search with position 0',
    changed('position: 6', 'position: 0'),
    'line 18: externalSearches 1, position: must be a whole number from 1 to 1000: the position in the combined list of searches',
  ],
  [
    'two external searches at the same position',
    `${client}  - { name: UHC, url: https://uhc.example.com, position: 6 }`,
    'line 19: externalSearches 2, position: the position "6" is used twice',
  ],
])('rejects a file with %s and says why', async (_case, text, fault) => {
  const refusal = await read(text).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ClientsRejectedError)
  expect((refusal as Error).message).toMatch(fault instanceof RegExp ? fault : `\n  ${fault}\n`)
})

test.each([
  ['timeZone: UTC', 'must have "hours" or "workingDays", the time that a decision may take'],
  ['hours: 1, workingDays: 1, timeZone: UTC', 'has both "hours" and "workingDays"; use only one'],
  ['hours: 0, timeZone: UTC', 'hours: must be a whole number from 1 to 8,760'],
  ['workingDays: two, timeZone: UTC', 'workingDays: must be a number'],
  ['hours: 24', 'timeZone: is missing'],
  ['hours: 24, timeZone: Mars/Base', 'timeZone: is not a time zone; write it like America/New_York'],
  ['hours: 24, timeZone: UTC, holidays: [2026-02-30]', 'holidays 1: is not a date; write it like 2026-12-25'],
  [
    'hours: 24, timeZone: UTC, holidays: [2026-12-25, 2026-07-04]',
    'holidays 2: 2026-07-04 is not after the holiday before it; list each holiday once, earliest first',
  ],
  ['hours: 24, timeZone: UTC, holidays: [2026-07-04, 2026-07-04]', /holidays 2: 2026-07-04 is not after/],
])('rejects the due rule { %s } and says why', async (rule, fault) => {
  const refusal = await read(changed('Coastal }', `Coastal, dueRule: { ${rule} } }`)).catch(String)
  expect(refusal).toMatch(fault)
  expect(refusal).toContain('line 6: clients 1, codes 1, dueRule')
})

test('reports all errors at once with a link to the rules', async () => {
  const text = changed('face.png', 'none.png').replace('/videos/welcome.webm', 'http://x')
  await expect(read(text)).rejects.toThrow(
    /^clients.yaml was not imported; nothing was changed. It has 2 errors:\n.*\n.*\nSee docs\/clients.md for the file format.$/,
  )
})

test('keeps leading zeros in group keys', async () => {
  const { clients } = await read(client)
  expect(clients[0]?.vob?.groups).toEqual({ '0100': 'Group 100' })
})

test('reads a picture from a relative path or a data URL', async () => {
  const written = `data:image/jpeg;base64,${png.toString('base64')}`
  for (const name of ['face.png', written]) {
    const { clients } = await read(changed('face.png', `'${name}'`))
    expect(clients[0]?.accountManagers[0]?.picture).toEqual({ type: 'image/png', bytes: png })
  }
})

test('reads HTML from a relative path, sanitizes it and reports what was removed', async () => {
  const { clients, leftOut } = await read(changed('videoUrl: /videos/welcome.webm', 'file: home.html'))
  expect(clients[0]?.html.home).toBe('<p>Hello</p>')
  expect(leftOut).toEqual([
    'home/coastal: removed, because content cannot contain it or its source is not allowed: <script>.',
  ])
})

test.each(['/videos/welcome.webm', 'https://player.example.com/1.mp4'])(
  'allows the home page video %s',
  async (url) => {
    const { clients } = await read(changed('/videos/welcome.webm', url))
    expect(clients[0]?.home.videoUrl).toBe(url)
  },
)
