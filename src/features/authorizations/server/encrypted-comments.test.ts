import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptColumns } from '#platform/db/column-encryption/column-encryption-worker.ts'
import { columnMessages } from '#platform/db/column-encryption/column-messages.ts'
import { sql } from '#platform/db/database.ts'
import { addDocumentKey } from '#platform/pdf/document-service/encryption/document-keys.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openEncryptedPortal } from '#test-support/column-fixture.ts'
import { addComment, listComments } from '../comment-contract.ts'

let portal: Awaited<ReturnType<typeof openEncryptedPortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openEncryptedPortal()
  staff = await portal.staffOf('acme')
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'ITN1', client: 'ACME1' },
    { itn: 'ITN2', client: 'ACME1' },
  ])
})
afterAll(() => portal.close())

const longest = '🙂'.repeat(4000)

test('a comment that was copied from another bill is a notice', async () => {
  const written = { itn: 'ITN2', commentId: randomUUID(), commentText: 'of the second bill' }
  await staff.call(addComment, written)
  await portal.tamper(sql`
    insert into authorization_comment select 'ITN1', id, client_code, written_at, author, written_by, comment_text
      from authorization_comment where itn = 'ITN2'`)
  const { comments } = (await staff.call(listComments, { itn: 'ITN1' })).json()
  expect(comments.map(({ commentText }: { commentText: string }) => commentText)).toEqual([
    columnMessages.damagedNotice,
  ])
  await portal.tamper(sql`delete from authorization_comment`)
})

test('a comment of any length is stored encrypted, once per ID regardless of case, and readable after a rotation', async () => {
  const id = randomUUID()
  const texts = ['Zzcommentmark', longest]
  for (const [n, commentText] of texts.entries()) {
    const commentId = n === 0 ? id.toUpperCase() : randomUUID()
    for (const _ of [1, 2]) {
      const response = await staff.call(addComment, { itn: 'ITN1', commentId, commentText })
      expect([response.statusCode, response.json().commentText]).toEqual([200, commentText])
    }
  }
  expect(await portal.findTables('Zzcommentmark')).toEqual([])
  await addDocumentKey(portal.keysFile)
  expect((await encryptColumns(portal.databaseContext.owner)).changed).toBeGreaterThan(1)
  const listed = (await staff.call(listComments, { itn: 'ITN1' })).json().comments
  expect(listed.map(({ commentText }: { commentText: string }) => commentText)).toEqual(texts)
})
