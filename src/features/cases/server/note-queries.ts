import { z } from 'zod'
import type { NewNote } from '#clients/server/write-note.ts'
import { now } from '#platform/contract/clock.ts'
import { encryptText, showText } from '#platform/db/column-encryption/column-texts.ts'
import { encryptedColumns } from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { note } from '../activity-contract.ts'
import { messages } from '../messages.ts'
import { staffNotePrefix } from '../rules.ts'
import { incidentQuery, type Key } from './incident-queries.ts'

const noteRow = note.extend({
  client: z.string(),
  timestamp: z.date().transform((at) => at.toISOString()),
  incidentNumber: z.string(),
  id: z.string(),
})
const { noteText: textColumn } = encryptedColumns

/** A note with its text decrypted. */
async function toNote<Row extends { incidentNumber: string; id: string; noteText: string }>(
  db: Database,
  { incidentNumber, id, ...stored }: Row,
) {
  const noteText = await showText(db, textColumn, [incidentNumber, id], stored.noteText)
  return { ...stored, noteText }
}

const noteColumns = sql`
  left(encode(sha256(convert_to(incident_number || chr(10) || id, 'UTF8')), 'hex'), 22) as hash,
  client_code as client, written_at as timestamp, kind as type, author, note_text as "noteText",
  incident_number as "incidentNumber", id`

/** Lists the notes on an incident, oldest first. */
export async function findNotes(db: Database, key: Key, signal?: AbortSignal) {
  const rows = await queryRows(
    db,
    noteRow,
    sql`
    select ${noteColumns}
      from note
     where incident_number in (${incidentQuery(key)})
     order by written_at, id`,
    { signal },
  )
  return Array.fromAsync(rows, (row) => toNote(db, row))
}

/** Lists the newest notes on an incident, newest first. */
export async function findNewestNotes(
  db: Database,
  incidentNumber: string,
  limit: number,
  signal?: AbortSignal,
) {
  const rows = await queryRows(
    db,
    noteRow.omit({ client: true }),
    sql`
    select ${noteColumns}
      from note
     where incident_number = ${incidentNumber}
     order by written_at desc, id desc
     limit ${limit}`,
    { signal },
  )
  return Array.fromAsync(rows, (row) => toNote(db, row))
}

type NewStaffNote = NewNote<{ incidentNumber: string; client: string }>

/**
 * Writes a note. Returns false if the incident already has a note with this ID; waits for a request with the same ID
 * that is in progress.
 */
export async function insertNote(
  db: Database,
  { incidentNumber, client, id, text, author }: NewStaffNote,
): Promise<boolean> {
  const stored = encryptText(db, textColumn, [incidentNumber, toStoredId(id)], text)
  const written = await execute(
    db,
    sql`
    insert into note (incident_number, id, client_code, written_at, kind, author, note_text, written_by)
    values (${incidentNumber}, ${toStoredId(id)}, ${client}, ${now()}, ${messages.staffNote}, ${author.name}, ${stored},
            ${author.id})
    on conflict (incident_number, id) do nothing`,
  )
  return written > 0
}

/** Finds the note with this ID, and whether it has the same author and text. */
export async function findStaffNote(db: Database, { incidentNumber, id, text, author }: NewStaffNote) {
  const row = await queryRow(
    db,
    noteRow.extend({ isOwn: z.boolean() }),
    sql`
    select ${noteColumns}, written_by = ${author.id} as "isOwn"
      from note
     where incident_number = ${incidentNumber} and id = ${toStoredId(id)}`,
  )
  if (!row) return undefined
  const { isOwn, ...found } = await toNote(db, row)
  return { ...found, isSame: isOwn && found.noteText === text }
}

const toStoredId = (noteId: string) => staffNotePrefix + noteId.toLowerCase()
