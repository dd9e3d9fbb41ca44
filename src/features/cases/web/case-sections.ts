/** The case sections linked from the results. Each is a page below its search. */
export const listedSections = ['medical-records', 'case-documents', 'billing', 'notes'] as const
export type ListedSection = (typeof listedSections)[number]

/** All sections: the overview, those above and the timeline. */
export const caseSections = ['overview', ...listedSections, 'timeline'] as const
export type CaseSection = (typeof caseSections)[number]

/** The path of a case search. The paths of its sections begin with it. */
export type SearchPath = '/patient-search' | '/current-activity'

/** Returns the path of a case section for a result row. */
export const sectionPath = (path: SearchPath, section: CaseSection, row: string) =>
  `${path}/${section}?row=${encodeURIComponent(row)}`
