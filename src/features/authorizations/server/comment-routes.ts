import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audited } from '#clients/server/audited-query.ts'
import { now } from '#platform/contract/clock.ts'
import { normalizeText, noteLength, validateNoteText } from '#platform/contract/normalize-text.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, queryRows, sql, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getCaller, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { addComment, comment, listComments } from '../comment-contract.ts'
import { commentMessages } from '../comment-messages.ts'
import { decidedMessages } from '../decided-messages.ts'
import type { AuthorizationDeps } from './authorization-deps.ts'

/** Endpoints for the comments of staff on a bill, in the person's scope. Everyone who sees a bill can comment on it. */
export function commentRoutes(app: FastifyInstance, { db }: AuthorizationDeps) {
  registerEndpoint(app, addComment, async ({ itn, commentId, commentText }, request) => {
    const fault = validateNoteText(commentText, commentMessages)
    if (fault) throw problem(422, fault)
    const { userId, name } = getStaffPrincipal(request)
    const text = normalizeText(commentText)
    return withScope(db, getScope(request), async (scoped) => {
      const client = await findClient(scoped, itn)
      if (client === undefined) throw problem(404, decidedMessages.unknown)
      const written = { itn, id: commentId, client, text, author: { id: userId, name } }
      const isNew = await insertComment(scoped, written)
      const stored = await findComment(scoped, written)
      if (!stored?.isSame) throw problem(422, commentMessages.idReused)
      if (isNew)
        await audit(scoped, {
          ...getCaller(request),
          action: 'authorization comment written',
          subject: itn,
          clientCode: client,
          detail: { comment: commentId, characters: noteLength(text) },
        })
      return stored
    })
  })

  registerEndpoint(app, listComments, async ({ itn }, request) => {
    const found = await audited(
      db,
      request,
      { action: 'authorization comments read', subject: itn },
      async (scoped, signal) => {
        const client = await findClient(scoped, itn)
        return client === undefined
          ? undefined
          : { client, comments: await findComments(scoped, itn, signal) }
      },
      (result) => ({ rows: result?.comments.length ?? 0, codes: result ? [result.client] : [] }),
    )
    if (!found) throw problem(404, decidedMessages.unknown)
    return { comments: found.comments }
  })
}

/** Finds the client code of a bill; undefined if there is no such bill. */
async function findClient(db: Database, itn: string): Promise<string | undefined> {
  const bill = await queryRow(
    db,
    z.object({ client: z.string() }),
    sql`select client_code as client from authorization_request where itn = ${itn}`,
  )
  return bill?.client
}

type NewComment = {
  itn: string
  id: string
  client: string
  text: string
  author: { id: string; name: string }
}

/** Writes a comment. Returns false if the bill already has a comment with this ID. */
async function insertComment(db: Database, { itn, id, client, text, author }: NewComment): Promise<boolean> {
  const written = await execute(
    db,
    sql`
    insert into authorization_comment (itn, id, client_code, written_at, author, written_by, comment_text)
    values (${itn}, ${id}, ${client}, ${now()}, ${author.name}, ${author.id}, ${text})
    on conflict (itn, id) do nothing`,
  )
  return written > 0
}

const commentRow = comment.extend({ writtenAt: z.date().transform((at) => at.toISOString()) })
const commentColumns = sql`id, written_at as "writtenAt", author, comment_text as "commentText"`

/** Finds the comment with this ID, and whether it has the same author and text. */
const findComment = (db: Database, { itn, id, text, author }: NewComment) =>
  queryRow(
    db,
    commentRow.extend({ isSame: z.boolean() }),
    sql`
    select ${commentColumns}, written_by = ${author.id} and comment_text = ${text} as "isSame"
      from authorization_comment
     where itn = ${itn} and id = ${id}`,
  )

const findComments = (db: Database, itn: string, signal: AbortSignal) =>
  queryRows(
    db,
    commentRow,
    sql`select ${commentColumns} from authorization_comment where itn = ${itn} order by written_at, id`,
    { signal },
  )
