import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { addFormerStaff, createScimClient, openScimSignIn, userPath } from '#test-support/scim-fixture.ts'
import { renewToken } from '../../contract.ts'

let scim: Awaited<ReturnType<typeof openScimSignIn>>
beforeAll(async () => {
  scim = await openScimSignIn()
})
afterAll(() => scim.close())

const owner = () => scim.portal.databaseContext.owner
const one = (id: string) => ({ members: [{ value: id }] })
const countWaiting = async () =>
  (
    await queryRow(
      owner(),
      z.object({ waiting: z.int() }),
      sql`
      select count(*)::int as waiting from pg_locks
       where not granted and (database is null or database = (select oid from pg_database where datname = current_database()))`,
    )
  )?.waiting ?? 0

/** `alpine` moves from the second provider to the standard one, in another process. */
async function moveAlpine() {
  const OIDC_PROVIDERS = scim.portal.config.OIDC_PROVIDERS.map((each) => ({ ...each, clients: ['coastal'] }))
  const app = await scim.portal.another({ OIDC_PROVIDERS })
  return {
    app,
    house: createScimClient({ app }, scim.houseToken),
    former: createScimClient({ app }, scim.token),
  }
}

test('when a client moves to another provider, its people stay those of the former one, without access', async () => {
  const id = await scim.addUser('mo@alpine.example', { externalId: 'mo' })
  await scim.addMembers('all.alpine', [id])
  await scim.addMembers('code.ALP1', [id])
  const { cookie } = await scim.signInAt(scim.alpine, { sub: 'x', oid: 'mo' })
  expect((await scim.renew(cookie)).status).toBe(200)
  const old = await addFormerStaff(scim.portal, {
    issuer: scim.alpine.issuer,
    subject: 'old',
    clientId: 'alpine',
  })
  const { app, house, former } = await moveAlpine()
  const renew = (key: string) =>
    app.inject({ method: 'POST', url: renewToken.path, headers: { cookie: key }, payload: {} })
  expect((await renew(cookie)).statusCode).toBe(401)
  expect((await renew(old.cookie)).statusCode).toBe(401)

  const group = await house.send('GET', '/Groups/all.alpine')
  expect([group.status, group.body.members]).toEqual([200, []])
  const find = `/Groups?filter=${encodeURIComponent(`members.value eq "${id}"`)}`
  expect((await house.send('GET', find)).body.totalResults).toBe(0)
  const empty = group.body.meta.version
  const added = await house.addUser('new@alpine.example')
  const replaced = await house.send('PUT', '/Groups/all.alpine', {
    body: one(added),
    headers: { 'if-match': empty },
  })
  expect(replaced.body.members).toMatchObject([{ value: added }])
  expect((await house.send('DELETE', '/Groups/all.alpine')).status).toBe(204)
  expect((await house.send('PUT', '/Groups/all.alpine', { body: one(id) })).status).toBe(400)
  expect(await scim.listGrants(id)).toEqual([])
  expect((await scim.listAudit(id)).filter(({ actor }) => actor === 'service house-scim')).toEqual([])

  // The groups of before do not count, so the person can belong to another client of their provider.
  expect((await former.send('GET', '/Groups/all.alpine')).status).toBe(404)
  await former.addMembers('code.COA1', [id])
  expect(await scim.listGrants(id)).toEqual(['client code COA1'])
  expect((await former.send('GET', userPath(id))).body.groups).toMatchObject([{ value: 'code.COA1' }])
  await app.close()
})

test('a first sign-in while the externalId changes: the person keeps the one they signed in with', async () => {
  const id = await scim.addUser('ria@alpine.example', { externalId: 'ria' })
  const rename = [{ op: 'replace', path: 'externalId', value: 'boss' }]
  const changing = await inTransaction(owner(), async (db) => {
    await execute(db, sql`update staff_user set last_signed_in_at = now() where id = ${id}`)
    const response = scim.patch(userPath(id), rename)
    while ((await countWaiting()) === 0) await new Promise(setImmediate)
    return { response }
  })
  const { status, body } = await changing.response
  expect([status, body.scimType]).toEqual([400, 'mutability'])
  const direct = sql`update staff_user set subject = 'boss' where id = ${id}`
  await expect(execute(scim.portal.db, direct)).rejects.toMatchObject({ code: '42501' })
})

test('a logout token of the provider names the sub, and ends the sessions of people known by oid', async () => {
  const id = await scim.addUser('lea@alpine.example', { externalId: 'lea-oid' })
  await scim.addMembers('all.alpine', [id])
  const { cookie } = await scim.signInAt(scim.alpine, { sub: 'lea-sub', oid: 'lea-oid' })
  const { cookie: other } = await scim.signInAt(scim.alpine, { sub: 'other-sub', oid: 'lea-oid' })
  const iat = Math.floor(Date.now() / 1000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claims = {
    iss: scim.alpine.issuer,
    aud: 'portal-of-tests',
    iat,
    exp: iat + 120,
    jti: randomUUID(),
    events,
  }
  const send = async (sub: string) =>
    scim.portal.app.inject({
      method: 'POST',
      url: '/auth/backchannel-logout/alpine-id',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        logout_token: await scim.alpine.sign({ ...claims, sub, jti: randomUUID() }, { typ: 'logout+jwt' }),
      }).toString(),
    })
  expect((await send('lea-sub')).statusCode).toBe(200)
  expect([(await scim.renew(cookie)).status, (await scim.renew(other)).status]).toEqual([401, 200])
  expect((await scim.listAudit(id)).at(-1)).toMatchObject({
    action: 'signed out by the identity provider',
    detail: { sessions: 1 },
  })
})

test('every answer with people leaves an entry, also if nothing changed', async () => {
  const id = await scim.addUser('ute@alpine.example')
  const reads = async (subject: string) =>
    (await scim.listAudit(subject)).filter(({ action }) => action === 'people read by SCIM').length
  const userName = 'ute@alpine.example'
  await scim.patch(userPath(id), [{ op: 'replace', path: 'userName', value: userName }])
  await scim.send('PUT', userPath(id), { body: { userName } })
  expect(await reads(id)).toBe(2)
  await scim.send('PUT', '/Groups/code.COA1', { body: one(id) })
  expect(await reads('code.COA1')).toBe(1)
})

test('changes of one provider that wait leave connections for everybody else', async () => {
  const id = await scim.addUser('queue@alpine.example')
  const lock = sql`select pg_advisory_xact_lock(hashtext('scim'), hashtext(${scim.alpine.issuer}))`
  const changes = await inTransaction(owner(), async (db) => {
    await execute(db, lock)
    const responses = Array.from({ length: 60 }, (_, at) =>
      scim.patch(userPath(id), [{ op: 'replace', path: 'displayName', value: `name ${at}` }]),
    )
    while ((await countWaiting()) === 0) await new Promise(setImmediate)
    expect((await scim.send('GET', '/Users', { token: scim.houseToken })).status).toBe(200)
    expect(await countWaiting()).toBe(1)
    return { answers: responses }
  })
  const statuses = (await Promise.all(changes.answers)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
