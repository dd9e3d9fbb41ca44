import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { withoutReference } from '#test-support/problem.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { addNote, listNotes } from '../activity-contract.ts'
import { staffNotePrefix } from '../rules.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
let other: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  other = await portal.staffOf('other')
})
afterAll(() => portal.close())

describe('a note of staff', () => {
  const noteText = '<b>Called</b> the clinic.\nThey will send the bill again.'
  const newNote = (text = noteText) => ({
    incidentNumber: '24000000018',
    noteId: randomUUID(),
    noteText: text,
  })
  const stored = async () =>
    (await staff.call(listNotes, { incidentNumber: '24000000018' })).json().notes as { noteText: string }[]

  test('is listed as plain text under the name of the person, and audited', async () => {
    const note = newNote()
    const written = await staff.call(addNote, note)
    expect(written.json()).toMatchObject({ author: 'Staff of acme', noteText, type: 'Staff note' })
    expect(await portal.lastAudited()).toEqual({
      actor: staff.userId,
      action: 'note written',
      subject: '24000000018',
      client: 'ACME1',
      detail: { note: note.noteId, characters: noteText.length },
    })
    expect(await stored()).toContainEqual(written.json())
  })

  test('a note is written once despite repeated or concurrent requests, and its ID cannot be reused', async () => {
    const before = (await stored()).length
    const note = newNote('Once only')
    const responses = await Promise.all([1, 2, 3].map(() => staff.call(addNote, note)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(await stored()).toHaveLength(before + 1)
    const reused = await staff.call(addNote, { ...note, noteText: 'Something else' })
    expect(reused.statusCode).toBe(422)
    expect(reused.json().detail).toContain('already used for a different note')
    const colleague = await portal.staffOf('acme')
    expect((await colleague.call(addNote, note)).statusCode).toBe(422)
  })

  test.each([
    ['', 'Enter the text of the note.'],
    [' \n\u200b ', 'Enter the text of the note.'],
    ['x'.repeat(4001), 'A note can have up to 4,000 characters; this one has 4,001.'],
    ['x'.repeat(100_000), 'A note can have up to 4,000 characters; this one has 100,000.'],
  ])('is rejected with a text that is empty or too long (%#)', async (text, message) => {
    const before = await stored()
    const response = await staff.call(addNote, newNote(text))
    expect([response.statusCode, response.json().detail]).toEqual([422, message])
    expect(await stored()).toEqual(before)
  })

  test('can have 4,000 characters of any kind, without control characters', async () => {
    expect((await staff.call(addNote, newNote('🙂'.repeat(4000)))).statusCode).toBe(200)
    const { noteText } = (await staff.call(addNote, newNote('a\u0000b\r\nc\ud800'))).json()
    expect(noteText).toBe('ab\nc\ufffd')
  })

  test('of a foreign or missing incident is answered with 404 and not written', async () => {
    const before = await stored()
    const foreign = await other.call(addNote, newNote())
    const missing = await other.call(addNote, { ...newNote(), incidentNumber: '99999999999' })
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404])
    expect(withoutReference(foreign.json())).toEqual(withoutReference(missing.json()))
    const narrowed = await staff.call(addNote, { ...newNote(), client: 'ACME2' })
    expect(narrowed.statusCode).toBe(404)
    expect(await stored()).toEqual(before)
  })

  test('can be written by internal staff for the client they view', async () => {
    const internal = portal.config.INTERNAL_CLIENT_ID
    await addClient(portal, internal, [])
    const person = { name: 'Ina Internal', viewing: 'acme' }
    const { headers } = await signInStaff(portal, internal, person)
    expect((await portal.call(addNote, newNote(), { headers })).json().author).toBe('Ina Internal')
  })

  test('cannot be changed or deleted by an import or by the owner of the database', async () => {
    const note = newNote('Final')
    const written = (await staff.call(addNote, note)).json()
    const id = `${staffNotePrefix}${note.noteId}`
    const { rejects } = await portal.fixture.import({
      'notes.csv': `id,incidentNumber,timestamp,type,author,noteText\n${id},24000000018,2026-03-02T08:30:00Z,Call,X,Changed\n`,
    })
    expect(rejects.join()).toContain('is reserved')
    for (const change of [
      sql`update note set note_text = 'x' where id = ${id}`,
      sql`delete from note where id = ${id}`,
      sql`truncate note`,
    ])
      await expect(portal.asOwner((db) => execute(db, change))).rejects.toThrow('append-only')
    expect(await stored()).toContainEqual(written)
  })
})
