import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { clientClaim, openScimSignIn, patchUrn, userPath, userUrn } from '#test-support/scim-fixture.ts'
import { listSignIns } from '../../contract.ts'

let scim: Awaited<ReturnType<typeof openScimSignIn>>
beforeAll(async () => {
  scim = await openScimSignIn()
})
afterAll(() => scim.close())

const owner = () => scim.portal.databaseContext.owner

const lastRefusal = async () =>
  (
    await queryRows(
      owner(),
      z.object({ actor: z.string(), detail: z.record(z.string(), z.unknown()) }),
      sql`select actor, detail from audit_event where action = 'sign-in refused' order by id desc limit 1`,
    )
  )[0]

test('Microsoft Entra ID adds a person, who signs in, changes them, and ends their open session', async () => {
  const { send, patch } = scim
  const userName = 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1'
  const oid = '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef'
  const query = `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`
  expect((await send('GET', query)).body).toMatchObject({ totalResults: 0, Resources: [] })
  const body = {
    schemas: [userUrn, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: oid,
    userName,
    active: true,
    meta: { resourceType: 'User' },
    roles: [],
    emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  }
  const { body: made } = await send('POST', '/Users', { body })
  expect((await send('GET', query)).body.Resources[0].id).toBe(made.id)
  const groups = `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "alpine: all codes"')}`
  const group = (await send('GET', groups)).body.Resources[0]
  const members = { path: 'members', value: [{ $ref: null, value: made.id }] }
  expect((await patch(`/Groups/${group.id}`, [{ op: 'Add', ...members }])).status).toBe(204)

  const { reason, cookie } = await scim.signInAt(scim.alpine, { sub: 'pairwise', oid })
  expect(reason).toBeNull()
  const renewed = await scim.renew(cookie)
  expect(renewed).toMatchObject({
    status: 200,
    clientId: 'alpine',
    isInternal: false,
    name: 'givenName familyName',
  })
  const { body: changed } = await patch(userPath(made.id), [
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
  ])
  expect(changed).toMatchObject({
    name: { familyName: 'updatedFamilyName' },
    groups: [{ value: 'all.alpine' }],
  })
  expect(changed.emails[0].value).toBe('updatedEmail@microsoft.com')
  expect((await scim.renew(cookie)).status).toBe(200)

  expect((await patch(userPath(made.id), [{ op: 'Replace', path: 'active', value: 'False' }])).status).toBe(
    200,
  )
  const headers = { cookie, authorization: `Bearer ${renewed.token}` }
  expect((await scim.elsewhere.inject({ url: listSignIns.path, headers })).statusCode).toBe(401)
  expect((await scim.renew(cookie)).status).toBe(401)
  expect((await scim.signInAt(scim.alpine, { sub: 'pairwise', oid })).reason).toBe('person-disabled')
  expect(await lastRefusal()).toEqual({
    actor: `${scim.alpine.issuer} pairwise`,
    detail: { reason: 'person-disabled', client: null },
  })
  expect((await scim.listAudit(made.id)).at(-1)).toMatchObject({
    action: 'person deactivated by SCIM',
    actor: 'service alpine-scim',
    detail: { active: false, sessions: 1 },
  })
  await patch(userPath(made.id), [{ op: 'Replace', path: 'active', value: 'True' }])
  expect((await scim.signInAt(scim.alpine, { sub: 'pairwise', oid })).reason).toBeNull()
  expect((await patch(`/Groups/${group.id}`, [{ op: 'Remove', ...members }])).status).toBe(204)
  expect((await send('DELETE', userPath(made.id))).status).toBe(204)
  expect((await send('GET', userPath(made.id))).status).toBe(404)
})

test('Okta adds a person, who signs in, replaces them, and deactivates them', async () => {
  const token = scim.houseToken
  expect((await scim.send('GET', '/Users?count=1&startIndex=1', { token })).status).toBe(200)
  const body = {
    schemas: [userUrn],
    userName: 'test.user@okta.local',
    displayName: 'Test User',
    locale: 'en-US',
    active: true,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
  }
  const made = await scim.send('POST', '/Users', { body, token })
  const { id } = made.body
  const push = [
    { op: 'remove', path: 'members[value eq "00000000-0000-4000-8000-000000000000"]' },
    { op: 'add', path: 'members', value: [{ value: id, display: 'test.user@okta.local' }] },
  ]
  const group = { schemas: [patchUrn], Operations: push }
  expect((await scim.send('PATCH', '/Groups/code.LAG1', { body: group, token })).status).toBe(204)
  const { cookie } = await scim.signInAt(scim.house, { sub: '00ujl29u0le5T6Aj10h7' })
  expect(await scim.renew(cookie)).toMatchObject({ status: 200, clientId: 'lagoon', name: 'Test User' })
  const again = { ...made.body, name: { givenName: 'Another', familyName: 'User' } }
  const replaced = await scim.send('PUT', userPath(id), { body: again, token })
  expect(replaced.body).toMatchObject({ name: again.name, active: true, groups: [{ value: 'code.LAG1' }] })
  const off = [{ op: 'replace', value: { active: false } }]
  expect((await scim.patch(userPath(id), off, { token })).body.active).toBe(false)
  expect((await scim.renew(cookie)).status).toBe(401)
})

test('claims of rights do not count: groups name the client, and unknown people are refused', async () => {
  const token = scim.houseToken
  const gus = await scim.addUser('gus@lagoon.example', { externalId: 'gus' }, { token })
  const elsewhere = { sub: 'gus', [clientClaim]: 'alpine' }
  expect((await scim.signInAt(scim.house, elsewhere)).reason).toBe('no-client')
  await scim.patch('/Groups/all.lagoon', [{ op: 'add', path: 'members', value: [{ value: gus }] }], { token })
  const { cookie } = await scim.signInAt(scim.house, elsewhere)
  expect(await scim.renew(cookie)).toMatchObject({ clientId: 'lagoon', isInternal: false })
  for (const claimed of ['lagoon', 'alpine', undefined]) {
    const claims = { sub: 'unknown', [clientClaim]: claimed }
    expect((await scim.signInAt(scim.house, claims)).reason).toBe('not-provisioned')
    expect((await lastRefusal())?.detail).toMatchObject({ reason: 'not-provisioned' })
  }
  const none = sql`select from staff_user where subject = 'unknown'`
  expect(await queryRows(owner(), z.object({}), none)).toEqual([])
  // Internal staff are out of reach of SCIM, so their claim counts as before.
  const { cookie: boss } = await scim.signInAt(scim.house, { sub: 'boss', [clientClaim]: 'harborline' })
  expect(await scim.renew(boss)).toMatchObject({ clientId: 'harborline', isInternal: true })
  expect((await scim.signInAt(scim.alpine, { sub: 'gus', oid: 'gus' })).reason).toBe('not-provisioned')
  expect((await scim.signInAt(scim.alpine, { sub: 'ext-x' })).reason).toBe('not-provisioned')
})

test('losing the client ends the session, and losing some codes does not', async () => {
  const id = await scim.addUser('hal@alpine.example', { externalId: 'hal' })
  await scim.addMembers('code.ALP1', [id])
  await scim.addMembers('code.ALP2', [id])
  const { cookie } = await scim.signInAt(scim.alpine, { sub: 'x', oid: 'hal' })
  const remove = (group: string) =>
    scim.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${id}"]` }])
  await remove('code.ALP2')
  expect((await scim.renew(cookie)).status).toBe(200)
  await remove('code.ALP1')
  expect((await scim.renew(cookie)).status).toBe(401)
  expect((await scim.signInAt(scim.alpine, { sub: 'x', oid: 'hal' })).reason).toBe('no-client')
})

test('a sign-in and a deactivation at the same time leave no session', async () => {
  const id = await scim.addUser('ida@alpine.example', { externalId: 'ida' })
  await scim.addMembers('all.alpine', [id])
  for (const active of [false, true, false, true, false]) {
    const change = scim.patch(userPath(id), [{ op: 'replace', path: 'active', value: active }])
    const [{ cookie }] = await Promise.all([scim.signInAt(scim.alpine, { sub: 'x', oid: 'ida' }), change])
    if (!active) expect((await scim.renew(cookie)).status).toBe(401)
  }
})
