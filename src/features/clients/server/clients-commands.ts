import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { actorOnCommandLine } from '#platform/server/command-line/actor.ts'
import { readTextFile, writeOperatorFile } from '#platform/server/command-line/cli-files.ts'
import { type Ask, askOnTerminal } from '#platform/server/command-line/confirm-prompt.ts'
import { type Open, withDatabase } from '#platform/server/command-line/with-database.ts'
import type { Database } from '#platform/server/database.ts'
import { describe } from './client-diff.ts'
import type { Client, Picture, State } from './client-snapshot.ts'
import { stateOf } from './client-snapshot-queries.ts'
import { clientsText, pictureInText } from './clients-export.ts'
import { readClients } from './clients-file.ts'
import { applyImport, type EndMemberSessions, planImport } from './clients-import.ts'
import { messages } from './clients-messages.ts'
import { toldOf } from './import-plan.ts'

type Desk = {
  open: Open
  videoHosts: () => readonly string[]
  endMemberSessions: EndMemberSessions
  ask?: Ask
}

type Parts = Pick<Desk, 'open' | 'endMemberSessions'> & { write: (text: string) => void }

/** Adds `clients import FILE`, `clients export [FILE]`, `clients show ID`, `clients close ID` and `clients open ID`. */
export function addClientsCommands(program: Command, { ask = askOnTerminal, ...desk }: Desk) {
  const clients = program
    .command('clients')
    .description('Clients and what each of them has, as docs/clients.md describes them.')
    .helpCommand(false)
  const write = (text: string) => clients.configureOutput().writeOut?.(`${text}\n`)

  clients
    .command('import')
    .description(
      'Adds and changes the clients that a YAML file names, once somebody has seen the difference.',
    )
    .argument('<file>', 'the YAML file')
    .option('--yes', 'apply the difference without asking')
    .action((file: string, { yes = false }: { yes?: boolean }) =>
      importFile(file, { ...desk, write, ask: yes ? undefined : ask }),
    )

  clients
    .command('export')
    .description('Writes every client as YAML that can be imported again, their pictures beside it.')
    .argument('[file]', 'the file to write; without it the text is printed, with the pictures in it')
    .action(async (file?: string) => {
      const state = await withDatabase(desk.open, ({ owner }) => stateOf(owner))
      if (file) await exportTo(file, state)
      else write(clientsText(state, pictureInText).trimEnd())
    })

  addEnabling(clients, { ...desk, write })

  clients
    .command('show')
    .description('Prints what a client has.')
    .argument('<id>', 'the id of the client')
    .action(async (id: string) => {
      const state = await withDatabase(desk.open, ({ owner }) => stateOf(owner))
      const client = clientNamed(id, state)
      write([`Client ${id}`, ...describe(toldOf(client))].join('\n'))
    })
}

/** Adds `clients close ID` and `clients open ID`. */
function addEnabling(clients: Command, { open, ...parts }: Parts) {
  for (const [word, enabled] of [
    ['close', false],
    ['open', true],
  ] as const)
    clients
      .command(word)
      .description(
        enabled
          ? 'Opens a closed client again.'
          : 'Closes a client: its staff can neither sign in nor go on.',
      )
      .argument('<id>', 'the id of the client')
      .action((id: string) => withDatabase(open, ({ owner }) => enable(owner, { id, enabled, ...parts })))
}

function clientNamed(id: string, { clients }: State): Client {
  const client = clients.find((each) => each.id === id)
  const others = clients.map((each) => each.id)
  if (!client) throw new Error(messages.unknownClient(id, others))
  return client
}

type Enabling = Omit<Parts, 'open'> & { id: string; enabled: boolean }

/** Opens or closes a client without other changes. */
async function enable(owner: Database, { id, enabled, endMemberSessions, write }: Enabling) {
  const client = clientNamed(id, await stateOf(owner))
  const clients = [{ ...client, enabled }]
  const said = { clients, externalSearches: undefined, leftOut: [], faultAt: () => '' }
  const by = { name: 'none', actor: actorOnCommandLine(), endMemberSessions }
  const { text } = await applyImport(owner, said, by)
  write(text ? `${text}\n\n${messages.done}` : messages.nothingToDo)
}

type Import = Parts & { videoHosts: () => readonly string[]; ask: Ask | undefined }

async function importFile(file: string, { open, videoHosts, endMemberSessions, write, ask }: Import) {
  const source = { name: file, folder: dirname(file), videoHosts: videoHosts() }
  const said = await readClients(await readTextFile(file), source)
  await withDatabase(open, async ({ owner }) => {
    const by = { name: file, actor: actorOnCommandLine(), endMemberSessions }
    const { text } = await planImport(owner, said, by)
    for (const sentence of said.leftOut) write(sentence)
    if (!text) return write(messages.nothingToDo)
    write(`${text}\n`)
    if (ask) await beSure(ask)
    await applyImport(owner, said, by, ask ? text : undefined)
    write(messages.done)
  })
}

async function beSure(ask: Ask) {
  const answer = await ask(messages.question)
  if (answer === undefined) throw new Error(messages.sayYes)
  if (!answer) throw new Error(messages.declined)
}

async function exportTo(file: string, state: State) {
  const pictures = new Map<string, Picture>()
  const text = clientsText(state, (picture, client, place) => {
    const name = `pictures/${client}-${place}.${picture.type.replace('image/', '')}`
    pictures.set(name, picture)
    return name
  })
  await writeOperatorFile(file, text)
  if (pictures.size > 0) await mkdir(join(dirname(file), 'pictures'), { recursive: true })
  for (const [name, { bytes }] of pictures) await writeOperatorFile(join(dirname(file), name), bytes)
}
