import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actorOnCommandLine, type Open } from '#platform/cli/with-database.ts'
import { queryRows, sql } from '#platform/db/database.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { addServiceTokenCommands } from './token-commands.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
})
afterAll(() => portal.close())

const issuers: Record<string, string> = { '': 'https://login.test', alpine: 'https://alpine.test' }
const addCommands = (program: Command, open: Open) =>
  addServiceTokenCommands(program, open, (provider = '') => issuers[provider])
const run = (...words: string[]) => runCommand(portal, addCommands, ['service', ...words])

test.each([
  [['create', 'office'], /required option '--may <right>'/],
  [['create', 'office', '--may', 'everything'], /Allowed choices are decisions/],
  [['create', 'My Office', '--may', 'decisions'], /is not a valid name/],
  [['create', 'office', '--may', 'decisions', '--clients', 'alpine,none'], /Unknown client: none/],
  [['create', 'office', '--may', 'decisions', '--clients', ''], /Enter client IDs/],
  [['create', 'idp', '--may', 'scim', '--clients', 'alpine'], /--provider only for --may scim/],
  [['create', 'idp', '--may', 'decisions', '--provider', 'alpine'], /--provider only for --may scim/],
  [['create', 'idp', '--may', 'scim', '--provider', 'lagoon'], /no identity provider named lagoon/],
  [['rotate', 'nobody'], /No token is named nobody/],
  [['rotate', 'nobody', '--hours', 'long'], /whole number of hours/],
  [['revoke', 'nobody'], /No token is named nobody/],
])('rejects the command %j and says why', async (words, sentence) => {
  await expect(run(...words)).rejects.toThrow(sentence)
})

test('creates, lists, rotates and revokes a token, and logs each step to the audit trail', async () => {
  expect(await run('list')).toBe('No tokens yet.\n')
  const made = await run('create', 'office', '--may', 'decisions', '--clients', 'alpine')
  const [token = ''] = /portal-service-\S{43}/.exec(made) ?? []
  expect(token).not.toBe('')
  await expect(run('make', 'office', '--may', 'decisions')).rejects.toThrow(
    /A token named office already exists/,
  )
  expect(await run('list')).toMatch(/^office {2}decisions {2}alpine {2}since \S+Z\n$/)

  const rotated = await run('rotate', 'office', '--hours', '2')
  expect(rotated).toContain('works for 2 more hours')
  expect(rotated).not.toContain(token)
  expect(await run('revoke', 'office')).toContain('is revoked')
  expect(await run('list')).toMatch(/revoked \S+Z/)
  await expect(run('rotate', 'office')).rejects.toThrow(/was revoked/)

  const event = z.object({ actor: z.string(), action: z.string(), subject: z.string() })
  const query = sql`select actor, action, subject from audit_event where action like 'service token %' order by id`
  expect(await queryRows(portal.databaseContext.owner, event, query)).toEqual(
    ['made', 'rotated', 'revoked'].map((what) => ({
      actor: actorOnCommandLine(),
      action: `service token ${what}`,
      subject: 'office',
    })),
  )
})

test('a token for SCIM belongs to one identity provider', async () => {
  await run('create', 'standard-scim', '--may', 'scim')
  await run('create', 'alpine-scim', '--may', 'scim', '--provider', 'alpine')
  const listed = await run('list')
  expect(listed).toMatch(/^alpine-scim {2}scim {2}https:\/\/alpine.test {2}since \S+Z$/m)
  expect(listed).toMatch(/^standard-scim {2}scim {2}https:\/\/login.test {2}since \S+Z$/m)
})

test('the old name `make` still creates a token, with a notice', async () => {
  let notice = ''
  const program = new Command('portal').configureOutput({
    writeOut: () => {},
    writeErr: (text) => (notice += text),
  })
  addCommands(program, async () => ({ ...portal.databaseContext, close: async () => {} }))
  await program.parseAsync(['service', 'make', 'back-office', '--may', 'decisions'], { from: 'user' })
  expect(notice).toContain('`service create`')
  expect(await run('list')).toContain('back-office')
})
