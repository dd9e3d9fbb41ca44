import { differenceBetween } from './client-diff.ts'
import type { Client, SaidClient, State } from './client-snapshot.ts'
import type { Said } from './clients-file.ts'
import { messages } from './clients-messages.ts'
import type { ExternalSearch } from './clients-schema.ts'

type Change = { client: Client; before: Client | undefined }

/** The changes of an import. */
export type Plan = {
  changes: Change[]
  externalSearches: ExternalSearch[] | undefined
  /** The changes as text; empty if there are none. */
  text: string
}

/** Compares a file with the database. Unlisted clients stay unchanged. */
export function planOf(said: Said, state: State): Plan {
  const known = new Map(state.clients.map((client) => [client.id, client]))
  const compared = said.clients.map((entry) => {
    const before = known.get(entry.id)
    const client = completed(entry, before)
    return { client, before, lines: differenceBetween(before && toldOf(before), toldOf(client)) }
  })
  const changed = compared.filter(({ lines, before }) => lines.length > 0 || !before)
  const external = externalDifference(said.externalSearches, state.externalSearches)
  const paragraphs = changed.map(({ client: { id }, before, lines }) => [
    before ? messages.changed(id) : messages.added(id),
    ...lines,
  ])
  if (external.length > 0) paragraphs.push([messages.externalChanged, ...external])
  return {
    changes: changed.map(({ client, before }) => ({ client, before })),
    externalSearches: external.length > 0 ? said.externalSearches : undefined,
    text: paragraphs.map((lines) => lines.join('\n')).join('\n\n'),
  }
}

/** The described properties of a client; its ID is the heading. */
export const toldOf = ({ id: _, ...rest }: Client) => rest

function completed({ html, ...rest }: SaidClient, before: Client | undefined): Client {
  const stored = before?.html ?? { home: '', member: '' }
  return { ...rest, html: { home: html.home ?? stored.home, member: html.member ?? stored.member } }
}

function externalDifference(after: ExternalSearch[] | undefined, before: ExternalSearch[]): string[] {
  if (!after) return []
  const byName = (searches: ExternalSearch[]) =>
    Object.fromEntries(searches.map(({ name, url, position }) => [name, `${position}. ${url}`]))
  return differenceBetween(byName(before), byName(after))
}
