import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audited } from '#clients/server/audited-query.ts'
import { type NewNote, writeNoteOnce } from '#clients/server/write-note.ts'
import { now } from '#platform/contract/clock.ts'
import { encryptText, showText } from '#platform/db/column-encryption/column-texts.ts'
import { encryptedColumns } from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { addComment, type Comment, comment, listComments } from '../comment-contract.ts'
import { decidedMessages } from '../decided-messages.ts'
import { commentMessages } from '../review-messages.ts'
import type { AuthorizationDeps } from './authorization-deps.ts'
import { findClientCode } from './queue-queries.ts'

/** Endpoints for the comments of staff on a bill, in the person's scope. Everyone who sees a bill can comment on it. */
export function commentRoutes(app: FastifyInstance, { db }: AuthorizationDeps) {
  registerEndpoint(app, addComment, ({ itn, commentId, commentText }, request) =>
    writeNoteOnce(
      db,
      request,
      { id: commentId, text: commentText },
      {
        action: 'authorization comment written',
        idName: 'comment',
        messages: { ...commentMessages, notFound: decidedMessages.unknown },
        findTarget: async (scoped) => {
          const client = await findClientCode(scoped, itn)
          return client === undefined ? undefined : { itn, client, subject: itn }
        },
        insert: insertComment,
        find: findComment,
      },
    ),
  )

  registerEndpoint(app, listComments, async ({ itn }, request) => {
    const { userId } = getStaffPrincipal(request)
    const found = await audited(
      db,
      request,
      { action: 'authorization comments read', subject: itn },
      async (scoped, signal) => {
        const client = await findClientCode(scoped, itn)
        return client === undefined
          ? undefined
          : { client, comments: await findComments(scoped, { itn, userId, signal }) }
      },
      (result) => ({ rows: result?.comments.length ?? 0, codes: result ? [result.client] : [] }),
    )
    if (!found) throw problem(404, decidedMessages.unknown)
    return { comments: found.comments }
  })
}

type NewComment = NewNote<{ itn: string; client: string }>

/** Writes a comment. Returns false if the bill already has a comment with this ID. */
async function insertComment(db: Database, { itn, id, client, text, author }: NewComment): Promise<boolean> {
  const stored = encryptText(db, textColumn, [itn, id.toLowerCase()], text)
  const written = await execute(
    db,
    sql`
    insert into authorization_comment (itn, id, client_code, written_at, author, written_by, comment_text)
    values (${itn}, ${id}, ${client}, ${now()}, ${author.name}, ${author.id}, ${stored})
    on conflict (itn, id) do nothing`,
  )
  return written > 0
}

const commentRow = comment.extend({ writtenAt: z.date().transform((at) => at.toISOString()) })
const { commentText: textColumn } = encryptedColumns

/** A comment with its text decrypted. */
const toComment = async (db: Database, itn: string, row: Comment): Promise<Comment> => ({
  ...row,
  commentText: await showText(db, textColumn, [itn, row.id], row.commentText),
})

const commentColumns = (userId: string) => sql`
  id, written_at as "writtenAt", author, written_by = ${userId} as "isMine", comment_text as "commentText"`

/** Finds the comment with this ID, and whether it has the same author and text. */
async function findComment(db: Database, { itn, id, text, author }: NewComment) {
  const row = await queryRow(
    db,
    commentRow,
    sql`
    select ${commentColumns(author.id)}
      from authorization_comment
     where itn = ${itn} and id = ${id}`,
  )
  if (!row) return undefined
  const found = await toComment(db, itn, row)
  return { ...found, isSame: found.isMine && found.commentText === text }
}

type CommentsQuery = { itn: string; userId: string; signal: AbortSignal }

async function findComments(db: Database, { itn, userId, signal }: CommentsQuery) {
  const rows = await queryRows(
    db,
    commentRow,
    sql`
    select ${commentColumns(userId)} from authorization_comment where itn = ${itn} order by written_at, id`,
    { signal },
  )
  return Array.fromAsync(rows, (row) => toComment(db, itn, row))
}
