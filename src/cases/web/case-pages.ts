/** The parts of a case that results have ways to, each a page below the search that found it. */
export const casePages = ['medical-records', 'case-documents', 'billing', 'notes'] as const
export type CasePageName = (typeof casePages)[number]

/** All parts: those, and when what they have came to be. */
export const caseParts = [...casePages, 'timeline'] as const
export type CasePartName = (typeof caseParts)[number]

/** Where a search for cases stands; its parts stand below it. */
export type SearchPath = '/patient-search' | '/current-activity'

/** Where a part of the case of a row stands. */
export const pathOfPart = (path: SearchPath, part: CasePartName, row: string) =>
  `${path}/${part}?row=${encodeURIComponent(row)}`
