/** The analytics events (first specification, section 7). */
export type AnalyticsEvent = 'cc_provider_search' | 'cc_vob_self_issue'

/** The client name under which events are counted when no user is signed in. */
export const publicClient = 'Public'
