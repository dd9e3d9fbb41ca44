import { type Command, InvalidArgumentError, Option } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import type { Database } from '#platform/db/database.ts'
import { serviceMessages, signingKeyMessages } from '../command-messages.ts'
import { rotateSigningKey } from './portal-tokens.ts'
import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
  rotateServiceToken,
  type ServiceRight,
  type ServiceToken,
  serviceRight,
} from './service-tokens.ts'

const actor = actorOnCommandLine()
const name = ['<name>', 'name of the program: lowercase letters, digits and "-"'] as const

/** Finds the issuer of an identity provider by its name in `OIDC_PROVIDERS`, or that of `OIDC_ISSUER` without a name. */
type FindIssuer = (provider: string | undefined) => string | undefined

/** Adds `service list`, `service create NAME`, `service rotate NAME` and `service revoke NAME`. */
export function addServiceTokenCommands(program: Command, open: Open, findIssuer: FindIssuer) {
  const service = program
    .command('service')
    .description('Manages the tokens of programs that call the API of the portal.')
    .helpCommand(false)
  const write = (text: string) => service.configureOutput().writeOut?.(`${text}\n`)

  service
    .command('list')
    .description('Lists all tokens with their rights, clients and creation times.')
    .action(async () =>
      write(formatTokens(await withDatabase(open, ({ owner }) => listServiceTokens(owner, actor)))),
    )

  addCreate(service, { open, write, findIssuer })

  service
    .command('rotate')
    .description('Replaces a token and prints the new one; the old one stays valid for a while.')
    .argument(...name)
    .option('--hours <count>', 'how long the old token stays valid; 0 ends it immediately', parseHours, 24)
    .action(async (name: string, { hours }: { hours: number }) => {
      const token = await withDatabase(open, ({ owner }) => rotateServiceToken(owner, { name, actor, hours }))
      write(serviceMessages.rotated(name, token, hours))
    })

  service
    .command('revoke')
    .description('Revokes a token, effective with the next request.')
    .argument(...name)
    .action(async (name: string) => {
      await withDatabase(open, ({ owner }) => revokeServiceToken(owner, { name, actor }))
      write(serviceMessages.revoked(name))
    })
}

type CreateDeps = { open: Open; write: (text: string) => void; findIssuer: FindIssuer }
type CreateOptions = { may: ServiceRight; clients?: string[]; provider?: string }

function addCreate(service: Command, { open, write, findIssuer }: CreateDeps) {
  service
    .command('create')
    .alias('make')
    .description('Creates a token and prints it once.')
    .argument(...name)
    .addOption(
      new Option('--may <right>', 'what the program is allowed to do')
        .choices(serviceRight.options)
        .makeOptionMandatory(),
    )
    .option('--clients <ids>', 'limit the token to these client IDs, separated by commas', parseClientIds)
    .option('--provider <name>', 'with --may scim: the name of the identity provider in OIDC_PROVIDERS')
    .action(async (name: string, { may, clients, provider }: CreateOptions) => {
      if (service.args[0] === 'make') service.configureOutput().writeErr?.(`${serviceMessages.makeRenamed}\n`)
      if (may === 'scim' ? clients : provider !== undefined) service.error(serviceMessages.notBoth)
      const issuer = may === 'scim' ? findIssuer(provider) : undefined
      if (may === 'scim' && !issuer) service.error(serviceMessages.unknownProvider(provider ?? ''))
      const request = { name, may, clientIds: clients, issuer, actor }
      write(
        serviceMessages.made(
          name,
          await withDatabase(open, ({ owner }) => createServiceToken(owner, request)),
        ),
      )
    })
}

function parseClientIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim())
  if (ids.some((id) => id === '')) throw new InvalidArgumentError(serviceMessages.noClient)
  return ids
}

function parseHours(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError(serviceMessages.notHours)
  return Number(text)
}

const formatTokens = (tokens: readonly ServiceToken[]) =>
  tokens.length === 0
    ? serviceMessages.none
    : tokens
        .map((token) => {
          const state = token.revokedAt
            ? serviceMessages.revokedAt(token.revokedAt.toISOString())
            : serviceMessages.since((token.rotatedAt ?? token.madeAt).toISOString())
          const reach = token.issuer ?? token.clientIds?.join(',') ?? serviceMessages.everyClient
          const used = token.lastUsedAt ? `  ${serviceMessages.used(token.lastUsedAt.toISOString())}` : ''
          return `${token.name}  ${token.may}  ${reach}  ${state}${used}`
        })
        .join('\n')

/** Adds `signing-key rotate`. */
export function addSigningKeyCommands(
  program: Command,
  open: Open,
  endMemberSessions: (db: Database) => Promise<number>,
) {
  const signingKey = program
    .command('signing-key')
    .description('Replaces the key that signs the tokens of staff.')
    .helpCommand(false)
  const write = (text: string) => signingKey.configureOutput().writeOut?.(`${text}\n`)

  signingKey
    .command('rotate')
    .description('Adds a new key; the old one verifies its tokens until they expire.')
    .option(
      '--end-sessions',
      'after a leak: remove the old keys now, and end all sessions of staff and members',
    )
    .action(async ({ endSessions }: { endSessions?: boolean }) => {
      const rotation = { actor, ...(endSessions && { endMemberSessions }) }
      const sessions = await withDatabase(open, ({ owner }) => rotateSigningKey(owner, rotation))
      write(endSessions ? signingKeyMessages.ended(sessions) : signingKeyMessages.rotated)
    })
}
