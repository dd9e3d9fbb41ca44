import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { listNotes } from '#cases/activity-contract.ts'
import { lastNote, openEncryptedNotes } from '#test-support/column-fixture.ts'
import { addDocumentKey } from '../../pdf/document-service/encryption/document-keys.ts'
import { execute, sql } from '../database.ts'
import { encryptColumns } from './column-encryption-worker.ts'
import { readKeyId } from './column-texts.ts'

let portal: Awaited<ReturnType<typeof openEncryptedNotes>>
beforeAll(async () => {
  portal = await openEncryptedNotes()
})
afterAll(() => portal.close())

const many = 3_000
let child: ChildProcess | undefined
afterEach(() => void child?.kill('SIGKILL'))

const startProcess = () => {
  const address = { ...inject('testServer').owner, database: portal.name }
  const script = new URL('../../../../tests/support/encrypt-columns-process.ts', import.meta.url)
  child = fork(script, [JSON.stringify(address), portal.keysFile], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return child
}
const addNotes = (prefix: string) =>
  portal.asOwner((db) =>
    execute(
      db,
      sql`
      insert into note (incident_number, id, client_code, written_at, kind, author, note_text)
      select '24000000018', ${prefix} || n, 'ACME1', now(), 'Call', 'A', 'Text ' || n from generate_series(1, ${many}) as n`,
    ),
  )
/** The database ends the session of a killed process a moment later, and until then its rows are locked. */
const finish = () =>
  expect
    .poll(async () => {
      await encryptColumns(portal.owner)
      return portal.countLeft()
    })
    .toBe(0)
const listMany = async () =>
  (await portal.staff.call(listNotes, { incidentNumber: '24000000018' })).json().notes as {
    noteText: string
  }[]

test('a killed run leaves every text readable, and the next run finishes it', async () => {
  await addNotes('K')
  const started = startProcess()
  await once(started, 'message')
  started.kill('SIGKILL')
  await once(started, 'exit')
  const left = await portal.countLeft()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(many)
  const texts = (await listMany()).map(({ noteText }) => noteText)
  expect(texts.filter((text) => /^Text \d+$/.test(text))).toHaveLength(many)
  await finish()
  expect((await listMany()).every(({ noteText }) => /^Text \d+$/.test(noteText))).toBe(true)
})

test('rotations during reads and writes lose nothing and show nothing wrong', async () => {
  startProcess()
  const written: string[] = []
  for (let round = 0; round < 4; round += 1) {
    await addDocumentKey(portal.keysFile)
    for (let n = 0; n < 10; n += 1) {
      const text = `Round ${round} note ${n}`
      expect((await portal.write(text)).statusCode).toBe(200)
      written.push(text)
      const [response, others] = await Promise.all([
        portal.staff.call(listNotes, { incidentNumber: portal.incidentNumber }),
        listMany(),
      ])
      expect(response.statusCode).toBe(200)
      expect(others.every(({ noteText }) => /^Text \d+$/.test(noteText))).toBe(true)
    }
  }
  child?.kill('SIGKILL')
  await finish()
  expect((await portal.list()).map(({ noteText }) => noteText)).toEqual(expect.arrayContaining(written))
  expect(readKeyId(await portal.readStored('note', 'note_text', lastNote))).toBe(portal.currentKeyId())
})
