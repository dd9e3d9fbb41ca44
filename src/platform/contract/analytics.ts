/** The analytics events (first specification, section 7). */
export type AnalyticsEvent = 'cc_provider_search' | 'cc_vob_self_issue'

/** The client name for events without a signed-in user. */
export const publicClient = 'Public'
