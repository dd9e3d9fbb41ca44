import { labelItn } from './rules.ts'

/** User-facing text of a case: its status line, overview and note form. */
export const messages = {
  status: {
    label: 'Case status',
    incident: 'Incident',
    entered: 'Entered',
    records: 'Medical records',
    bills: 'Bills',
    saved: 'Saved',
    recordPages: (records: number, pages: number) =>
      records === 0
        ? 'None yet'
        : `${records.toLocaleString('en-US')}, ${pages.toLocaleString('en-US')} ${pages === 1 ? 'page' : 'pages'}`,
    processed: (processed: number, bills: number) =>
      bills === 0
        ? 'None yet'
        : `${processed.toLocaleString('en-US')} of ${bills.toLocaleString('en-US')} processed`,
    nothingSaved: 'Nothing yet',
    unknown: 'Unknown',
    failed: 'We couldn’t load the figures for this case.',
  },
  overview: {
    activity: 'Activity',
    filter: 'Filter activity',
    all: 'All',
    kinds: {
      BILLS: 'Bills',
      NOTES: 'Notes',
      MR: 'Records',
      CASE: 'Documents',
      AUTH: 'Authorizations',
      VOB: 'VOBs',
    },
    failed: 'An error occurred retrieving the activity of this case.',
    nothing: 'Nothing has been added to this case yet',
    nothingAdvice: 'Notes, bills, records and documents appear here as soon as they arrive.',
    more: (count: number) => `Show ${count.toLocaleString('en-US')} more`,
    capped: (shown: number, all: number, kind: string) =>
      `Showing the newest ${shown.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} ${kind.toLowerCase()}.`,
    seeAll: (section: string) => `See all in ${section}`,
    today: 'Today',
    yesterday: 'Yesterday',
    day: (name: string, day: string) => `${name}, ${day}`,
    records: (count: number) => (count === 1 ? 'Medical record' : `${count} medical records`),
    documents: (count: number) => (count === 1 ? 'Case document' : `${count} case documents`),
    pages: (count: number) => (count === 1 ? '1 page' : `${count.toLocaleString('en-US')} pages`),
    pageRange: (pages: string) => (pages.includes('-') ? `Pages ${pages}` : `Page ${pages}`),
    charged: 'Charged',
    repriced: 'Repriced',
    saved: 'Saved',
    percent: (percent: string) => `(${percent}%)`,
    notProcessed: (service: string) => `Not processed yet. Date of service: ${service}`,
    authorizations: {
      pending: 'Authorization pending',
      A: 'Approved',
      D: 'Denied',
      I: 'Additional info needed',
      O: 'Special handling',
    },
    approved: (covered: string, total: string, patient: string) =>
      `Covered: ${covered} of ${total}. Patient responsibility: ${patient}.`,
    totalCharge: (total: string) => `Total charge ${total}.`,
    receivedAt: (time: string) => `Received ${time}`,
    letter: 'VOB',
    openLetter: (number: string) => `Open ${number}`,
    letterFor: 'For',
    lettersFailed: 'We couldn’t load the VOBs for this case.',
    withdrawn: 'Withdrawn',
    withdrawnBy: (day: string, name: string, reason: string) => `Withdrawn ${day} by ${name}: ${reason}`,
    review: 'Review',
    reviewLabel: (itn: string) => `Review: ${labelItn(itn)}`,
    history: 'History',
    historyLabel: (itn: string) => `History: ${labelItn(itn)}`,
    savings: 'Savings',
    noSavings: 'No bills have been received yet.',
    pendingAuthorizations: 'Pending authorizations',
    seeAllPending: 'See all',
    activityByDay: 'Activity by day',
    facts: 'Policy and incident',
  },
  noteForm: {
    open: 'Write a note',
    emptyAdvice: 'Select Write a note to add the first one.',
    label: 'Note',
    hint: (max: number) =>
      `Everyone with access to this case can see your note and your name. Notes can’t be changed later. Up to ${max.toLocaleString('en-US')} characters.`,
    count: (length: number, max: number) =>
      `${length.toLocaleString('en-US')} of ${max.toLocaleString('en-US')} characters`,
    unsaved: 'This note hasn’t been saved yet.',
    save: 'Save note',
    cancel: 'Cancel',
    failed: 'We couldn’t save the note. Your text is still here. Please try again.',
    saved: 'Note saved',
  },
} as const
