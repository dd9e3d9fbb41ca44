import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readTextFile } from '#platform/cli/cli-files.ts'
import { messages as operator } from '#platform/cli/cli-messages.ts'
import { type ErrorAt, readYaml } from '#platform/cli/yaml-file.ts'
import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'
import type { Card, Page, ParsedClient, Picture } from './client-diff.ts'
import { clientsSchema, type ExternalSearch, type WrittenClient } from './clients-file-schema.ts'
import { messages } from './clients-messages.ts'
import { sanitizeContent } from './content-store.ts'

export type Source = {
  /** The file name, for messages and the audit trail. */
  name: string
  /** The folder to which its picture and HTML paths are relative. */
  folder: string
  videoHosts: readonly string[]
}

/** A parsed clients file with all referenced files loaded. */
export type ParsedFile = {
  clients: ParsedClient[]
  /** The complete list; undefined if the file has none. */
  externalSearches: ExternalSearch[] | undefined
  /** A message for each page from which tags were removed. */
  leftOut: string[]
  faultAt: ErrorAt
}

/** Thrown when the clients file cannot be imported; the message lists every error with its line. */
export class ClientsRejectedError extends Error {
  override name = 'ClientsRejectedError'

  constructor({ name }: Pick<Source, 'name'>, faults: readonly string[]) {
    super(operator.refused(name, faults, messages.document))
  }
}

/** Parses clients YAML and loads the referenced pictures and HTML. Throws `ClientsRejectedError`. */
export async function readClients(text: string, source: Source): Promise<ParsedFile> {
  const { content, errors, errorAt } = readYaml(text, clientsSchema, messages.empty)
  if (!content) throw new ClientsRejectedError(source, errors)
  const context: ParseContext = { ...source, faultAt: errorAt, faults: [], leftOut: [] }
  const clients: ParsedClient[] = []
  for (const [at, client] of content.clients.entries()) clients.push(await parseClient(context, client, at))
  if (context.faults.length > 0) throw new ClientsRejectedError(source, context.faults)
  return { clients, externalSearches: content.externalSearches, leftOut: context.leftOut, faultAt: errorAt }
}

type WrittenMember = NonNullable<WrittenClient['member']>

/** What parsing needs and collects: the source, the errors, and the messages about removed tags. */
type ParseContext = Source & { faultAt: ErrorAt; faults: string[]; leftOut: string[] }

async function parseClient(context: ParseContext, client: WrittenClient, at: number): Promise<ParsedClient> {
  const { accountManagers, home, member, ...rest } = client
  const { banner, videoUrl } = home
  if (videoUrl !== null && !isAllowedVideo(videoUrl, context.videoHosts))
    context.faults.push(context.faultAt(['clients', at, 'home', 'videoUrl'], messages.foreignVideo))
  const managers: ParsedClient['accountManagers'] = []
  for (const [index, manager] of accountManagers.entries()) {
    const path = ['clients', at, 'accountManagers', index, 'picture']
    managers.push({ ...manager, picture: await loadPicture(context, manager.picture, path) })
  }
  return {
    ...rest,
    accountManagers: managers,
    home: { banner, videoUrl },
    member: member && {
      showIdCard: member.showIdCard,
      showEnglishAndGerman: member.showEnglishAndGerman,
      card: await loadCard(context, member, at),
    },
    html: {
      home: await loadHtml(context, client, 'home', at),
      member: await loadHtml(context, client, 'member', at),
    },
  }
}

async function loadPicture(
  { folder, faults, faultAt }: ParseContext,
  name: string | null,
  path: PropertyKey[],
) {
  const picture = name === null ? null : await loadImage(name, folder)
  if (typeof picture !== 'string') return picture
  faults.push(faultAt(path, picture))
  return null
}

async function loadCard(
  context: ParseContext,
  { card }: Pick<WrittenMember, 'card'>,
  at: number,
): Promise<Card | null> {
  if (!card) return null
  const path = ['clients', at, 'member', 'card', 'logo']
  const logo = await loadPicture(context, card.logo, path)
  if (logo?.type === 'image/webp') context.faults.push(context.faultAt(path, messages.notLogo))
  return { ...card, logo }
}

async function loadHtml(context: ParseContext, client: WrittenClient, page: Page, at: number) {
  const { html, file } = client[page] ?? {}
  const written = file === undefined ? html : await loadText(context, file, ['clients', at, page, 'file'])
  if (written === undefined) return undefined
  const clean = sanitizeContent(written, context.videoHosts)
  if (clean.leftOut.length > 0) context.leftOut.push(messages.leftOut(`${page}/${client.id}`, clean.leftOut))
  return clean.html
}

async function loadText({ folder, faults, faultAt }: ParseContext, file: string, path: PropertyKey[]) {
  const text = await readTextFile(resolve(folder, file)).catch((error: Error) => error)
  if (typeof text === 'string') return text
  faults.push(faultAt(path, text.message))
  return undefined
}

const maxBytes = 1_000_000

/** Loads a picture from a relative path or data URL; returns an error message if that fails. */
async function loadImage(name: string, folder: string): Promise<Picture | string> {
  const [, base64] = /^data:[\w/+.-]+;base64,(.*)$/s.exec(name) ?? []
  const bytes = base64 === undefined ? await readBytes(resolve(folder, name)) : Buffer.from(base64, 'base64')
  if (typeof bytes === 'string') return bytes
  if (bytes.length > maxBytes) return messages.pictureTooLarge
  const type = detectType(bytes)
  return type ? { type, bytes } : messages.notPicture
}

async function readBytes(file: string): Promise<Buffer | string> {
  try {
    const { size } = await stat(file)
    return size > maxBytes ? messages.pictureTooLarge : await readFile(file)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    return code === 'ENOENT' ? messages.noPicture(file) : messages.unreadablePicture(file, code ?? message)
  }
}

const signatures: [Picture['type'], RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** Detects the image type from the first bytes, regardless of the file name. */
function detectType(bytes: Buffer): Picture['type'] | undefined {
  const firstBytes = bytes.toString('hex', 0, 12)
  return signatures.find(([, pattern]) => pattern.test(firstBytes))?.[0]
}

/** Whether a home page may show this video: a path on the portal or an HTTPS URL on an allowed host. */
export function isAllowedVideo(url: string, videoHosts: readonly string[]): boolean {
  return /^(\/|https:)/.test(url) && isAllowedEmbed('video', url, videoHosts)
}
