import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { addFormerStaff, openScimSignIn, userPath } from '#test-support/scim-fixture.ts'
import { checkScim } from '../check-identity-provider.ts'
import { staffMessages } from '../command-messages.ts'
import { grantRights } from '../staff-grants.ts'
import { disableStaff, enableStaff } from '../staff-people.ts'
import { revokeServiceToken } from '../tokens/service-tokens.ts'
import { releasePerson } from './release-person.ts'

let scim: Awaited<ReturnType<typeof openScimSignIn>>
beforeAll(async () => {
  scim = await openScimSignIn()
})
afterAll(() => scim.close())

const owner = () => scim.portal.databaseContext.owner

const findPerson = async (id: string) =>
  (
    await queryRows(
      owner(),
      z.object({ name: z.string().nullable(), email: z.string().nullable(), subject: z.string() }),
      sql`select name, email, subject from staff_user where id = ${id}`,
    )
  )[0]

test('a removed person keeps a name for the audit trail only, and can come back', async () => {
  const never = await scim.addUser('never@alpine.example', { emails: [{ value: 'never@alpine.example' }] })
  const once = await scim.addUser('once@alpine.example', {
    externalId: 'once',
    displayName: 'Ona Once',
    emails: [{ value: 'once@alpine.example' }],
  })
  await scim.addMembers('all.alpine', [never, once])
  const { cookie } = await scim.signInAt(scim.alpine, { sub: 'x', oid: 'once' })
  for (const id of [never, once]) expect((await scim.send('DELETE', userPath(id))).status).toBe(204)
  expect(await findPerson(never)).toEqual({ name: null, email: null, subject: `scim:${never}` })
  expect(await findPerson(once)).toEqual({ name: 'Ona Once', email: null, subject: 'once' })
  expect((await scim.renew(cookie)).status).toBe(401)
  expect((await scim.signInAt(scim.alpine, { sub: 'x', oid: 'once' })).reason).toBe('not-provisioned')
  expect(await scim.addUser('once@alpine.example', { externalId: 'once' })).toBe(once)
  expect(await scim.listGrants(once)).toEqual([])
  await scim.addMembers('all.alpine', [once])
  expect((await scim.signInAt(scim.alpine, { sub: 'x', oid: 'once' })).reason).toBeNull()
  const stays = await scim.patch(userPath(once), [{ op: 'replace', path: 'externalId', value: 'boss' }])
  expect([stays.status, stays.body.scimType]).toEqual([400, 'mutability'])
})

test('a person from before SCIM stays the same person, and loses the rights of before', async () => {
  const { portal, addUser, send } = scim
  const person = { issuer: scim.alpine.issuer, subject: 'former', name: 'Fay Former' }
  const { userId, cookie } = await addFormerStaff(portal, { ...person, clientId: 'alpine' })
  await grantRights(owner(), {
    who: userId,
    issuer: scim.alpine.issuer,
    grant: { codes: ['ALP1'], decide: true },
    actor: 'tests',
  })
  expect(await addUser('former@alpine.example', { externalId: 'former' })).toBe(userId)
  expect(await scim.listGrants(userId)).toEqual([])
  expect((await scim.renew(cookie)).status).toBe(401)
  expect((await scim.listAudit(userId)).at(-1)?.detail).toMatchObject({
    before: 'client code ALP1, decide',
    after: '',
  })
  await addFormerStaff(portal, { issuer: scim.alpine.issuer, subject: 'moved', clientId: 'lagoon' })
  const moved = await send('POST', '/Users', { body: { userName: 'moved', externalId: 'moved' } })
  expect([moved.status, moved.body.scimType]).toEqual([409, 'uniqueness'])
})

test('the doctor says who uses SCIM, and when each provider last called', async () => {
  const { portal, house, alpine } = scim
  const check = (changed = {}) => checkScim(owner(), { ...portal.config, ...changed })
  await scim.send('GET', '/Users')
  expect(await check()).toMatchObject({
    status: 'warning',
    found: expect.stringMatching(
      `^${house.issuer} uses SCIM, but has never called\\. ${alpine.issuer} uses SCIM, and last called at 2\\S+Z\\.$`,
    ),
  })
  await revokeServiceToken(owner(), { name: 'house-scim', actor: 'tests' })
  expect(await check()).toMatchObject({
    status: 'failed',
    found: expect.stringContaining(`${house.issuer} uses SCIM, but has no token.`),
  })
  const claims = { OIDC_PROVISIONING: 'claims', OIDC_PROVIDERS: [] }
  expect(await check(claims)).toMatchObject({
    status: 'ok',
    found: expect.stringContaining('No identity provider'),
  })
})

test('an operator is not overruled, and takes over once the person is released', async () => {
  const id = await scim.addUser('olga@alpine.example', { externalId: 'olga' })
  await scim.addMembers('all.alpine', [id])
  const activate = (active: boolean) =>
    scim.patch(userPath(id), [{ op: 'replace', path: 'active', value: active }])
  const person = { who: id, actor: 'tests' }
  const grant = { ...person, issuer: scim.alpine.issuer, grant: { decide: true } }
  await expect(grantRights(owner(), grant)).rejects.toThrow(staffMessages.fromScim(id))
  await disableStaff(owner(), person)
  await activate(false)
  await activate(true)
  expect((await scim.signInAt(scim.alpine, { sub: 'x', oid: 'olga' })).reason).toBe('person-disabled')
  await enableStaff(owner(), person)
  expect((await scim.signInAt(scim.alpine, { sub: 'x', oid: 'olga' })).reason).toBeNull()
  await activate(false)
  await expect(enableStaff(owner(), person)).rejects.toThrow(staffMessages.disabledByScim(id))
  await expect(releasePerson(owner(), { ...person, who: scim.alpine.issuer })).rejects.toThrow(/No one/)
  await releasePerson(owner(), person)
  expect((await scim.send('GET', userPath(id))).status).toBe(404)
  await grantRights(owner(), grant)
  expect(await scim.listGrants(id)).toEqual(['decide'])
  expect((await scim.signInAt(scim.alpine, { sub: 'x', oid: 'olga' })).reason).toBe('not-provisioned')
  await enableStaff(owner(), person)
  await expect(releasePerson(owner(), person)).rejects.toThrow(staffMessages.notFromScim(id))
  expect((await scim.listAudit(id)).map(({ action }) => action)).toContain('person released from SCIM')
})
