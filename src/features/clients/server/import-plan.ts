import { diffLines } from './client-diff.ts'
import type { Client, ParsedClient, State } from './client-snapshot.ts'
import type { ParsedFile } from './clients-file.ts'
import type { ExternalSearch } from './clients-file-schema.ts'
import { messages } from './clients-messages.ts'

type Change = { client: Client; before: Client | undefined }

/** The changes that an import would make. */
export type Plan = {
  changes: Change[]
  externalSearches: ExternalSearch[] | undefined
  /** The changes as text; empty if there are none. */
  text: string
}

/** Compares a file with the database. Unlisted clients stay unchanged. */
export function createPlan(file: ParsedFile, state: State): Plan {
  const known = new Map(state.clients.map((client) => [client.id, client]))
  const compared = file.clients.map((entry) => {
    const before = known.get(entry.id)
    const client = mergeWithStored(entry, before)
    return {
      client,
      before,
      lines: diffLines(before && describedProperties(before), describedProperties(client)),
    }
  })
  const changed = compared.filter(({ lines, before }) => lines.length > 0 || !before)
  const external = diffExternalSearches(file.externalSearches, state.externalSearches)
  const paragraphs = changed.map(({ client: { id }, before, lines }) => [
    before ? messages.changed(id) : messages.added(id),
    ...lines,
  ])
  if (external.length > 0) paragraphs.push([messages.externalChanged, ...external])
  return {
    changes: changed.map(({ client, before }) => ({ client, before })),
    externalSearches: external.length > 0 ? file.externalSearches : undefined,
    text: paragraphs.map((lines) => lines.join('\n')).join('\n\n'),
  }
}

/** The properties of a client to describe: all but its ID, which is the heading. */
export const describedProperties = ({ id: _, ...rest }: Client) => rest

function mergeWithStored({ html, ...rest }: ParsedClient, before: Client | undefined): Client {
  const stored = before?.html ?? { home: '', member: '' }
  return { ...rest, html: { home: html.home ?? stored.home, member: html.member ?? stored.member } }
}

function diffExternalSearches(after: ExternalSearch[] | undefined, before: ExternalSearch[]): string[] {
  if (!after) return []
  const byName = (searches: ExternalSearch[]) =>
    Object.fromEntries(searches.map(({ name, url, position }) => [name, `${position}. ${url}`]))
  return diffLines(byName(before), byName(after))
}
