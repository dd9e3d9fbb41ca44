import { type Command, Option } from 'commander'
import sanitize from 'sanitize-html'
import { z } from 'zod'
import { readTextFile } from '#platform/cli/cli-files.ts'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import { now } from '#platform/contract/clock.ts'
import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { contentMessages as messages } from './clients-messages.ts'

const contentKey = /^((search|home|member)\/[A-Za-z0-9][A-Za-z0-9-]{0,99}|member\/[A-Za-z0-9-]{1,64}\/de)$/
/** The languages that member pages can have besides English. */
const otherLanguages = ['de'] as const

/** The key of the content of a member page in a language. */
export const memberContentKey = (
  clientId: string,
  language: 'en' | (typeof otherLanguages)[number],
): string => (language === 'en' ? `member/${clientId}` : `member/${clientId}/${language}`)
const versionRow = z.object({ version: z.number(), html: z.string() })

type Stored = { version: number; changed: boolean; leftOut: string[] }
type Author = { actor: string; videoHosts: readonly string[] }

/** Stores sanitized HTML under a key as its newest version; unchanged text creates no new version. */
export async function storeContent(
  owner: Database,
  key: string,
  html: string,
  { actor, videoHosts }: Author,
): Promise<Stored> {
  if (!contentKey.test(key)) throw new Error(messages.wrongKey(key))
  const { html: clean, leftOut } = sanitizeContent(html, videoHosts)
  const stored = await inTransaction(owner, (db) => storeSanitized(db, key, clean, actor))
  return { ...stored, leftOut }
}

/** Like `storeContent`, for HTML that is already sanitized, in the caller's transaction. */
export async function storeSanitized(db: Database, key: string, html: string, actor: string) {
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('content'))`)
  const newest = await newestVersion(db, key)
  if (newest?.html === html) return { version: newest.version, changed: false }
  const version = (newest?.version ?? 0) + 1
  await execute(
    db,
    sql`insert into content (key, version, html, stored_at) values (${key}, ${version}, ${html}, ${now()})`,
  )
  await audit(db, { actor, action: 'content stored', subject: key, detail: { version } })
  return { version, changed: true }
}

/** Finds the current sanitized HTML stored under a key; undefined if there is none. */
export async function findContent(db: Database, key: string): Promise<string | undefined> {
  return (await newestVersion(db, key))?.html
}

function newestVersion(db: Database, key: string) {
  return queryRow(
    db,
    versionRow,
    sql`select version, html from content where key = ${key} order by version desc limit 1`,
  )
}

const tags = [
  ...sanitize.defaults.allowedTags.filter((tag) => !['a', 'img'].includes(tag)),
  'a',
  'img',
  'picture',
  'details',
  'summary',
  'del',
  'ins',
  'iframe',
  'video',
  'source',
]

const attributes: Record<string, string[]> = {
  '*': ['lang', 'dir', 'title'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  iframe: ['src', 'width', 'height', 'allowfullscreen', 'loading'],
  video: ['src', 'width', 'height', 'controls', 'muted', 'loop', 'playsinline'],
  source: ['src', 'type'],
  ol: ['start', 'reversed'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
}

type Sanitized = {
  html: string
  /** The names of the removed tags, in alphabetical order. */
  leftOut: string[]
}

/**
 * Sanitizes administrator HTML. Keeps text, tables and links, the portal's own images and videos, and HTTPS
 * videos from the given hosts; removes anything that could run, submit, restyle, redirect or track.
 */
export function sanitizeContent(html: string, videoHosts: readonly string[]): Sanitized {
  const leftOut = new Set<string>()
  // Browsers ignore NUL characters, and the database cannot store them.
  const clean = sanitize(html.replaceAll('\0', ''), {
    allowedTags: tags,
    allowedAttributes: attributes,
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    selfClosing: ['img', 'br', 'hr', 'source'],
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'svg', 'math', 'object'],
    transformTags: {
      a: (tag, { target, rel: _, ...rest }) => ({
        tagName: tag,
        attribs: target === '_blank' ? { ...rest, target, rel: 'noopener noreferrer' } : rest,
      }),
    },
    onOpenTag: (tag, { src }) => {
      if (!tags.includes(tag) || !isAllowedEmbed(tag, src, videoHosts)) leftOut.add(tag)
    },
    exclusiveFilter: ({ tag, attribs }) => !isAllowedEmbed(tag, attribs.src, videoHosts),
  })
  return { html: clean.trim(), leftOut: [...leftOut].sort() }
}

type LanguageOption = { language?: string }

const languageOption = () =>
  new Option('--language <language>', 'the language of a member page, if not English').choices(otherLanguages)

/** Returns the key of a page in a language. Only member pages have several. */
function findKey(page: string, { language }: LanguageOption): string {
  if (language === undefined) return page
  if (!page.startsWith('member/')) throw new Error(messages.oneLanguage(page))
  return `${page}/${language}`
}

/** Adds `content set KEY FILE` and `content show KEY`. Videos are allowed from the configured hosts. */
export function addContentCommands(program: Command, open: Open, videoHosts: () => readonly string[]) {
  const content = program
    .command('content')
    .description('Manages the HTML of pages: search introductions, home pages and member pages.')
    .helpCommand(false)
  const write = (text: string) => content.configureOutput().writeOut?.(`${text}\n`)

  content
    .command('set')
    .description('Stores the sanitized HTML of a file under a key and publishes it.')
    .argument('<key>', 'search/KEY, home/CLIENT or member/CLIENT')
    .argument('<file>', 'the HTML file')
    .addOption(languageOption())
    .action(async (page: string, file: string, options: LanguageOption) => {
      const key = findKey(page, options)
      const html = await readTextFile(file)
      const { version, changed, leftOut } = await withDatabase(open, ({ owner }) =>
        storeContent(owner, key, html, { actor: actorOnCommandLine(), videoHosts: videoHosts() }),
      )
      if (leftOut.length > 0) write(messages.leftOut(leftOut))
      write(changed ? messages.stored(key, version) : messages.unchanged(key, version))
    })

  content
    .command('show')
    .description('Prints the current HTML of a key.')
    .argument('<key>', 'search/KEY, home/CLIENT or member/CLIENT')
    .addOption(languageOption())
    .action(async (page: string, options: LanguageOption) => {
      const key = findKey(page, options)
      const html = await withDatabase(open, ({ owner }) => findContent(owner, key))
      if (html === undefined) throw new Error(messages.nothing(key))
      write(html)
    })
}
