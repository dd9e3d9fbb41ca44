/** The parts of a case, each a page below the search that found it. */
export const casePages = ['medical-records', 'case-documents', 'billing', 'notes'] as const
export type CasePageName = (typeof casePages)[number]

/** Where a search for cases stands; its parts stand below it. */
export type SearchPath = '/patient-search' | '/current-activity'
