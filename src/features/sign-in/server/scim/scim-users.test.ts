import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { openScimPortal, userPath, userUrn } from '#test-support/scim-fixture.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import { createServiceToken, revokeServiceToken, rotateServiceToken } from '../tokens/service-tokens.ts'
import { scimMessages } from './scim-messages.ts'

type Scim = Awaited<ReturnType<typeof openScimPortal>>
let scim: Scim
beforeAll(async () => {
  scim = await openScimPortal()
})
afterAll(() => scim.portal.close())

const owner = () => scim.portal.databaseContext.owner
const noId = '00000000-0000-4000-8000-000000000000'
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'
const findNames = async (filter: string) =>
  (await scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.Resources.map(
    ({ userName }: { userName: string }) => userName,
  )

test('refuses requests without a valid token, in the format of SCIM', async () => {
  const { send, portal } = scim
  const revoked = await scim.createToken('revoked-scim', 'https://alpine.test')
  await revokeServiceToken(owner(), { name: 'revoked-scim', actor: 'tests' })
  const expired = await scim.createToken('rotated-scim', 'https://alpine.test')
  await rotateServiceToken(owner(), { name: 'rotated-scim', actor: 'tests', hours: 1 })
  expect((await send('GET', '/Users', { token: expired })).status).toBe(200)
  await execute(
    owner(),
    sql`update service_token set former_until = now() - interval '1 minute' where former_until is not null`,
  )
  for (const token of ['', 'portal-service-guess', revoked, expired]) {
    const { status, body, headers } = await send('GET', '/Users', { token })
    expect([status, body.schemas, body.status]).toEqual([401, [errorUrn], '401'])
    expect(headers['content-type']).toBe('application/scim+json; charset=utf-8')
  }
  const staff = await signInStaff(portal, 'harborline', { issuer: 'https://house.test' })
  expect((await portal.app.inject({ url: '/scim/v2/Users', headers: staff.headers })).statusCode).toBe(401)
})

test('refuses a token with another right, and of a provider that does not use SCIM', async () => {
  const making = { clientIds: undefined, actor: 'tests' }
  const feed = await createServiceToken(owner(), { ...making, name: 'feed', may: 'decisions' })
  expect((await scim.send('GET', '/Users', { token: feed })).status).toBe(404)
  const stranger = await scim.createToken('stranger-scim', 'https://elsewhere.test')
  const { status, body } = await scim.send('GET', '/Users', { token: stranger })
  expect([status, body.detail]).toEqual([403, scimMessages.notInUse])
  const headers = { authorization: `Bearer ${scim.token}` }
  expect((await scim.portal.app.inject({ url: '/api/backoffice/decisions', headers })).statusCode).toBe(404)
})

test('people of another provider, and of internal staff, are like missing ones', async () => {
  const foreign = await scim.addUser('foreign@lagoon.example', {}, { token: scim.houseToken })
  const internal = await signInStaff(scim.portal, 'harborline', {
    issuer: 'https://house.test',
    subject: 'boss',
  })
  const before = await scim.portal.app.inject({ url: '/api/sign-ins', headers: internal.headers })
  const missing = await scim.send('GET', userPath(noId))
  expect(missing.status).toBe(404)
  for (const id of [foreign, internal.userId, 'x', "' or true --"])
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { userName: 'taken-over' }],
      ['PATCH', { Operations: [{ op: 'replace', path: 'active', value: false }] }],
      ['DELETE', undefined],
    ] as const) {
      const response = await scim.send(method, userPath(id), { body })
      expect([response.status, response.body]).toEqual([missing.status, missing.body])
    }
  expect(await findNames('userName eq "foreign@lagoon.example"')).toEqual([])
  expect(
    (await scim.patch('/Groups/all.alpine', [{ op: 'add', path: 'members', value: [{ value: foreign }] }]))
      .body,
  ).toMatchObject({ status: '400', scimType: 'invalidValue', detail: scimMessages.unknownMember })
  const taken = await scim.send('POST', '/Users', {
    token: scim.houseToken,
    body: { userName: 'boss', externalId: 'boss' },
  })
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
  const after = await scim.portal.app.inject({ url: '/api/sign-ins', headers: internal.headers })
  expect([before.statusCode, after.statusCode]).toEqual([200, 200])
})

test('adds a person, and keeps only the attributes that it needs', async () => {
  const body = {
    schemas: [userUrn, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    userName: 'Ada@Alpine.example',
    externalId: '0a21f0f2',
    active: 'True',
    password: 'hunter2',
    displayName: 'Ada Alp 🏔️',
    title: 'Nurse',
    name: { givenName: 'Ada', familyName: 'Alp' },
    emails: [
      { value: 'home@ada.example', type: 'home' },
      { value: 'ada@alpine.example', type: 'work', primary: true },
    ],
    roles: [],
    id: noId,
    groups: [{ value: 'all.alpine' }],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Claims' },
  }
  const made = await scim.send('POST', '/Users', { body })
  const { id } = made.body
  expect(made.status).toBe(201)
  expect(made.headers.location).toBe(made.body.meta.location)
  expect(made.body).toEqual({
    schemas: [userUrn],
    id: expect.not.stringContaining(noId),
    userName: 'Ada@Alpine.example',
    externalId: '0a21f0f2',
    active: true,
    displayName: 'Ada Alp 🏔️',
    name: { givenName: 'Ada', familyName: 'Alp' },
    emails: [{ value: 'ada@alpine.example', type: 'work', primary: true }],
    groups: [],
    meta: expect.objectContaining({ resourceType: 'User', version: made.headers.etag }),
  })
  expect((await scim.send('GET', userPath(id))).body).toEqual(made.body)
  expect(await scim.listAudit(id)).toMatchObject([
    { action: 'person added by SCIM', actor: 'service alpine-scim', detail: { active: true, after: '' } },
    { action: 'people read by SCIM', detail: { rows: 1 } },
  ])
})

test.each([
  ['the same name in another case', { userName: 'BEA@alpine.EXAMPLE', externalId: 'other' }],
  ['the same name in other characters', { userName: 'ｂea@alpine.example', externalId: 'other' }],
  ['the same external ID', { userName: 'someone-else', externalId: 'ext-bea@alpine.example' }],
])('refuses %s: 409', async (_what, body) => {
  if ((await findNames('userName eq "bea@alpine.example"')).length === 0)
    await scim.addUser('bea@alpine.example')
  const { status, body: answer } = await scim.send('POST', '/Users', { body })
  expect([status, answer.scimType]).toEqual([409, 'uniqueness'])
})

test('two providers can have the same name', async () => {
  await scim.addUser('same@example.com')
  await scim.addUser('same@example.com', {}, { token: scim.houseToken })
})

test.each([
  ['no name', '{}'],
  ['an empty name', '{"userName":" "}'],
  ['a list as the name', '{"userName":["a"]}'],
  ['a control character', '{"userName":"a\\u0000b"}'],
  ['half of a character', '{"userName":"\\ud800"}'],
  ['another value of active', '{"userName":"a","active":"yes"}'],
  ['a prototype', '{"userName":"a","__proto__":{"active":true}}'],
  ['no JSON', '{"userName":'],
  ['nothing', ''],
  ['a list', '[]'],
  ['too long a name', JSON.stringify({ userName: 'a'.repeat(201) })],
])('refuses a person with %s: 400', async (_what, raw) => {
  const { status, body } = await scim.send('POST', '/Users', {
    raw,
    headers: { 'content-type': 'application/scim+json' },
  })
  expect([status, body.schemas, body.status]).toEqual([400, [errorUrn], '400'])
})

test('refuses a body of more than a megabyte, and other media types', async () => {
  const raw = JSON.stringify({ userName: 'a', displayName: 'x'.repeat(1024 * 1024) })
  expect((await scim.send('POST', '/Users', { raw })).status).toBe(413)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect(
      (await scim.send('POST', '/Users', { raw: 'userName=a', headers: { 'content-type': type } })).status,
    ).toBe(415)
})

test('replaces a person without activating them again, and only in the version that was read', async () => {
  const id = await scim.addUser('put@alpine.example', { displayName: 'Pat', active: false })
  const { headers } = await scim.send('GET', userPath(id))
  const tag = { 'if-match': String(headers.etag) }
  const body = { userName: 'put@alpine.example', name: { formatted: 'Pat Put' } }
  const replaced = await scim.send('PUT', userPath(id), { body, headers: tag })
  expect(replaced.status).toBe(200)
  expect(replaced.body).toMatchObject({
    active: false,
    externalId: 'ext-put@alpine.example',
    name: body.name,
  })
  expect(replaced.body.displayName).toBeUndefined()
  for (const [method, sent] of [
    ['PUT', body],
    ['PATCH', { Operations: [{ op: 'replace', value: { displayName: 'x' } }] }],
    ['DELETE', undefined],
  ] as const)
    expect((await scim.send(method, userPath(id), { body: sent, headers: tag })).status).toBe(412)
  const again = await scim.send('PUT', userPath(id), { body })
  expect(again.headers.etag).toBe(replaced.headers.etag)
})

test('describes itself', async () => {
  const config = (await scim.send('GET', '/ServiceProviderConfig')).body
  expect(config).toMatchObject({
    patch: { supported: true },
    filter: { maxResults: 200 },
    etag: { supported: true },
  })
  const types = (await scim.send('GET', '/ResourceTypes')).body.Resources
  for (const { id, schema, endpoint, meta } of types) {
    expect((await scim.send('GET', `/ResourceTypes/${id}`)).body.meta).toEqual(meta)
    expect((await scim.send('GET', `/Schemas/${schema}`)).body.id).toBe(schema)
    expect((await scim.send('GET', endpoint)).status).toBe(200)
  }
  expect((await scim.send('GET', '/Schemas')).body.totalResults).toBe(2)
  expect((await scim.send('GET', '/Schemas/urn:none')).status).toBe(404)
  expect((await scim.send('GET', '/Bulk')).body).toMatchObject({ schemas: [errorUrn], status: '404' })
})
