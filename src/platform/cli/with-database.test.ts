import { Command } from 'commander'
import { expect, test } from 'vitest'
import { messages } from './cli-messages.ts'
import { actorOnCommandLine, requirePerson } from './with-database.ts'

const service = { name: 'portal', isPersonal: false }
const ada = { name: 'ada', isPersonal: true }

test.each([
  [{}, service, 'portal'],
  [{ SUDO_USER: 'root' }, service, 'portal'],
  [{ PORTAL_OPERATOR: ' ' }, service, 'portal'],
  [{ SUDO_USER: 'ada' }, service, 'ada as portal'],
  [{ DOAS_USER: 'ada' }, service, 'ada as portal'],
  [{ SUDO_USER: 'ada', PORTAL_OPERATOR: 'Someone Else' }, service, 'ada as portal'],
  [{ SUDO_USER: 'root', PORTAL_OPERATOR: 'Ada Sampleton' }, service, 'Ada Sampleton as portal'],
  [{ PORTAL_OPERATOR: 'Ada\n(as root)' }, service, 'Adaas root as portal'],
  [{}, ada, 'ada'],
  [{ PORTAL_OPERATOR: 'Someone Else' }, ada, 'ada'],
])('with %j, an account that belongs to one person or not names %s as %s', (environment, account, name) => {
  expect(actorOnCommandLine(environment, account)).toBe(`command line (${name})`)
})

/** Runs a command that asks for a person before it does anything; resolves to true if it ran. */
async function runs(words: string, { production, person }: { production: boolean; person?: string }) {
  let ran = false
  const program = new Command('portal')
  program.hook('preAction', (_program, command) =>
    requirePerson(command, () => production, { environment: { SUDO_USER: person }, account: service }),
  )
  const [group = '', name] = words.split(' ')
  const command = name ? program.command(group).command(name) : program.command(group)
  command.action(() => {
    ran = true
  })
  await program.parseAsync(words.split(' '), { from: 'user' })
  return ran
}

test.each([
  'staff grant',
  'staff list',
  'members reset',
  'service create',
  'hold list',
  'restore',
  'documents accept-missing',
])('in production, "%s" is refused without a person, before it does anything', async (words) => {
  await expect(runs(words, { production: true })).rejects.toThrow(messages.noPerson)
  expect(await runs(words, { production: true, person: 'ada' })).toBe(true)
  expect(await runs(words, { production: false })).toBe(true)
})

test.each(['doctor', 'backup', 'audit checkpoint', 'import itns', 'documents verify'])(
  '"%s", which runs by the clock, needs no person',
  async (words) => {
    expect(await runs(words, { production: true })).toBe(true)
  },
)
