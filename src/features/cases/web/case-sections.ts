/** The case sections linked from results; each is a page below its search. */
export const listedParts = ['medical-records', 'case-documents', 'billing', 'notes'] as const
export type ListedPart = (typeof listedParts)[number]

/** All sections: those above, and the timeline. */
export const caseParts = [...listedParts, 'timeline'] as const
export type CasePart = (typeof caseParts)[number]

/** Path of a case search; its sections are below it. */
export type SearchPath = '/patient-search' | '/current-activity'

/** Path of a case section for a result row. */
export const sectionPath = (path: SearchPath, part: CasePart, row: string) =>
  `${path}/${part}?row=${encodeURIComponent(row)}`
