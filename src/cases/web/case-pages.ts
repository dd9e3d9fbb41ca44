/** The parts of a case, each a page below the search that found it. */
export const casePages = ['medical-records', 'case-documents', 'billing', 'notes'] as const
export type CasePageName = (typeof casePages)[number]

/** Under which names session storage keeps the searches for cases. */
export const searchNames = ['patientSearch', 'currentActivity'] as const
export type SearchName = (typeof searchNames)[number]

/** Where a search for cases stands; its parts stand below it. */
export type SearchPath = '/patient-search' | '/current-activity'
