import { problem } from '../problem.ts'
import { type DocumentStore, fileOf, type StoredFile } from './document-store.ts'
import { type Alarm, isLost } from './lost-documents.ts'
import { messages } from './messages.ts'
import { pdfOf } from './pages.ts'

/** Pages of a stored document. */
type Part = { sha256: string; first: number; last: number }

type Asked = {
  parts: readonly Part[]
  title: string
  author: string
  language?: string
  /** A PDF made for them: what comes before their pages, then for each page a strip that stands above it. */
  made?: Uint8Array
}

/** A PDF of parts of stored documents. One that is missing or damaged is a 404 to whoever asked, and an alarm. */
export async function openPages(
  store: DocumentStore,
  alarm: Alarm,
  { parts, made, ...facts }: Asked,
): Promise<Uint8Array> {
  const files = new Map<string, StoredFile>()
  try {
    for (const { sha256 } of parts) if (!files.has(sha256)) files.set(sha256, await store.open(sha256))
    const ranges = parts.map(({ sha256, first, last }) => ({
      file: files.get(sha256) as StoredFile,
      first,
      last,
    }))
    return await pdfOf(ranges, { ...facts, made: made && fileOf(made) })
  } catch (error) {
    if (!isLost(error)) throw error
    error.code ??= [...files.keys()].join(' ')
    alarm(error)
    throw problem(404, messages.lost)
  } finally {
    for (const file of files.values()) await file.close()
  }
}

/** Nothing to show: no such document, or none of these pages, or not theirs. */
export const documentMissing = () => problem(404, messages.missing)

/** The header that shows a PDF in its window and, where somebody keeps it, gives it a name of these words. */
export const shownAs = (...words: (string | number)[]) =>
  `inline; filename="${words.join('-').replaceAll(/[^A-Za-z0-9-]/g, '-')}.pdf"`
