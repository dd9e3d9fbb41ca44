import { type Command, InvalidArgumentError, Option } from 'commander'
import { actorOnCommandLine } from '#platform/server/command-line/actor.ts'
import { type Open, withDatabase } from '#platform/server/command-line/with-database.ts'
import { messages } from '../messages.ts'
import { type ServiceRight, serviceRight } from './service-auth.ts'
import {
  listServiceTokens,
  makeServiceToken,
  revokeServiceToken,
  rotateServiceToken,
  type ServiceToken,
} from './service-tokens.ts'

const actor = actorOnCommandLine()
const says = messages.service
const name = ['<name>', 'what the program is called: small letters, digits and "-"'] as const

/** Adds `service list`, `service make NAME`, `service rotate NAME` and `service revoke NAME`. */
export function addServiceCommands(program: Command, open: Open) {
  const service = program
    .command('service')
    .description('Tokens for other programs that call the portal.')
    .helpCommand(false)
  const write = (text: string) => service.configureOutput().writeOut?.(`${text}\n`)

  service
    .command('list')
    .description('Prints every token that was made: what it may, for whom, since when.')
    .action(async () => write(listed(await withDatabase(open, ({ owner }) => listServiceTokens(owner)))))

  addMake(service, open, write)

  service
    .command('rotate')
    .description('Prints a new token; the present one goes on for a while, so that nothing stops.')
    .argument(...name)
    .option('--hours <count>', 'how long the present token goes on; 0 ends it at once', hoursOf, 24)
    .action(async (name: string, { hours }: { hours: number }) => {
      const token = await withDatabase(open, ({ owner }) => rotateServiceToken(owner, { name, actor, hours }))
      write(says.rotated(name, token, hours))
    })

  service
    .command('revoke')
    .description('Ends a token with the next call.')
    .argument(...name)
    .action(async (name: string) => {
      await withDatabase(open, ({ owner }) => revokeServiceToken(owner, { name, actor }))
      write(says.revoked(name))
    })
}

function addMake(service: Command, open: Open, write: (text: string) => void) {
  service
    .command('make')
    .description('Makes a token and prints it, once.')
    .argument(...name)
    .addOption(
      new Option('--may <right>', 'what it lets the program do')
        .choices(serviceRight.options)
        .makeOptionMandatory(),
    )
    .option('--clients <ids>', 'the only clients whose rows it sees, with commas between', idList)
    .action(async (name: string, { may, clients }: { may: ServiceRight; clients?: string[] }) => {
      const asked = { name, may, clientIds: clients, actor }
      write(says.made(name, await withDatabase(open, ({ owner }) => makeServiceToken(owner, asked))))
    })
}

function idList(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim())
  if (ids.some((id) => id === '')) throw new InvalidArgumentError(says.noClient)
  return ids
}

function hoursOf(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError(says.notHours)
  return Number(text)
}

const listed = (tokens: readonly ServiceToken[]) =>
  tokens.length === 0
    ? says.none
    : tokens
        .map((token) => {
          const state = token.revokedAt
            ? says.revokedAt(token.revokedAt.toISOString())
            : says.since((token.rotatedAt ?? token.madeAt).toISOString())
          return `${token.name}  ${token.may}  ${token.clientIds?.join(',') ?? says.everyClient}  ${state}`
        })
        .join('\n')
