/** Folders and files of the repository that a release contains. */
const shipped = [
  /^src\//,
  /^migrations\//,
  /^data\/geography\/[^/]+\.csv(\.gz)?$/,
  // The data of the base map is in the built map; this license covers it.
  /^data\/geography\/coast\/COPYING/,
  /^docs\/(?!screenshots\/)/,
  /^deploy\//,
  /^(LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md|CONTRIBUTING\.md|THIRD-PARTY\.md|\.env\.example)$/,
]

/** The pages, which a release contains built, and tests. */
const leftOut = [/^src\/(.*\/)?web\//, /\.test\.tsx?$/, /\.module\.css$/]

export const isShippedFile = (path: string): boolean =>
  shipped.some((pattern) => pattern.test(path)) && !leftOut.some((pattern) => pattern.test(path))
