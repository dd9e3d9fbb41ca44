import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScimPortal, userPath, userUrn } from '#test-support/scim-fixture.ts'

type Scim = Awaited<ReturnType<typeof openScimPortal>>
let scim: Scim
beforeAll(async () => {
  scim = await openScimPortal()
})
afterAll(() => scim.portal.close())

const noId = '00000000-0000-4000-8000-000000000000'
const filtered = (filter: string) => scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
const findNames = async (filter: string) =>
  (await filtered(filter)).body.Resources.map(({ userName }: { userName: string }) => userName)

test('finds people by filters, and pages them', async () => {
  const id = await scim.addUser('filter@alpine.example', { emails: [{ value: 'Filter.Me@alpine.example' }] })
  const other = await scim.addUser('o"quote\\ 🙂@alpine.example')
  for (const filter of [
    'userName eq "FILTER@alpine.example"',
    'username EQ "filter@alpine.example"',
    `${userUrn}:userName eq "filter@alpine.example"`,
    'externalId eq "ext-filter@alpine.example"',
    `id eq "${id}"`,
    'emails[type eq "work"].value eq "filter.me@alpine.example"',
    'emails[type eq "work" and value eq "filter.me@alpine.example"]',
    'emails[primary eq true and type eq "work"].value eq "filter.me@alpine.example"',
    'userName eq " filter@alpine.example "',
    '(userName eq "filter@alpine.example") and active eq true',
  ])
    expect(await findNames(filter), filter).toEqual(['filter@alpine.example'])
  expect(await findNames(`id eq "${other}"`)).toEqual(['o"quote\\ 🙂@alpine.example'])
  for (const filter of [
    'userName eq "filter@alpine.example" and active eq false',
    'emails[type eq "work" and value eq "nobody@alpine.example"]',
    'emails[value eq "nobody@alpine.example"]',
    'emails[primary eq false]',
    'externalId eq "nobody"',
  ])
    expect(await findNames(filter), filter).toEqual([])
  expect(await findNames('emails[type eq "work"]')).toEqual(['filter@alpine.example'])
  const all = (await scim.send('GET', '/Users?startIndex=-3&count=100000')).body
  expect([all.startIndex, all.itemsPerPage]).toEqual([1, all.totalResults])
  const second = (await scim.send('GET', '/Users?startIndex=2&count=1&attributes=userName')).body
  expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 })
  expect(second.Resources).toEqual([
    { schemas: [userUrn], id: all.Resources[1].id, userName: all.Resources[1].userName },
  ])
  expect((await scim.send('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] })
})

test.each([
  'userName co "a"',
  'not (userName eq "a")',
  'userName eq "a" or true eq true',
  'userName eq "x\' or 1=1 --" or active eq true',
  'userName eq null',
  'userName eq ""',
  'externalId eq ""',
  'emails.value eq ""',
  'active eq ""',
  'active eq "no"',
  'groups eq "all.alpine"',
  'name[type eq "work"]',
  'emails[type eq "home"]',
  'emails[display eq "a"]',
  'emails[type eq "work" or value eq "a"]',
  'password eq "a"',
  '__proto__ eq "a"',
  'constructor.name eq "a"',
  'emails[type eq "home"].value eq "a"',
  'userName eq "a',
  `userName eq "${'\n'.repeat(400)}`,
  '('.repeat(400),
  'userName eq "a" and '.repeat(30),
  '',
])('refuses the filter %j quickly: 400', async (filter) => {
  const begun = performance.now()
  const { status, body } = await filtered(filter)
  expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
  expect(performance.now() - begun).toBeLessThan(2000)
})

test.each([
  ['Entra, text', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  [
    'Entra, a list of one',
    [{ op: 'Add', path: 'name.givenName', value: 'Cleo' }],
    { name: { givenName: 'Cleo' } },
  ],
  ['Okta, no path', [{ op: 'replace', value: { active: false } }], { active: false }],
  [
    'Entra, paths as keys',
    [{ op: 'add', value: { 'name.familyName': 'Coe', 'emails[type eq "work"].value': 'c@coe.example' } }],
    { name: { familyName: 'Coe' }, emails: [{ value: 'c@coe.example', type: 'work', primary: true }] },
  ],
  [
    'a value path',
    [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'new@coe.example' }],
    { emails: [{ value: 'new@coe.example', type: 'work', primary: true }] },
  ],
  ['another email', [{ op: 'add', path: 'emails[type eq "home"].value', value: 'h@coe.example' }], {}],
  [
    'a whole name',
    [{ op: 'replace', path: 'name', value: { formatted: 'Cleo Coe' } }],
    { name: { formatted: 'Cleo Coe' } },
  ],
  [
    'the URN',
    [{ op: 'replace', path: `${userUrn}:displayName`, value: 'Cleo 🎉' }],
    { displayName: 'Cleo 🎉' },
  ],
  [
    'what the portal does not keep',
    [
      { op: 'Add', path: 'title', value: 'Nurse' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'X',
      },
      { op: 'Add', path: 'addresses[type eq "work"].postalCode', value: '1' },
      { op: 'replace', value: { id: noId, schemas: [], nickName: 'C' } },
    ],
    {},
  ],
  [
    'several',
    [
      { op: 'add', path: 'displayName', value: 'A' },
      { op: 'remove', path: 'displayName' },
    ],
    {},
  ],
])('applies a PATCH as identity providers send it: %s', async (what, operations, expected) => {
  const id = await scim.addUser(`patch ${what}`)
  const { status, body } = await scim.patch(userPath(id), operations)
  const { name, emails, displayName } = body
  expect(status).toBe(200)
  expect({ active: body.active, name, emails, displayName }).toEqual({ active: true, ...expected })
})

test.each([
  ['a prototype', [{ op: 'replace', path: '__proto__.active', value: true }], 'invalidPath'],
  ['a constructor', [{ op: 'replace', path: 'constructor.prototype', value: {} }], 'invalidPath'],
  ['an unknown attribute', [{ op: 'replace', path: 'isAdmin', value: true }], 'invalidPath'],
  ['an unknown key', [{ op: 'replace', value: { isAdmin: true } }], 'invalidPath'],
  ['an unclosed filter', [{ op: 'replace', path: 'emails[type eq "work', value: 'x' }], 'invalidPath'],
  ['groups', [{ op: 'add', path: 'groups', value: [{ value: 'all.alpine' }] }], 'mutability'],
  ['the ID', [{ op: 'replace', path: 'id', value: noId }], 'mutability'],
  ['another operation', [{ op: 'move', path: 'active', value: false }], 'invalidSyntax'],
  ['no path to remove', [{ op: 'remove' }], 'noTarget'],
  ['no value', [{ op: 'replace', value: null }], 'invalidValue'],
  ['no name', [{ op: 'remove', path: 'userName' }], 'invalidValue'],
  ['active as a number', [{ op: 'replace', path: 'active', value: 0 }], 'invalidValue'],
  ['a NUL character', [{ op: 'replace', path: 'displayName', value: 'a\u0000' }], 'invalidValue'],
  ['nothing', [], 'invalidValue'],
  [
    '10,000 operations',
    Array.from({ length: 10_000 }, () => ({ op: 'add', path: 'displayName', value: 'x' })),
    'invalidValue',
  ],
])('refuses a PATCH with %s, and changes nothing: 400', async (what, operations, scimType) => {
  const id = await scim.addUser(`refused ${what}`)
  const first = { op: 'replace', path: 'displayName', value: 'changed' }
  const all = operations.length > 0 ? [first, ...operations] : operations
  const { status, body } = await scim.patch(userPath(id), all)
  expect([status, body.scimType]).toEqual([400, scimType])
  expect((await scim.send('GET', userPath(id))).body.displayName).toBeUndefined()
  expect(({} as { active?: unknown }).active).toBeUndefined()
})
