import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { withoutReference } from '#test-support/problem.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { addComment, listComments } from '../comment-contract.ts'
import { listPendingAuthorizations, type PendingAuthorization } from '../contract.ts'
import { commentMessages } from '../review-messages.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let other: Person
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true })
  await addClient(portal, 'bare', ['BARE1'])
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  other = await signInStaff(portal, 'other')
  await addPendingBills(portal.databaseContext.owner, [{ itn: 'ITN1', client: 'ACME1' }])
})
afterAll(() => portal.close())

const newComment = (commentText: string, itn = 'ITN1') => ({ itn, commentId: randomUUID(), commentText })
type NewComment = ReturnType<typeof newComment>
const add = (comment: NewComment, { headers } = ada) => portal.call(addComment, comment, { headers })
const list = (itn = 'ITN1', { headers } = ada) => portal.call(listComments, { itn }, { headers })
const stored = async () =>
  (await list()).json().comments as { commentText: string; id: string; isMine: boolean }[]

test('comments need a session and a client that has authorizations', async () => {
  const { headers } = await signInStaff(portal, 'bare')
  for (const [options, status] of [
    [{}, 401],
    [{ headers }, 404],
  ] as const) {
    expect((await portal.call(addComment, newComment('a'), options)).statusCode).toBe(status)
    expect((await portal.call(listComments, { itn: 'ITN1' }, options)).statusCode).toBe(status)
  }
})

test('a foreign bill is like a missing one, and nothing is written', async () => {
  for (const request of [
    (itn: string) => list(itn, other),
    (itn: string) => add(newComment('a', itn), other),
  ]) {
    const [foreign, missing] = [await request('ITN1'), await request('ITN2')]
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404])
    expect(withoutReference(foreign.json())).toEqual(withoutReference(missing.json()))
    expect(foreign.body).not.toContain('ITN1')
  }
  expect(await stored()).toEqual([])
})

test.each([
  ['', commentMessages.missing],
  [' \n\u200b ', commentMessages.missing],
  ['x'.repeat(4001), 'A comment can have up to 4,000 characters; this one has 4,001.'],
  ['x'.repeat(100_000), 'A comment can have up to 4,000 characters; this one has 100,000.'],
])('a text that is empty or too long is rejected in words (%#)', async (text, message) => {
  const response = await add(newComment(text))
  expect([response.statusCode, response.json().detail]).toEqual([422, message])
  expect(await stored()).toEqual([])
})

test('a comment is plain text without overrides of the direction, signed, audited and listed oldest first', async () => {
  const comment = newComment('<b>Call</b> \u202ethe\u202c clinic')
  const response = await add(comment)
  expect(response.json()).toMatchObject({
    id: comment.commentId,
    author: 'Ada Sampleton',
    commentText: '<b>Call</b> the clinic',
  })
  const second = await add(newComment('🙂'.repeat(4000)))
  expect(await stored()).toEqual([response, second].map((each) => withoutSame(each.json())))
  const colleague = await signInStaff(portal, 'acme', { name: 'Cora Sampleton' })
  const read = (await list('ITN1', colleague)).json().comments as { isMine: boolean }[]
  expect([...(await stored()), ...read].map(({ isMine }) => isMine)).toEqual([true, true, false, false])
  const event = z.object({ actor: z.string(), client: z.string(), detail: z.looseObject({}) })
  const audited = (action: string) =>
    queryRow(
      portal.databaseContext.owner,
      event,
      sql`
      select actor, client_code as client, detail from audit_event
       where action = ${action} and subject = 'ITN1' and client_code <> '' order by id desc limit 1`,
    )
  expect(await audited('authorization comment written')).toEqual({
    actor: ada.userId,
    client: 'ACME1',
    detail: { comment: second.json().id, characters: 4000 },
  })
  expect(await audited('authorization comments read')).toMatchObject({
    actor: ada.userId,
    detail: { rows: 2 },
  })
})

const withoutSame = ({ isSame: _, ...comment }: Record<string, unknown>) => comment

test('a comment is written once despite repeated or concurrent requests, and its ID cannot be reused', async () => {
  const before = (await stored()).length
  const comment = newComment('Once only')
  const responses = await Promise.all([1, 2, 3].map(() => add(comment)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  expect(await stored()).toHaveLength(before + 1)
  const colleague = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
  for (const reused of [await add({ ...comment, commentText: 'Other' }), await add(comment, colleague)])
    expect([reused.statusCode, reused.json().detail]).toEqual([422, commentMessages.idReused])
})

test('the list of pending bills counts the comments of each', async () => {
  await addPendingBills(portal.databaseContext.owner, [{ itn: 'QUIET', client: 'ACME1' }])
  const { bills } = (await portal.call(listPendingAuthorizations, {}, { headers: ada.headers })).json()
  const counts = bills.map(({ itnNumber, comments }: PendingAuthorization) => [itnNumber, comments])
  expect(Object.fromEntries(counts)).toEqual({ ITN1: (await stored()).length, QUIET: 0 })
})

test('rejects changes and deletions of comments, even by the owner', async () => {
  for (const change of [
    sql`update authorization_comment set comment_text = 'x'`,
    sql`delete from authorization_comment`,
    sql`truncate authorization_comment`,
  ])
    await expect(withEveryClient(portal.databaseContext.owner, (db) => execute(db, change))).rejects.toThrow(
      'append-only',
    )
})
