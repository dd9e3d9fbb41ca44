const megabyte = 1 << 20

/** Limits on what one PDF can make the portal do, at import and at every extraction. */
export type PdfLimits = typeof standardLimits

export const standardLimits = {
  /** Size of a stored file and of a result, both set by `DOCUMENT_MEGABYTES`. */
  fileBytes: 400 * megabyte,
  /** Pages of one result. */
  pages: 5_000,
  /** Index sections: one for the file and one for each appended change. */
  sections: 64,
  /** All index sections together. */
  indexBytes: 64 * megabyte,
  /** Index entries. */
  entries: 1_000_000,
  /** One decoded object stream, index stream or content stream. */
  streamBytes: 64 * megabyte,
  /** All of these streams of a file together, decoded. */
  decodedBytes: 512 * megabyte,
  /** Objects of a file that its pages refer to. */
  objects: 200_000,
  /** Annotations of the pages of a file; shared ones count once per page. */
  annotations: 500_000,
  /** Resource names that the content streams of a file use, each counted once per stream. */
  names: 1_000_000,
  /** Lookups of these names in the resources of pages, forms, patterns and fonts. */
  steps: 10_000_000,
}
