import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { disableStaff, upsertUser } from '#sign-in/server/staff-people.ts'
import { openErasurePortal } from '#test-support/erasure-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addRetentionCommands } from './retention-commands.ts'

const email = 'zita@acme.example'
const name = 'Zita Zarewski'

let portal: Awaited<ReturnType<typeof openErasurePortal>>
let id: string
beforeAll(async () => {
  portal = await openErasurePortal()
  id = await portal.addPerson()
  await execute(
    portal.databaseContext.owner,
    sql`update staff_user set name = ${name}, email = ${email} where id = ${id}`,
  )
  const mail = sql`insert into outbox (recipient, subject, body_text, body_html, made_at, due_at) values (${email}, 'daily', '', '', ${now()}, ${now()})`
  await execute(portal.databaseContext.owner, mail)
  const alert = sql`insert into reading_alert (user_id, raised_at, rows, row_limit) values (${id}, ${now()}, 9, 8)`
  await execute(portal.databaseContext.owner, alert)
  await portal.asOwner(async (db) => {
    await execute(db, sql`update authorization_request set assignee_id = ${id} where itn = 'ZZMARKITN8'`)
    await execute(
      db,
      sql`update authorization_request set proposed_round = 1, proposed_by = ${id}, proposed_by_name = ${name}, proposed_at = ${now()}, proposed_patient_responsibility = 0, proposed_maximum_covered = 1 where itn = 'ZZMARKITN8'`,
    )
  })
})
afterAll(() => portal.close())

const run = (...words: string[]) =>
  runCommand(portal, (program, open) => addRetentionCommands(program, open, () => portal.config), words)

const disable = () => disableStaff(portal.databaseContext.owner, { who: id, actor: 'test' })

test('refuses an unknown person and one who has access', async () => {
  await expect(run('person', 'erase-staff', 'unknown@acme.example', '--yes')).rejects.toThrow(
    'unknown@acme.example',
  )
  await expect(run('person', 'erase-staff', email, '--yes')).rejects.toThrow(`${email} was not erased`)
  expect(await portal.findMarked(email)).toEqual(['outbox', 'staff_user'])
})

test('refuses a person whom an identity provider sends through SCIM', async () => {
  const { owner } = portal.databaseContext
  const issuer = sql`(select issuer from staff_user where id = ${id})`
  await execute(
    owner,
    sql`insert into scim_person (user_id, issuer, user_name, user_name_key, active, created_at, changed_at)
        values (${id}, ${issuer}, 'zita', 'zita', true, ${now()}, ${now()})`,
  )
  await expect(run('person', 'erase-staff', email, '--yes')).rejects.toThrow('portal staff release')
  await execute(owner, sql`delete from scim_person`)
})

test('a dry run says what would be erased and changes nothing', async () => {
  await disable()
  // SCIM removes the address of an account that is turned off.
  const removed = sql`update staff_user set email = null, removed_by_scim = true where id = ${id}`
  await execute(portal.databaseContext.owner, removed)
  const said = await run('person', 'erase-staff', email)
  for (const line of [
    'Dry run',
    'saved filters: 1',
    'emails: 1',
    'assigned authorizations: 1',
    'recently opened cases: 1',
  ])
    expect(said).toContain(line)
  expect(await portal.findMarked(email)).toEqual(['outbox', 'scim_bar'])
})

test('the name stays only in records of what the person did, and access stays off', async () => {
  await disable()
  expect(await portal.findMarked(name)).toEqual(['authorization_request', 'staff_user'])
  await run('person', 'erase-staff', email, '--yes')
  expect(await portal.findMarked(name)).toEqual(['authorization_request'])
  expect(await portal.findMarked(email)).toEqual([])
  for (const table of ['scim_bar', 'reading_alert']) expect(await portal.findMarked(id)).toContain(table)
  expect((await portal.findMarked(id)).sort()).toEqual(
    expect.arrayContaining(['audit_event', 'authorization_comment', 'authorization_decision', 'note', 'vob']),
  )
  for (const table of [
    'staff_session',
    'staff_grant',
    'authorization_view',
    'recent_case',
    'authorization_lease',
  ])
    expect(await portal.findMarked(id)).not.toContain(table)
  expect(await portal.lastAudited()).toMatchObject({ action: 'staff data erased', subject: id })
})

test('a refused sign-in of an erased person does not bring the name back', async () => {
  const { owner } = portal.databaseContext
  const row = z.object({ issuer: z.string(), subject: z.string() })
  const person = await queryRow(owner, row, sql`select issuer, subject from staff_user where id = ${id}`)
  expect(await upsertUser(owner, { issuer: '', subject: '', ...person, name, email })).toBe(id)
  const names = sql`select name, email from staff_user where id = ${id}`
  expect(await queryRows(owner, z.unknown(), names)).toEqual([{ name: null, email: null }])
})
