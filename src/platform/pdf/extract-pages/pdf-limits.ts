const megabyte = 1 << 20

/** Limits on what one PDF can make the portal do, at import and at every extraction. */
export type PdfLimits = typeof standardLimits

export const standardLimits = {
  /** The size of a stored file and of a result, in bytes; `DOCUMENT_MEGABYTES` sets both. */
  fileBytes: 400 * megabyte,
  /** Pages in one result. */
  pages: 5_000,
  /** Index sections: one for the file and one for each appended change. */
  sections: 64,
  /** The size of all index sections together. */
  indexBytes: 64 * megabyte,
  /** Index entries. */
  entries: 1_000_000,
  /** The size of one decoded object stream, index stream or content stream. */
  streamBytes: 64 * megabyte,
  /** The total size of all of these streams of a file, decoded. */
  decodedBytes: 512 * megabyte,
  /** Objects of a file that its pages refer to. */
  objects: 200_000,
  /** Annotations on the pages of a file; one shared by several pages counts once for each page. */
  annotations: 500_000,
  /** Resource names that the content streams of a file use, each counted once per stream. */
  names: 1_000_000,
  /** Lookups of these names in the resources of pages, forms, patterns and fonts. */
  steps: 10_000_000,
}
