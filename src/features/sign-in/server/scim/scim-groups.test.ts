import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { addFormerStaff, openScimPortal, userPath } from '#test-support/scim-fixture.ts'
import { scimMessages } from './scim-messages.ts'

type Scim = Awaited<ReturnType<typeof openScimPortal>>
let scim: Scim
beforeAll(async () => {
  scim = await openScimPortal()
})
afterAll(() => scim.portal.close())

async function memberIds(group: string) {
  const { body } = await scim.send('GET', `/Groups/${group}`)
  return body.members.map(({ value }: { value: string }) => value).sort()
}
const add = (value: unknown) => [{ op: 'add', path: 'members', value }]

test('lists the rights at the clients of the provider, and no others', async () => {
  const list = async (token: string) => {
    const { body } = await scim.send('GET', '/Groups?excludedAttributes=members', { token })
    return body.Resources.map(({ id, displayName }: Record<string, string>) => `${id} = ${displayName}`)
  }
  expect(await list(scim.token)).toEqual([
    'all.alpine = alpine: all codes',
    'all.coastal = coastal: all codes',
    'code.ALP1 = alpine: code ALP1',
    'code.ALP2 = alpine: code ALP2',
    'code.COA1 = coastal: code COA1',
    'decide.alpine = alpine: decide authorizations',
    'decide.coastal = coastal: decide authorizations',
    'members.alpine = alpine: change member passwords',
    'members.coastal = coastal: change member passwords',
  ])
  expect(await list(scim.houseToken)).toEqual([
    'all.lagoon = lagoon: all codes',
    'code.LAG1 = lagoon: code LAG1',
    'decide.lagoon = lagoon: decide authorizations',
    'members.lagoon = lagoon: change member passwords',
  ])
})

test.each([
  'all.lagoon',
  'decide.harborline',
  'all.harborline',
  'code.LAG1',
  'all.none',
  'audit.alpine',
  "x' or '1",
])('the group %s is like a missing one', async (group) => {
  const id = await scim.addUser(`stranger to ${group}`)
  const path = `/Groups/${encodeURIComponent(group)}`
  const sent = { body: { members: [{ value: id }] } }
  for (const answer of [
    await scim.send('GET', path),
    await scim.send('PUT', path, sent),
    await scim.patch(path, add([{ value: id }])),
    await scim.send('DELETE', path),
  ])
    expect([answer.status, answer.body.detail]).toEqual([404, scimMessages.notFound])
  expect(await scim.listGrants(id)).toEqual([])
})

test('groups can be neither created nor renamed', async () => {
  const create = async (displayName: string) => {
    const { status, body } = await scim.send('POST', '/Groups', { body: { displayName } })
    return [status, body.scimType]
  }
  expect(await create('ALPINE: all codes')).toEqual([409, 'uniqueness'])
  expect(await create('lagoon: all codes')).toEqual([403, undefined])
  const rename = [{ op: 'replace', path: 'displayName', value: 'Administrators' }]
  expect((await scim.patch('/Groups/all.alpine', rename)).body.scimType).toBe('mutability')
  const kept = [{ op: 'replace', value: { id: 'all.alpine', displayName: 'alpine: all codes' } }]
  expect((await scim.patch('/Groups/all.alpine', kept)).status).toBe(204)
})

test('members get exactly the rights of their groups, with before and after in the audit trail', async () => {
  const id = await scim.addUser('rights@alpine.example')
  const grants = () => scim.listGrants(id)
  // Until the person belongs to a client, the right to decide is worth nothing.
  await scim.addMembers('decide.alpine', [id])
  expect(await grants()).toEqual([])
  await scim.addMembers('code.ALP2', [id])
  expect(await grants()).toEqual(['client code ALP2', 'decide'])
  await scim.addMembers('all.alpine', [id])
  expect(await grants()).toEqual(['decide'])
  await scim.patch('/Groups/all.alpine', [{ op: 'Remove', path: `members[value eq "${id}"]` }])
  await scim.patch('/Groups/decide.alpine', [{ op: 'Remove', path: 'members', value: [{ value: id }] }])
  expect(await grants()).toEqual(['client code ALP2'])
  // Two clients are as good as none.
  await scim.addMembers('code.COA1', [id])
  expect(await grants()).toEqual([])
  expect(
    (await scim.send('GET', userPath(id))).body.groups.map(({ value }: { value: string }) => value),
  ).toEqual(['code.ALP2', 'code.COA1'])
  const changes = (await scim.listAudit(id)).filter(({ action }) => action === 'rights changed by SCIM')
  expect(changes.map(({ detail }) => detail)).toEqual([
    { before: '', after: 'decide.alpine' },
    { before: 'decide.alpine', after: 'code.ALP2 decide.alpine' },
    { before: 'code.ALP2 decide.alpine', after: 'all.alpine code.ALP2 decide.alpine' },
    { before: 'all.alpine code.ALP2 decide.alpine', after: 'code.ALP2 decide.alpine' },
    { before: 'code.ALP2 decide.alpine', after: 'code.ALP2' },
    { before: 'code.ALP2', after: 'code.ALP2 code.COA1' },
  ])
})

test('a group gives the right to change the passwords of members, for people with a client', async () => {
  const id = await scim.addUser('owner@alpine.example')
  await scim.addMembers('members.alpine', [id])
  expect(await scim.listGrants(id)).toEqual([])
  await scim.addMembers('all.alpine', [id])
  expect(await scim.listGrants(id)).toEqual(['members'])
  await scim.patch('/Groups/members.alpine', [{ op: 'remove', path: `members[value eq "${id}"]` }])
  expect(await scim.listGrants(id)).toEqual([])
})

test('replaces and removes all members, and finds the groups of a member', async () => {
  const one = await scim.addUser('one@coastal.example')
  const two = await scim.addUser('two@coastal.example')
  await scim.addMembers('code.COA1', [one])
  const body = { displayName: 'coastal: code COA1', members: [{ value: two, display: 'Two' }] }
  const replaced = await scim.send('PUT', '/Groups/code.COA1', { body })
  expect(replaced.body.members).toMatchObject([{ value: two, display: 'two@coastal.example' }])
  expect(await scim.listGrants(one)).toEqual([])
  const byMember = await scim.send('GET', `/Groups?filter=${encodeURIComponent(`members.value eq "${two}"`)}`)
  expect(byMember.body.Resources).toMatchObject([{ id: 'code.COA1', members: [{ value: two }] }])
  const byName = await scim.send(
    'GET',
    `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "COASTAL: code COA1"')}`,
  )
  expect(byName.body.Resources).toEqual([expect.not.objectContaining({ members: expect.anything() })])
  const stale = { headers: { 'if-match': 'W/"old"' } }
  expect((await scim.send('DELETE', '/Groups/code.COA1', stale)).status).toBe(412)
  const asJson = { headers: { 'content-type': 'application/json' } }
  expect((await scim.send('DELETE', '/Groups/code.COA1', asJson)).status).toBe(204)
  expect(await memberIds('code.COA1')).toEqual([])
  expect(await scim.listGrants(two)).toEqual([])
  expect((await scim.send('GET', '/Groups/code.COA1')).status).toBe(200)
})

test.each([
  ['a prototype', [{ op: 'add', path: '__proto__', value: [] }], 'invalidPath'],
  ['an owner', [{ op: 'add', path: 'owners', value: [] }], 'invalidPath'],
  ['text as a member', [{ op: 'add', path: 'members', value: 'me' }], 'invalidValue'],
  ['a stranger', add([{ value: 'me' }]), 'invalidValue'],
  ['an SQL fragment', add([{ value: "') or true --" }]), 'invalidValue'],
  ['a filter on names', [{ op: 'remove', path: 'members[display eq "a"]' }], 'invalidPath'],
  ['an added filter', [{ op: 'add', path: 'members[value eq "a"]', value: {} }], 'invalidPath'],
  ['another operation', [{ op: 'copy', path: 'members', value: [] }], 'invalidSyntax'],
  [
    'too many members',
    add(Array.from({ length: 10_001 }, (_, at) => ({ value: String(at) }))),
    'invalidValue',
  ],
  ['10,000 operations', Array.from({ length: 10_000 }, () => add([])[0]), 'invalidValue'],
])('refuses a PATCH with %s, and changes nothing', async (what, operations, scimType) => {
  const id = await scim.addUser(`innocent ${what}`)
  const all = operations.length < 1000 ? [...add([{ value: id }]), ...operations] : operations
  const { status, body } = await scim.patch('/Groups/all.coastal', all)
  expect([status, body.scimType]).toEqual([400, scimType])
  expect(await memberIds('all.coastal')).not.toContain(id)
})

test('of concurrent changes of one group, none is lost', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, at) => scim.addUser(`race${at}@alpine.example`)),
  )
  await scim.addMembers('decide.coastal', ids.slice(0, 6))
  const responses = await Promise.all([
    ...ids.slice(6).map((id) => scim.addMembers('decide.coastal', [id])),
    ...ids
      .slice(0, 6)
      .map((id) =>
        scim.patch('/Groups/decide.coastal', [{ op: 'remove', path: `members[value eq "${id}"]` }]),
      ),
  ])
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]))
  expect(await memberIds('decide.coastal')).toEqual(ids.slice(6).sort())
})

test('of concurrent requests for one name, one adds the person', async () => {
  const body = (at: number) => ({
    userName: at % 2 ? 'Twin@alpine.example' : 'twin@ALPINE.example',
    externalId: `t${at}`,
  })
  const responses = await Promise.all(
    [0, 1, 2, 3].map((at) => scim.send('POST', '/Users', { body: body(at) })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('a group can have 10,000 members, who are changed at once, and no more', async () => {
  const { owner } = scim.portal.databaseContext
  // The statistics are those of few people: plans must not depend on them.
  for (const table of ['staff_user', 'staff_grant', 'staff_session', 'scim_person', 'scim_right']) {
    await execute(owner, sql`alter table ${sql.ref(table)} set (autovacuum_enabled = false)`)
    await execute(owner, sql`analyze ${sql.ref(table)}`)
  }
  await execute(
    owner,
    sql`
    with people as (
      insert into staff_user (issuer, subject, name, created_at)
      select 'https://house.test', 'many' || n, 'Many ' || n, now() from generate_series(1, 10001) n
      returning id, subject)
    insert into scim_person (user_id, issuer, user_name, user_name_key, external_id, active, created_at, changed_at)
    select id, 'https://house.test', subject, subject, subject, true, now(), now() from people`,
  )
  await execute(
    owner,
    sql`
    insert into scim_right (user_id, kind, client_id)
    select user_id, 'decide', 'lagoon' from scim_person where user_name like 'many%' and user_name <> 'many1'`,
  )
  const { token } = { token: scim.houseToken }
  const group = (await scim.send('GET', '/Groups/decide.lagoon', { token })).body
  expect(group.members).toHaveLength(10_000)
  const last = (await scim.send('GET', '/Users?filter=userName%20eq%20%22many1%22', { token })).body
    .Resources[0].id
  const refused = await scim.patch('/Groups/decide.lagoon', add([{ value: last }]), { token })
  expect([refused.status, refused.body.detail]).toEqual([400, scimMessages.tooManyMembers])
  const begun = performance.now()
  const body = { members: group.members.map(({ value }: { value: string }) => ({ value })) }
  expect((await scim.send('PUT', '/Groups/all.lagoon', { body, token })).status).toBe(200)
  const tooMany = await scim.send('GET', '/Groups', { token })
  expect([tooMany.status, tooMany.body.scimType]).toEqual([400, 'tooMany'])
  expect(await scim.listGrants(group.members[0].value)).toEqual(['decide'])
  expect((await scim.send('DELETE', '/Groups/all.lagoon', { token })).status).toBe(204)
  expect(performance.now() - begun).toBeLessThan(30_000)
  expect(await scim.listGrants(group.members[0].value)).toEqual([])
}, 60_000)

test('the serving role can give rights to people from SCIM only, and never to the audit trail', async () => {
  const former = { issuer: 'https://alpine.test', subject: 'walled', clientId: 'alpine' }
  const staff = await addFormerStaff(scim.portal, former)
  const id = await scim.addUser('walled@alpine.example')
  const grant = (user: string, kind: string) =>
    execute(
      scim.portal.db,
      sql`insert into staff_grant (user_id, kind, client_code, granted_at) values (${user}, ${kind}, '', now())`,
    )
  await expect(grant(staff.userId, 'decide')).rejects.toMatchObject({ code: '42501' })
  await expect(grant(id, 'audit')).rejects.toMatchObject({ code: '42501' })
  await grant(id, 'decide')
  const disable = (user: string) =>
    execute(scim.portal.db, sql`update staff_user set disabled_at = now() where id = ${user}`)
  await expect(disable(staff.userId)).rejects.toThrow(/is not from SCIM/)
})
