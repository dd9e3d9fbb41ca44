/** Formats a number of things: "1 bill", "2,000 bills". */
const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** User-facing text of the home page. */
export const messages = {
  asOf: (instant: string) => `As of ${instant}`,
  emergencies: (count: number) =>
    count === 1 ? 'A case was opened in an emergency' : `${count} cases were opened in an emergency`,
  emergencyAdvice: 'Please check who opened it, and why.',
  reviewEmergencies: 'Review emergency access',
  currency: 'Currency',
  figures: 'Key figures',
  loading: (card: string) => `Loading: ${card}`,

  tiles: {
    pending: 'Pending authorizations',
    newCases: 'New cases, last 7 days',
    bills: 'Bills processed, last 7 days',
  },
  savedSince: (month: string) => `Saved since ${month}`,
  oldest: (wait: string) => `Oldest: ${wait}`,
  sinceLastWeek: 'since last week',
  unchanged: 'No change',
  weekBefore: (number: string) => `from ${number} the week before`,
  up: (number: string) => `up ${number}`,
  down: (number: string) => `down ${number}`,
  weeklyHistory: (numbers: string) => `Last 8 weeks: ${numbers}.`,
  monthlySavings: (months: string) => `By month: ${months}.`,
  savedExactly: (saved: string, charges: string) => `${saved} saved out of ${charges} charged.`,
  ofCharges: (percent: string) => `${percent}% of charges`,
  percentBefore: (percent: string) => `${percent}% in the 6 months before`,
  nothingSaved: 'No bills processed',
  figureFailed: 'We couldn’t load this figure.',

  waiting: {
    title: 'Longest-waiting authorizations',
    seeAll: (number: number) => `See all ${number.toLocaleString('en-US')}`,
    reviewNext: 'Review next',
    viewNext: 'View next',
    columns: {
      waiting: 'Waiting',
      itn: 'ITN',
      patient: 'Patient Name',
      provider: 'Provider',
      totalCharge: 'Total Charge',
    },
    empty: 'No authorizations are waiting',
    emptyAdvice: 'New authorizations appear here as they come in.',
    failed: 'We couldn’t load the pending authorizations.',
  },

  news: {
    title: 'New since yesterday',
    seeActivity: 'See Current Activity',
    counts: {
      bills: 'Bills',
      authorization: 'Authorizations',
      records: 'Records',
      note: 'Notes',
      case: 'Cases',
    },
    recordsMeaning: '(medical records and case documents)',
    empty: 'Nothing new since yesterday',
    emptyAdvice: 'Current Activity shows earlier days.',
    failed: 'We couldn’t load recent activity.',
    bills: (number: number) => `${count(number, 'bill', 'bills')} processed`,
    saved: (amounts: string) => `${amounts} saved`,
    authorization: (itn: string) => `${itn} is waiting for a decision`,
    records: (number: number, pages: number) =>
      `${count(number, 'medical record', 'medical records')}, ${count(pages, 'page', 'pages')}`,
    documents: (number: number, pages: number) =>
      `${count(number, 'case document', 'case documents')}, ${count(pages, 'page', 'pages')}`,
    note: (author: string) => `Note by ${author}`,
    case: (incidentNumber: string) => `New case ${incidentNumber}`,
    quote: (text: string) => `“${text}”`,
    today: 'Today',
    yesterday: 'Yesterday',
  },

  recent: {
    title: 'Recent cases',
    columns: {
      patient: 'Patient Name',
      incident: 'Incident #',
      description: 'Incident Description',
      client: 'Client',
    },
    empty: 'Cases you open appear here',
    find: 'Find a case',
    failed: 'We couldn’t load your recent cases.',
  },
} as const
