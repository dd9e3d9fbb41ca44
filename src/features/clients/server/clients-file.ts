import { resolve } from 'node:path'
import { readTextFile } from '#platform/server/command-line/cli-files.ts'
import { messages as operator } from '#platform/server/command-line/cli-messages.ts'
import { type ErrorAt, readYaml } from '#platform/server/command-line/yaml-file.ts'
import { isAllowedVideo } from './allowed-video.ts'
import type { Card, Page, SaidClient } from './client-snapshot.ts'
import { messages } from './clients-messages.ts'
import { clientsSchema, type ExternalSearch, type WrittenClient } from './clients-schema.ts'
import { sanitizeContent } from './content-sanitizer.ts'
import { namedPicture } from './load-image.ts'

export type Source = {
  /** The file name for messages and the audit trail. */
  name: string
  /** The folder of the pictures and HTML files it references. */
  folder: string
  videoHosts: readonly string[]
}

/** A parsed clients file with all referenced files loaded. */
export type Said = {
  clients: SaidClient[]
  /** The complete list; undefined if the file has none. */
  externalSearches: ExternalSearch[] | undefined
  /** A message for each page with removed tags. */
  leftOut: string[]
  faultAt: ErrorAt
}

/** The clients file is invalid; the message lists every error with its line. */
export class ClientsRejectedError extends Error {
  override name = 'ClientsRejectedError'

  constructor({ name }: Pick<Source, 'name'>, faults: readonly string[]) {
    super(operator.refused(name, faults, messages.document))
  }
}

/** Parses clients YAML and loads the referenced pictures and HTML. Throws `ClientsRejectedError`. */
export async function readClients(text: string, source: Source): Promise<Said> {
  const { content, errors, errorAt } = readYaml(text, clientsSchema, messages.empty)
  if (!content) throw new ClientsRejectedError(source, errors)
  const desk: Desk = { ...source, faultAt: errorAt, faults: [], leftOut: [] }
  const clients: SaidClient[] = []
  for (const [at, client] of content.clients.entries()) clients.push(await gather(desk, client, at))
  if (desk.faults.length > 0) throw new ClientsRejectedError(source, desk.faults)
  return { clients, externalSearches: content.externalSearches, leftOut: desk.leftOut, faultAt: errorAt }
}

type WrittenMember = NonNullable<WrittenClient['member']>

/** The context for building clients from their entries. */
type Desk = Source & { faultAt: ErrorAt; faults: string[]; leftOut: string[] }

async function gather(desk: Desk, client: WrittenClient, at: number): Promise<SaidClient> {
  const { accountManagers, home, member, ...rest } = client
  const { banner, videoUrl } = home
  if (videoUrl !== null && !isAllowedVideo(videoUrl, desk.videoHosts))
    desk.faults.push(desk.faultAt(['clients', at, 'home', 'videoUrl'], messages.foreignVideo))
  const managers: SaidClient['accountManagers'] = []
  for (const [place, manager] of accountManagers.entries()) {
    const path = ['clients', at, 'accountManagers', place, 'picture']
    managers.push({ ...manager, picture: await pictureOf(desk, manager.picture, path) })
  }
  return {
    ...rest,
    accountManagers: managers,
    home: { banner, videoUrl },
    member: member && {
      showIdCard: member.showIdCard,
      showEnglishAndGerman: member.showEnglishAndGerman,
      card: await cardOf(desk, member, at),
    },
    html: { home: await htmlOf(desk, client, 'home', at), member: await htmlOf(desk, client, 'member', at) },
  }
}

async function pictureOf({ folder, faults, faultAt }: Desk, name: string | null, path: PropertyKey[]) {
  const picture = name === null ? null : await namedPicture(name, folder)
  if (typeof picture !== 'string') return picture
  faults.push(faultAt(path, picture))
  return null
}

async function cardOf(desk: Desk, { card }: Pick<WrittenMember, 'card'>, at: number): Promise<Card | null> {
  if (!card) return null
  const path = ['clients', at, 'member', 'card', 'logo']
  const logo = await pictureOf(desk, card.logo, path)
  if (logo?.type === 'image/webp') desk.faults.push(desk.faultAt(path, messages.notLogo))
  return { ...card, logo }
}

async function htmlOf(desk: Desk, client: WrittenClient, page: Page, at: number) {
  const { html, file } = client[page] ?? {}
  const written = file === undefined ? html : await textOf(desk, file, ['clients', at, page, 'file'])
  if (written === undefined) return undefined
  const clean = sanitizeContent(written, desk.videoHosts)
  if (clean.leftOut.length > 0) desk.leftOut.push(messages.leftOut(`${page}/${client.id}`, clean.leftOut))
  return clean.html
}

async function textOf({ folder, faults, faultAt }: Desk, file: string, path: PropertyKey[]) {
  const text = await readTextFile(resolve(folder, file)).catch((error: Error) => error)
  if (typeof text === 'string') return text
  faults.push(faultAt(path, text.message))
  return undefined
}
