/** The parts of a case that results have ways to, each a page below the search that found it. */
export const listedParts = ['medical-records', 'case-documents', 'billing', 'notes'] as const
export type ListedPart = (typeof listedParts)[number]

/** All parts: those, and when what they have came to be. */
export const caseParts = [...listedParts, 'timeline'] as const
export type CasePart = (typeof caseParts)[number]

/** Where a search for cases stands; its parts stand below it. */
export type SearchPath = '/patient-search' | '/current-activity'

/** Where a part of the case of a row stands. */
export const pathOfPart = (path: SearchPath, part: CasePart, row: string) =>
  `${path}/${part}?row=${encodeURIComponent(row)}`
