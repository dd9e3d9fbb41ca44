import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { addFormerStaff, openScimSignIn, userPath, userUrn } from '#test-support/scim-fixture.ts'
import { staffMessages } from '../command-messages.ts'
import { grantRights } from '../staff-grants.ts'
import { disableStaff, enableStaff } from '../staff-people.ts'
import { recheckEntitlements } from '../staff-principal-query.ts'
import { releasePerson } from './release-person.ts'
import { scimMessages } from './scim-messages.ts'

let scim: Awaited<ReturnType<typeof openScimSignIn>>
beforeAll(async () => {
  scim = await openScimSignIn()
})
afterAll(() => scim.close())

const owner = () => scim.portal.databaseContext.owner
const command = (who: string) => ({ who, actor: 'tests' })

/** Adds a person who has signed in, and sees one code. */
async function addKnown(oid: string) {
  const id = await scim.addUser(`${oid}@alpine.example`, { externalId: oid })
  await scim.addMembers('code.ALP1', [id])
  const { reason, cookie } = await scim.signInAt(scim.alpine, { sub: `${oid}-sub`, oid })
  expect(reason).toBeNull()
  return { id, cookie }
}

/** Another process, in which the claims of a sign-in count again. */
async function openClaims() {
  const OIDC_PROVIDERS = scim.portal.config.OIDC_PROVIDERS.map((each) => ({
    ...each,
    settings: { ...each.settings, OIDC_PROVISIONING: 'claims' as const, OIDC_CLIENT_CLAIM: 'name' },
  }))
  const app = await scim.portal.another({ OIDC_PROVIDERS })
  const at = await app.listen({ port: 0, host: '127.0.0.1' })
  const signIn = (oid: string) => scim.signInAt(scim.alpine, { sub: `${oid}-sub`, oid, name: 'alpine' }, at)
  return { app, signIn, config: { ...scim.portal.config, OIDC_PROVIDERS } }
}

test('after a removal, only a release lets an operator turn access on, also if they turned it off', async () => {
  const before = (await addKnown('before')).id
  const after = (await addKnown('after')).id
  await disableStaff(owner(), command(before))
  for (const id of [before, after]) expect((await scim.send('DELETE', userPath(id))).status).toBe(204)
  await disableStaff(owner(), command(after))
  const { app, signIn, config } = await openClaims()
  for (const [name, id] of Object.entries({ before, after })) {
    await expect(enableStaff(owner(), command(id))).rejects.toThrow(staffMessages.disabledByScim(id))
    const direct = sql`update staff_user set disabled_at = null, disabled_by_scim = false where id = ${id}`
    await expect(execute(owner(), direct)).rejects.toMatchObject({ code: '23514' })
    const forget = sql`update staff_user set removed_by_scim = false where id = ${id}`
    await expect(execute(scim.portal.db, forget)).rejects.toMatchObject({ code: '42501' })
    expect((await signIn(name)).reason).toBe('person-disabled')
  }
  // Somebody who comes back is from SCIM again.
  const back = { schemas: [userUrn], userName: 'after', externalId: 'after', active: true }
  expect((await scim.send('POST', '/Users', { body: back })).body.id).toBe(after)
  await enableStaff(owner(), command(after))
  await releasePerson(owner(), command(before))
  await grantRights(owner(), {
    who: before,
    issuer: scim.alpine.issuer,
    actor: 'tests',
    grant: { codes: ['ALP2'] },
  })
  await enableStaff(owner(), command(before))
  expect((await signIn('before')).reason).toBeNull()
  const work = { userId: before, clientId: 'alpine', codes: ['ALP1', 'ALP2'] }
  expect((await recheckEntitlements(scim.portal.db, { ...work, config }))?.scope).toEqual(['ALP2'])
  await app.close()
})

test('continued work ends for somebody who is not sent, is deactivated, or whose client moved', async () => {
  const { db, config } = scim.portal
  const { id: sent } = await addKnown('sent')
  const { issuer } = scim.alpine
  const { userId: unsent } = await addFormerStaff(scim.portal, { issuer, subject: 'u', clientId: 'alpine' })
  const moved = {
    ...config,
    OIDC_PROVIDERS: config.OIDC_PROVIDERS.map((each) => ({ ...each, clients: ['coastal'] })),
  }
  const work = { clientId: 'alpine', codes: ['ALP1'] }
  const recheck = (userId: string, settings = config) =>
    recheckEntitlements(db, { ...work, userId, config: settings })
  expect((await recheck(sent))?.scope).toEqual(['ALP1'])
  expect(await recheck(unsent)).toBeUndefined()
  expect(await recheck(sent, moved)).toBeUndefined()
  await scim.patch(userPath(sent), [{ op: 'replace', path: 'active', value: false }])
  expect(await recheck(sent)).toBeUndefined()
})

test('adding a person who signs in for the first time at the same moment is refused', async () => {
  const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`
  const adding = await inTransaction(owner(), async (db) => {
    await execute(
      db,
      sql`
      insert into staff_user (issuer, subject, created_at) values (${scim.alpine.issuer}, 'twin', now())`,
    )
    const body = { schemas: [userUrn], userName: 'twin', externalId: 'twin', active: true }
    const response = scim.send('POST', '/Users', { body })
    await expect.poll(() => queryRow(db, z.object({}), waiting), { interval: 10 }).toBeDefined()
    return { response }
  })
  const { status, body } = await adding.response
  expect([status, body.detail]).toEqual([409, scimMessages.otherPerson])
})
