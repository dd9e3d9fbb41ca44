import type { FastifyRequest } from 'fastify'
import {
  type NoteFaults,
  normalizeText,
  noteLength,
  validateNoteText,
} from '#platform/contract/normalize-text.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { getCaller, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'

/** A note on a case or a bill of a client. The page chooses the `id`. */
export type NewNote<Target> = Target & { id: string; text: string; author: { id: string; name: string } }

/** Where notes of one kind are stored, and how they are audited. */
type NoteStore<Target extends { client: string }, Stored extends { isSame: boolean }> = {
  action: string
  /** The name of the note's ID in the audit entry. */
  idName: 'note' | 'comment'
  messages: NoteFaults & { notFound: string; idReused: string }
  /** The requested codes; by default, all of the person's codes. */
  only?: readonly string[] | undefined
  /** Finds what the note is about, and its name in the audit entry. */
  findTarget: (scoped: Database) => Promise<(Target & { subject: string }) | undefined>
  /**
   * Returns false if there already is a note with this id; waits for a request with the same id that is in progress.
   */
  insert: (scoped: Database, note: NewNote<Target>) => Promise<boolean>
  /** Finds the note with this id, and whether it has the same author and text. */
  find: (scoped: Database, note: NewNote<Target>) => Promise<Stored | undefined>
}

/**
 * Writes a note of a person once, with its audit entry, and returns it as stored: a repeated request returns the same
 * note. Throws a problem for an invalid text, for something that the person cannot see, and for the id of another note.
 */
export async function writeNoteOnce<Target extends { client: string }, Stored extends { isSame: boolean }>(
  db: Database,
  request: FastifyRequest,
  { id, text: typed }: { id: string; text: string },
  { action, idName, messages, only, findTarget, insert, find }: NoteStore<Target, Stored>,
): Promise<Stored> {
  const fault = validateNoteText(typed, messages)
  if (fault) throw problem(422, fault)
  const { userId, name } = getStaffPrincipal(request)
  const text = normalizeText(typed)
  return withScope(db, getScope(request, only), async (scoped) => {
    const target = await findTarget(scoped)
    if (!target) throw problem(404, messages.notFound)
    const note = { ...target, id, text, author: { id: userId, name } }
    const isNew = await insert(scoped, note)
    const stored = await find(scoped, note)
    if (!stored?.isSame) throw problem(422, messages.idReused)
    if (isNew) {
      await audit(scoped, {
        ...getCaller(request),
        action,
        subject: target.subject,
        clientCode: target.client,
        detail: { [idName]: id, characters: noteLength(text) },
      })
    }
    return stored
  })
}
