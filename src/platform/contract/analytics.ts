/** What is counted of the portal's use (first specification, section 7). */
export type AnalyticsEvent = 'cc_provider_search' | 'cc_vob_self_issue'

/** Whose use it is, where nobody is signed in. */
export const publicClient = 'Public'
