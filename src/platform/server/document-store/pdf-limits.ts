const megabyte = 1 << 20

/** Bounds on what one PDF can make the portal do, at import and whenever pages are cut from it. */
export type PdfLimits = typeof standardLimits

export const standardLimits = {
  /** Size of a stored file, and of an answer. `DOCUMENT_MEGABYTES` sets both. */
  fileBytes: 400 * megabyte,
  /** Pages of one answer. */
  pages: 5_000,
  /** Sections of the index: one for the file, and one for each later change that was appended to it. */
  sections: 64,
  /** All sections of the index together. */
  indexBytes: 64 * megabyte,
  /** Entries of the index. */
  entries: 1_000_000,
  /** One object stream, index stream or content stream, decoded. */
  streamBytes: 64 * megabyte,
  /** All of these streams of a file together, decoded. */
  decodedBytes: 512 * megabyte,
  /** Objects of a file that its pages lead to. */
  objects: 200_000,
  /** Annotations of the pages of a file; those that pages share count for each of them. */
  annotations: 500_000,
  /** Names of resources that the content streams of a file use, each counted once for a stream. */
  names: 1_000_000,
  /** Look-ups of these names in the resources of pages, forms, patterns and fonts. */
  steps: 10_000_000,
}
