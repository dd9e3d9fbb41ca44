import { problem } from '../problem.ts'
import { type DocumentStore, fileOf, type StoredFile } from './document-store.ts'
import { type Alarm, isLost } from './lost-documents.ts'
import { messages } from './messages.ts'
import { pagesIn, pdfOf } from './pages.ts'

/** Pages of a stored document, or all of a PDF that was just made. */
export type Part = { sha256: string; first: number; last: number } | { pdf: Uint8Array }

type Asked = { parts: readonly Part[]; title: string; author: string; language?: string }

/** A PDF of parts of stored documents. One that is missing or damaged is a 404 to whoever asked, and an alarm. */
export async function openPages(
  store: DocumentStore,
  alarm: Alarm,
  { parts, ...facts }: Asked,
): Promise<Uint8Array> {
  const files = new Map<string, StoredFile>()
  try {
    for (const part of parts)
      if ('sha256' in part && !files.has(part.sha256)) files.set(part.sha256, await store.open(part.sha256))
    const ranges = parts.map(async (part) => {
      if ('sha256' in part)
        return { file: files.get(part.sha256) as StoredFile, first: part.first, last: part.last }
      const file = fileOf(part.pdf)
      return { file, first: 1, last: await pagesIn(file) }
    })
    return await pdfOf(await Promise.all(ranges), facts)
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
