import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addNote } from '#cases/activity-contract.ts'
import { searchPatients } from '#cases/contract.ts'
import { listUndeliveredMail } from '#platform/contract.ts'
import { queryRows, sql } from '#platform/db/database.ts'
import { createRefusalLimit } from '#platform/http/refused-requests.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal()
})
afterAll(() => portal.close())

const row = z.object({ action: z.string(), subject: z.string(), reference: z.string(), detail: z.unknown() })

const refusalsOf = (actor: string) =>
  queryRows(
    portal.databaseContext.owner,
    row,
    sql`select action, subject, reference, detail from audit_event
         where actor = ${actor} and action like '%refused' order by id`,
  )

test('a note on a foreign case is audited as refused, with the case and without the text', async () => {
  const other = await portal.staffOf('other')
  const note = { incidentNumber: '24000000017', noteId: randomUUID(), noteText: 'A private remark' }
  const response = await other.call(addNote, note)
  expect(response.statusCode).toBe(404)
  expect(await refusalsOf(other.userId)).toEqual([
    {
      action: 'request refused',
      subject: '24000000017',
      reference: response.headers['x-request-id'],
      detail: { status: 404, endpoint: `POST ${addNote.path}` },
    },
  ])
})

test('a page of internal staff is audited as refused to client staff', async () => {
  const staff = await portal.staffOf('acme')
  expect((await staff.call(listUndeliveredMail, {})).statusCode).toBe(404)
  const endpoint = `GET ${listUndeliveredMail.path}`
  expect(await refusalsOf(staff.userId)).toMatchObject([{ subject: endpoint, detail: { status: 404 } }])
})

test('allowed and invalid requests leave no refusal', async () => {
  const staff = await portal.staffOf('acme')
  expect((await staff.call(searchPatients, { searchType: 'NAMEL', searchTerm: 'sample' })).statusCode).toBe(
    200,
  )
  expect((await staff.call(searchPatients, { searchType: 'NAMEL', searchTerm: '' })).statusCode).toBe(422)
  expect(await refusalsOf(staff.userId)).toEqual([])
})

test('a person who goes on gets twenty entries a minute and one that says so', async () => {
  const other = await portal.staffOf('other')
  freezeClock()
  await Promise.all(Array.from({ length: 23 }, () => other.call(listUndeliveredMail, {})))
  const actions = (await refusalsOf(other.userId)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'request refused')).toHaveLength(20)
  expect(actions.filter((action) => action === 'more requests refused')).toHaveLength(1)
  expect(actions).toHaveLength(21)
})

test('the entries of all people together are limited, and the limit ends with the minute', () => {
  const clock = freezeClock()
  const limit = createRefusalLimit()
  const outcomes = Array.from({ length: 700 }, (_, at) => limit(`person ${at}`))
  expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(600)
  expect(limit('another person')).toBe('ignored')
  clock.forward({ minutes: 1 })
  expect(limit('another person')).toBe('recorded')
})
