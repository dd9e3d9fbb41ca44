import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, execute, sql } from '#platform/db/database.ts'
import { addFormerStaff, clientClaim, openScimSignIn, userPath } from '#test-support/scim-fixture.ts'
import { staffMessages } from '../command-messages.ts'
import { grantRights, revokeRights } from '../staff-grants.ts'
import { disableStaff, enableStaff, getPerson } from '../staff-people.ts'
import { listDeciders, recheckEntitlements } from '../staff-principal-query.ts'
import { revokeServiceToken } from '../tokens/service-tokens.ts'
import { scimMessages } from './scim-messages.ts'

let scim: Awaited<ReturnType<typeof openScimSignIn>>
beforeAll(async () => {
  scim = await openScimSignIn()
})
afterAll(() => scim.close())

const owner = () => scim.portal.databaseContext.owner
const command = (who: string) => ({ who, actor: 'tests' })
const activate = (id: string, active: boolean, token = scim.token) =>
  scim.patch(userPath(id), [{ op: 'replace', path: 'active', value: active }], { token })
let tokenName = 'alpine-scim'
const revokeToken = () => revokeServiceToken(owner(), { name: tokenName, actor: 'tests' })
async function replaceToken() {
  tokenName = `${tokenName}-next`
  scim = { ...scim, token: await scim.createToken(tokenName, scim.alpine.issuer) }
}
const reasonAt = async (oid: string, sub = 'pairwise') =>
  (await scim.signInAt(scim.alpine, { sub, oid })).reason
const post = (body: Record<string, unknown>, token = scim.token) =>
  scim.send('POST', '/Users', { body, token })

test('without a token, or with another one, a deactivated person stays out', async () => {
  const id = await scim.addUser('tess@alpine.example', { externalId: 'tess' })
  await scim.addMembers('code.ALP1', [id])
  await activate(id, false)
  await revokeToken()
  const refused = staffMessages.disabledByScim(id)
  await expect(enableStaff(owner(), command(id))).rejects.toThrow(refused)
  const enabling = (db: Database) =>
    execute(db, sql`update staff_user set disabled_at = null where id = ${id}`)
  await expect(enabling(owner())).rejects.toThrow(/has deactivated/)
  await replaceToken()
  await expect(enableStaff(owner(), command(id))).rejects.toThrow(refused)
  expect(await reasonAt('tess')).toBe('person-disabled')
  // Somebody who got in before the database refused it is deactivated by the next request.
  await execute(owner(), sql`alter table staff_user disable trigger staff_access_is_from_scim`)
  await enabling(owner())
  await execute(owner(), sql`alter table staff_user enable trigger staff_access_is_from_scim`)
  await activate(id, false, scim.token)
  expect(await reasonAt('tess')).toBe('person-disabled')
  await scim.send('DELETE', userPath(id), { token: scim.token })
  await expect(enableStaff(owner(), command(id))).rejects.toThrow(refused)
})

test('a person of one code never sees others, with or without a token and its setting', async () => {
  const { token } = scim
  const id = await scim.addUser('rae@alpine.example', { externalId: 'rae' }, { token })
  await scim.addMembers('code.ALP1', [id], { token })
  expect(await reasonAt('rae')).toBeNull()
  await revokeToken()
  const grants = { who: id, issuer: scim.alpine.issuer, actor: 'tests' }
  const refused = staffMessages.fromScim(id)
  await expect(revokeRights(owner(), { ...grants, grant: { allCodes: true } })).rejects.toThrow(refused)
  await expect(grantRights(owner(), { ...grants, grant: { codes: ['ALP2'] } })).rejects.toThrow(refused)
  const work = { userId: id, clientId: 'alpine', codes: ['ALP1', 'ALP2'], config: scim.portal.config }
  const codes = async () => (await recheckEntitlements(scim.portal.db, work))?.scope
  expect(await codes()).toEqual(['ALP1'])
  await execute(owner(), sql`delete from staff_grant where user_id = ${id}`)
  expect(await codes()).toEqual([])
  await replaceToken()
  await activate(id, false, scim.token)
  const { OIDC_PROVIDERS } = scim.portal.config
  const claims = OIDC_PROVIDERS.map((each) => ({
    ...each,
    settings: { ...each.settings, OIDC_PROVISIONING: 'claims' as const, OIDC_CLIENT_CLAIM: 'company' },
  }))
  const later = await scim.portal.another({ OIDC_PROVIDERS: claims })
  const at = await later.listen({ port: 0, host: '127.0.0.1' })
  const person = { sub: 'rae', oid: 'rae', company: 'alpine' }
  expect((await scim.signInAt(scim.alpine, person, at)).reason).toBe('person-disabled')
  await activate(id, true, scim.token)
  await scim.patch('/Groups/code.ALP1', [{ op: 'remove', path: `members[value eq "${id}"]` }], {
    token: scim.token,
  })
  expect((await scim.signInAt(scim.alpine, person, at)).reason).toBe('no-client')
  await later.close()
})

test('what an operator turned off stays off, under the names of the person, too', async () => {
  const { token } = scim
  const names = { userName: 'Otto@alpine.example', externalId: 'otto' }
  const id = await scim.addUser(names.userName, { externalId: 'otto' }, { token })
  await disableStaff(owner(), command(id))
  const rename = [{ op: 'replace', path: 'externalId', value: 'otto-2' }]
  expect((await scim.patch(userPath(id), rename, { token })).body.scimType).toBe('mutability')
  await scim.patch(userPath(id), [{ op: 'replace', path: 'userName', value: 'nobody' }], { token })
  const refused = [409, scimMessages.turnedOff]
  const refusal = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await post(body, token)
    return [status, answer.detail]
  }
  expect(await refusal({ userName: 'otto@ALPINE.example', externalId: 'otto-2' })).toEqual(refused)
  await scim.send('DELETE', userPath(id), { token })
  expect(await refusal({ userName: 'otto@alpine.example', externalId: 'otto-2' })).toEqual(refused)
  expect(await refusal({ userName: 'nobody', externalId: 'otto-3' })).toEqual(refused)
  const other = await scim.addUser('other-otto', { externalId: 'otto-4' }, { token })
  const take = (path: string, value: string) =>
    scim.patch(userPath(other), [{ op: 'replace', path, value }], { token })
  expect((await take('userName', 'OTTO@alpine.example')).status).toBe(409)
  expect((await take('externalId', 'otto')).status).toBe(409)
  const direct = sql`update scim_person set user_name_key = 'otto@alpine.example' where user_id = ${other}`
  await expect(execute(scim.portal.db, direct)).rejects.toMatchObject({ code: '42501' })
  expect((await post({ ...names, active: true }, token)).body.id).toBe(id)
  await scim.addMembers('all.alpine', [id], { token })
  expect(await reasonAt('otto')).toBe('person-disabled')
  const subject = sql`update staff_user set subject = 'free' where id = ${id}`
  await expect(execute(scim.portal.db, subject)).rejects.toMatchObject({ code: '42501' })
  await enableStaff(owner(), command('otto'))
  expect(await reasonAt('otto')).toBeNull()
})

test('a provider cannot keep the commands from naming a person', async () => {
  const { token } = scim
  const id = await scim.addUser('nina@alpine.example', { externalId: 'nina' }, { token })
  for (const [at, more] of [{ externalId: id }, { displayName: id }, { userName: id }].entries())
    await scim.addUser(
      `decoy${at}`,
      { externalId: `decoy${at}`, emails: [{ value: id }], ...more },
      { token },
    )
  expect((await disableStaff(owner(), command(id))).person.id).toBe(id)
  expect((await disableStaff(owner(), command(id.toUpperCase()))).person.id).toBe(id)
  await scim.patch(userPath(id), [{ op: 'replace', value: { userName: 'x', displayName: 'y' } }], { token })
  expect((await disableStaff(owner(), command('NINA@alpine.example'))).person.id).toBe(id)
  await scim.send('DELETE', userPath(id), { token })
  for (const who of ['nina@alpine.example', 'nina'])
    expect((await disableStaff(owner(), command(who))).person.id).toBe(id)
})

test('internal staff who have never signed in stay out of reach', async () => {
  const token = scim.houseToken
  const boss = await scim.addUser(
    'boss',
    { externalId: 'future-boss', displayName: 'Somebody Else' },
    { token },
  )
  await scim.addMembers('code.LAG1', [boss], { token })
  await activate(boss, false, token)
  const { reason, cookie } = await scim.signInAt(scim.house, {
    sub: 'future-boss',
    name: 'The Boss',
    [clientClaim]: 'harborline',
  })
  expect(reason).toBeNull()
  expect(await scim.renew(cookie)).toMatchObject({ clientId: 'harborline', isInternal: true })
  expect(await getPerson(owner(), boss)).toMatchObject({ name: 'The Boss' })
  expect(await scim.listGrants(boss)).toEqual([])
  expect((await activate(boss, false, token)).status).toBe(404)
  expect((await post({ userName: 'boss', externalId: 'future-boss' }, token)).status).toBe(409)
  expect((await scim.listAudit(boss)).map(({ action }) => action)).toContain('person released from SCIM')
  const auditor = { who: 'future-auditor', issuer: scim.house.issuer, actor: 'tests' }
  const { id } = await grantRights(owner(), { ...auditor, grant: { codes: ['LAG1'] } })
  const taken = await post({ userName: 'a', externalId: 'future-auditor' }, token)
  expect([taken.status, taken.body.detail]).toEqual([409, scimMessages.hasRights])
  const adopt = sql`
    insert into scim_person (user_id, issuer, user_name, user_name_key, active, created_at, changed_at)
    values (${id}, ${scim.house.issuer}, 'a', 'a', true, now(), now())`
  await expect(execute(scim.portal.db, adopt)).rejects.toMatchObject({ code: '42501' })
  const off = await scim.addUser('off', { externalId: 'off' }, { token })
  await disableStaff(owner(), command(off))
  const claimed = { sub: 'off', [clientClaim]: 'harborline' }
  expect((await scim.signInAt(scim.house, claimed)).reason).toBe('person-disabled')
})

test('with oid, the account of before ends, and what an operator turned off counts for the new one', async () => {
  const { token } = scim
  const person = { issuer: scim.alpine.issuer, clientId: 'alpine', email: 'Vera@alpine.example' }
  const former = await addFormerStaff(scim.portal, { ...person, subject: 'vera-sub' })
  await execute(
    owner(),
    sql`insert into staff_grant (user_id, kind, granted_at) values (${former.userId}, 'decide', now())`,
  )
  expect((await scim.renew(former.cookie)).status).toBe(401)
  expect(await listDeciders(scim.portal.db, 'alpine', scim.portal.config)).toEqual([])
  const id = await scim.addUser('vera@alpine.example', { externalId: 'vera-oid' }, { token })
  expect((await scim.listAudit(id)).at(-1)?.detail).toMatchObject({ alike: former.userId })
  await scim.addMembers('all.alpine', [id], { token })
  expect(await reasonAt('vera-oid', 'vera-sub')).toBeNull()
  await disableStaff(owner(), command(former.userId))
  expect(await reasonAt('vera-oid', 'vera-sub')).toBe('person-disabled')
  await addFormerStaff(scim.portal, { ...person, subject: 'wim-sub', email: 'wim@alpine.example' })
  await disableStaff(owner(), command('wim@alpine.example'))
  expect((await post({ userName: 'WIM@alpine.example', externalId: 'wim-oid' }, token)).status).toBe(409)
})
