import type { DocumentRequest } from '#platform/web/document/document-request.ts'
import { dayOfInstant } from '#platform/web/format-instant.ts'
import type { IssuedVob } from '#vob/contract.ts'
import type { FeedEntry } from '../../activity-contract.ts'
import { byNewest } from '../../rules.ts'
import { createCaseDocumentRequest, createRecordRequest } from './case-document-requests.ts'

/** A verification of benefits that was issued for the policy of the case. */
export type LetterEntry = IssuedVob & { kind: 'VOB'; day: string; at: string }

/** What the page shows: the feed with the letters. */
export type ShownEntry = FeedEntry | LetterEntry
export type ShownKind = ShownEntry['kind']

/** Adds the letters to the entries of the feed, newest first. */
export const addLetters = (entries: readonly FeedEntry[], letters: readonly IssuedVob[]): ShownEntry[] =>
  [
    ...entries,
    ...letters.map((letter) => {
      const { issuedAt } = letter
      return { ...letter, kind: 'VOB' as const, day: dayOfInstant(issuedAt), at: issuedAt }
    }),
  ].toSorted(byNewest)

/** One line of the feed: an entry, or the documents of a kind that were added on a day. */
export type FeedItem = { key: string; day: string; first: ShownEntry; all: ShownEntry[] }

/** Combines documents of the same kind and day. Expects the order of the feed. */
export function groupEntries(entries: readonly ShownEntry[]): FeedItem[] {
  const items: FeedItem[] = []
  for (const entry of entries) {
    const last = items.at(-1)
    const isDocument = entry.kind === 'MR' || entry.kind === 'CASE'
    if (isDocument && last?.first.kind === entry.kind && last.day === entry.day) last.all.push(entry)
    else items.push({ key: createKey(entry), day: entry.day, first: entry, all: [entry] })
  }
  return items
}

function createKey(entry: ShownEntry): string {
  if (entry.kind === 'NOTES') return entry.hash
  if (entry.kind === 'VOB') return entry.number
  if (entry.kind === 'MR' || entry.kind === 'CASE') return `${entry.kind} ${entry.id}`
  return `${entry.kind} ${entry.itn} ${entry.kind === 'AUTH' ? `${entry.round} ${entry.action}` : ''}`
}

/** A document of the feed, with its pages and the form posts that open it and, for its picture, its first page. */
export type FeedDocument = DocumentRequest & {
  id: string
  kind: 'MR' | 'CASE'
  firstPage: DocumentRequest
  pageNumbers: string
  pages: number
}
export type OpenFeedDocument = (document: FeedDocument) => void

/** Lists the documents among entries of the feed, in their order. */
export function listDocuments(entries: readonly ShownEntry[], incidentNumber: string): FeedDocument[] {
  return entries.flatMap((entry): FeedDocument[] => {
    if (entry.kind !== 'MR' && entry.kind !== 'CASE') return []
    const { id, kind, pageNumbers } = entry
    const [first, last, createRequest] =
      entry.kind === 'MR'
        ? [entry.pageStartNumber, entry.pageEndNumber, createRecordRequest]
        : [entry.pageStart, entry.pageEnd, createCaseDocumentRequest]
    return [
      {
        id,
        kind,
        pageNumbers,
        pages: last - first + 1,
        ...createRequest(incidentNumber, first, last),
        firstPage: createRequest(incidentNumber, first, first),
      },
    ]
  })
}
