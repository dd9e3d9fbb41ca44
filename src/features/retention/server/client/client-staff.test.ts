import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { dayMs, now, timeAgo } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { archiveEntries } from '#platform/db/audit-archive-file.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { openErasurePortal } from '#test-support/erasure-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addRetentionCommands } from '../retention-commands.ts'

let portal: Awaited<ReturnType<typeof openErasurePortal>>
let folder: string
beforeAll(async () => {
  portal = await openErasurePortal()
  folder = await mkdtemp(join(tmpdir(), 'portal-client-staff-'))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const run = (...words: string[]) =>
  runCommand(portal, (program, open) => addRetentionCommands(program, open, () => portal.config), words)
const runAll = async (name: string) => [
  await run('client-data', 'export', 'acme', '--to', join(folder, name)),
  await run('client-data', 'erase', 'acme'),
]

/** Adds a person who has signed in and then left every group. */
async function addLeft(name: string): Promise<string> {
  const { owner } = portal.databaseContext
  const columns = sql`'x', ${name}, ${name}, ${now()}, ${now()}`
  const person = await queryRow(
    owner,
    z.object({ id: z.string() }),
    sql`insert into staff_user (issuer, subject, name, created_at, last_signed_in_at) values (${columns}) returning id`,
  )
  const subject = person?.id ?? ''
  await audit(owner, { actor: subject, subject, action: 'signed in', detail: { client: 'acme' } })
  return subject
}

test('says which former staff an export and an erasure cannot find, once sign-ins are in an archive', async () => {
  const { owner } = portal.databaseContext
  await execute(owner, sql`update client set enabled = false where id = 'acme'`)
  const early = await addLeft('Ann Early')
  await portal.verify()
  for (const said of await runAll('before')) expect(said).not.toContain('archive')
  const before = timeAgo(-dayMs)
  const record = async () => {}
  await archiveEntries(owner, {
    before,
    path: join(folder, 'archive.gz'),
    actor: 'test',
    mustBeSent: false,
    record,
  })
  const late = await addLeft('Ben Late')
  const [exported, erased] = await runAll('after')
  expect(exported).toMatch(
    /Warning: data\/staff.jsonl has no former staff whose last sign-in at acme was before [\d-]{10}, because/,
  )
  expect(erased).toMatch(
    /Warning: mail of former staff whose last sign-in at acme was before [\d-]{10} is not erased, because/,
  )
  for (const said of [exported, erased]) {
    expect(said).toContain(
      `These people have left and may have been staff of the client:\n  ${early}  Ann Early`,
    )
    expect(said).not.toContain(late)
  }
})
