import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { stringify } from 'yaml'
import { readTextFile, writeOperatorFile } from '#platform/cli/cli-files.ts'
import { type Ask, askOnTerminal } from '#platform/cli/terminal-prompt.ts'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import { audit } from '#platform/db/audit.ts'
import type { Database } from '#platform/db/database.ts'
import { type Card, type Client, describe, type Picture, type State } from './client-diff.ts'
import { loadState } from './client-snapshot-queries.ts'
import { readClients } from './clients-file.ts'
import { applyImport, type ClientDependents, describedProperties, planImport } from './clients-import.ts'
import { messages } from './clients-messages.ts'

type CommandDeps = {
  open: Open
  videoHosts: () => readonly string[]
  dependents: ClientDependents
  ask?: Ask
}

type GroupDeps = Pick<CommandDeps, 'open' | 'dependents'> & { write: (text: string) => void }

/** Adds `clients import FILE`, `clients export [FILE]`, `clients show ID`, `clients close ID` and `clients open ID`. */
export function addClientsCommands(program: Command, { ask = askOnTerminal, ...deps }: CommandDeps) {
  const clients = program
    .command('clients')
    .description('Manages clients and their configuration (see docs/clients.md).')
    .helpCommand(false)
  const write = (text: string) => clients.configureOutput().writeOut?.(`${text}\n`)

  clients
    .command('import')
    .description('Adds and changes the clients in a YAML file, after a preview and confirmation.')
    .argument('<file>', 'the YAML file')
    .option('--yes', 'apply the changes without confirmation')
    .action((file: string, { yes = false }: { yes?: boolean }) =>
      importFile(file, { ...deps, write, ask: yes ? undefined : ask }),
    )

  clients
    .command('export')
    .description('Exports all clients as YAML that can be imported again, with their pictures as files.')
    .argument('[file]', 'the file to write; omit it to print the YAML with inline pictures')
    .action(async (file?: string) => {
      const state = await withDatabase(deps.open, ({ owner }) =>
        readState(owner, 'clients exported', 'clients'),
      )
      if (file) await exportToFile(file, state)
      else write(formatClients(state, inlinePicture).trimEnd())
    })

  addEnabling(clients, { ...deps, write })

  clients
    .command('show')
    .description('Prints the configuration of a client.')
    .argument('<id>', 'the ID of the client')
    .action(async (id: string) => {
      const state = await withDatabase(deps.open, ({ owner }) => readState(owner, 'client shown', id))
      const client = findClient(id, state)
      write([`Client ${id}`, ...describe(describedProperties(client))].join('\n'))
    })
}

/** Loads all clients for an administrator, whom the audit trail names. */
async function readState(owner: Database, action: string, subject: string): Promise<State> {
  await audit(owner, { actor: actorOnCommandLine(), action, subject })
  return loadState(owner)
}

/** Adds `clients close ID` and `clients open ID`. */
function addEnabling(clients: Command, { open, ...deps }: GroupDeps) {
  for (const [word, enabled] of [
    ['close', false],
    ['open', true],
  ] as const)
    clients
      .command(word)
      .description(
        enabled ? 'Reopens a closed client.' : 'Closes a client: ends its sessions and blocks sign-in.',
      )
      .argument('<id>', 'the ID of the client')
      .action((id: string) => withDatabase(open, ({ owner }) => setEnabled(owner, { id, enabled, ...deps })))
}

function findClient(id: string, { clients }: State): Client {
  const client = clients.find((each) => each.id === id)
  const others = clients.map((each) => each.id)
  if (!client) throw new Error(messages.unknownClient(id, others))
  return client
}

type Enabling = Omit<GroupDeps, 'open'> & { id: string; enabled: boolean }

/** Opens or closes a client and changes nothing else. */
async function setEnabled(owner: Database, { id, enabled, dependents, write }: Enabling) {
  const client = findClient(id, await loadState(owner))
  const clients = [{ ...client, enabled }]
  const parsed = { clients, externalSearches: undefined, leftOut: [], faultAt: () => '' }
  const context = { name: 'none', actor: actorOnCommandLine(), dependents }
  const { text } = await applyImport(owner, parsed, context)
  write(text ? `${text}\n\n${messages.done}` : messages.nothingToDo)
}

type Import = GroupDeps & { videoHosts: () => readonly string[]; ask: Ask | undefined }

async function importFile(file: string, { open, videoHosts, dependents, write, ask }: Import) {
  const source = { name: file, folder: dirname(file), videoHosts: videoHosts() }
  const parsed = await readClients(await readTextFile(file), source)
  await withDatabase(open, async ({ owner }) => {
    const context = { name: file, actor: actorOnCommandLine(), dependents }
    const { text } = await planImport(owner, parsed, context)
    for (const sentence of parsed.leftOut) write(sentence)
    if (!text) return write(messages.nothingToDo)
    write(`${text}\n`)
    if (ask) await confirm(ask)
    await applyImport(owner, parsed, context, ask ? text : undefined)
    write(messages.done)
  })
}

async function confirm(ask: Ask) {
  const answer = await ask(messages.question)
  if (answer === undefined) throw new Error(messages.needsYes)
  if (!answer) throw new Error(messages.declined)
}

async function exportToFile(file: string, state: State) {
  const pictures = new Map<string, Picture>()
  const text = formatClients(state, (picture, client, index) => {
    const name = `pictures/${client}-${index}.${picture.type.replace('image/', '')}`
    pictures.set(name, picture)
    return name
  })
  await writeOperatorFile(file, text)
  if (pictures.size > 0) await mkdir(join(dirname(file), 'pictures'), { recursive: true })
  for (const [name, { bytes }] of pictures) await writeOperatorFile(join(dirname(file), name), bytes)
}

const heading = '# The clients of this portal, as docs/clients.md describes them.\n'

/** Returns how the clients file refers to a picture: a file name or a data URL. */
type NamePicture = (picture: Picture, client: string, index: string) => string

/** Formats all clients and external searches as YAML that imports without changes. */
export function formatClients(
  { clients, externalSearches }: Pick<State, 'clients'> & Partial<State>,
  namePicture: NamePicture,
): string {
  const written = clients.map((client) => toEntry(client, namePicture))
  return heading + stringify({ clients: written, externalSearches }, { lineWidth: 0 })
}

/** Returns the picture as a data URL. */
export const inlinePicture: NamePicture = ({ type, bytes }) =>
  `data:${type};base64,${bytes.toString('base64')}`

function toEntry(client: Client, namePicture: NamePicture) {
  const { html, home, member, vob, dueRule, decisionLetter, codes, ...rest } = client
  const toCardEntry = ({ logo, phones, ...card }: Card) =>
    omitEmpty({
      ...card,
      phones: omitEmpty({
        ...phones,
        countries: Object.keys(phones.countries).length > 0 ? phones.countries : null,
      }),
      logo: logo && namePicture(logo, client.id, 'logo'),
    })
  return {
    ...rest,
    ...(dueRule && { dueRule }),
    ...(decisionLetter && { decisionLetter }),
    codes: codes.map(omitEmpty),
    providerSearches: client.providerSearches.map(({ key, networks }) =>
      networks ? { key, networks } : key,
    ),
    accountManagers: client.accountManagers.map(({ picture, ...manager }, index) =>
      picture ? { ...manager, picture: namePicture(picture, client.id, String(index + 1)) } : manager,
    ),
    ...(vob && { vob }),
    home: omitEmpty({ ...home, html: html.home }),
    ...(member && {
      member: omitEmpty({ ...member, card: member.card && toCardEntry(member.card), html: html.member }),
    }),
  }
}

const omitEmpty = (group: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(group).filter(([, value]) => value !== null && value !== ''))
