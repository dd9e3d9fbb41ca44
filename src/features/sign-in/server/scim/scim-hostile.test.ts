import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScimPortal, userPath, userUrn } from '#test-support/scim-fixture.ts'

let scim: Awaited<ReturnType<typeof openScimPortal>>
beforeAll(async () => {
  scim = await openScimPortal()
})
afterAll(() => scim.portal.close())

test('a name cannot pass as another one by overriding the direction of its text', async () => {
  const id = await scim.addUser('plain@alpine.example')
  for (const spoof of ['eda\u{202e}', '\u{2066}ada\u{2069}']) {
    const body = { schemas: [userUrn], userName: 'spoof', externalId: 'spoof', active: true }
    for (const key of ['userName', 'externalId', 'displayName']) {
      const made = await scim.send('POST', '/Users', { body: { ...body, [key]: spoof } })
      expect([key, made.status]).toEqual([key, 400])
      const changed = await scim.patch(userPath(id), [{ op: 'replace', path: key, value: spoof }])
      expect([key, changed.status]).toEqual([key, 400])
    }
  }
  // Names of Persian and Indic scripts have joiners.
  const persian = await scim.patch(userPath(id), [
    { op: 'replace', path: 'displayName', value: 'می\u{200c}نا' },
  ])
  expect(persian.status).toBe(200)
})

test('members are removed under their ID in any case', async () => {
  const ids = [await scim.addUser('one'), await scim.addUser('two'), await scim.addUser('three')]
  const [one = '', two = '', three = ''] = ids.map((id) => id.toUpperCase())
  await scim.addMembers('all.alpine', [...ids, one])
  const members = async () =>
    (await scim.send('GET', '/Groups/all.alpine')).body.members.map(({ value }: { value: string }) => value)
  expect(new Set(await members())).toEqual(new Set(ids))
  await scim.patch('/Groups/all.alpine', [{ op: 'remove', path: `members[value eq "${one}"]` }])
  await scim.patch('/Groups/all.alpine', [{ op: 'remove', path: 'members', value: [{ value: two }] }])
  expect(await members()).toEqual([ids[2]])
  const body = { members: [{ value: three }, { value: ids[2] }] }
  expect((await scim.send('PUT', '/Groups/all.alpine', { body })).body.members).toHaveLength(1)
})
