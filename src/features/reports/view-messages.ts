import { messages } from './messages.ts'

const { charges, repriced, saved, savedPercent, bills } = messages.document
const number = (count: number) => count.toLocaleString('en-US')

/** The labels of the kinds of case events. */
export const caseEventLabels = {
  case: 'New cases',
  record: 'Medical records',
  document: 'Case documents',
  bill: 'Bills',
  note: 'Notes',
}

/** User-facing text of reports on the page. */
export const viewMessages = {
  reports: 'Reports',
  loading: 'Loading report',
  failed: 'We couldn’t load the report.',
  criteria: 'What the report covers',
  about: {
    title: 'About this report',
    head: ['What', 'Details'],
    report: 'Report',
    period: 'Period',
    client: 'Client',
    basis: 'Based on',
    readAt: 'As of',
    note: 'Note',
    explanation: 'How it is computed',
  },
  readAt: (instant: string) => `As of ${instant}`,
  allClients: (count: number) => `${number(count)} clients`,
  changeCriteria: 'Change criteria',
  noData: 'No Report Data Found',
  noDataAdvice: 'Choose a longer period or more clients.',
  invalid: 'This link doesn’t open a report.',
  invalidAdvice: 'Choose a report, clients and dates on the Reports page.',
  downloadPdf: 'Download PDF',
  keyFigures: (title: string | null) => (title ? `Key figures, ${title}` : 'Key figures'),
  figures: { saved, savedPercent, charges, repriced, bills },
  figure: (label: string, value: string) => `${label} ${value}`,
  settled: 'Settled',
  inReview: 'Still in review',
  denied: 'Denied or void',
  unpriced: 'Not repriced yet',
  earlier: { prior: 'Prior period', lastYear: 'Same period last year' },
  change: 'Change',
  noChange: 'No change',
  nothingBefore: 'No bills',
  points: (change: string) => `${change} pts`,
  percent: (change: string) => `${change}%`,
  days: (count: number) => (count === 1 ? '1 day' : `${number(count)} days`),
  unpricedNote: (count: number, amount: string) =>
    count === 1
      ? `1 bill totaling ${amount} hasn’t been repriced yet. It counts toward charges, not savings.`
      : `${number(count)} bills totaling ${amount} haven’t been repriced yet. They count toward charges, not savings.`,
  unprocessedNote: (count: number, amount: string) =>
    count === 1
      ? `1 bill totaling ${amount} for services in this period hasn’t been processed yet, so it isn’t in these figures.`
      : `${number(count)} bills totaling ${amount} for services in this period haven’t been processed yet, so they aren’t in these figures.`,
  inReviewNote: (amount: string) =>
    `${amount} of the savings is from bills still in review and can change. Settled bills have the status Paid, Approved, Closed or Settled.`,
  deniedNote: (amount: string) =>
    `${amount} of the savings is from bills that were denied, voided or withdrawn, or are duplicates. They are neither settled nor in review.`,
  backToReport: 'Back to report',
  showCases: (what: string) => `${what}: show cases`,
  showAuthorizations: (what: string) => `${what}: show authorizations`,
  showBills: (what: string) => `${what}: show bills`,
  showCase: (what: string) => `${what}: open case`,
  seeBills: 'See the bills',
  chart: (title: string, column: string) => `${title}: ${column}`,
  chartValue: (label: string, value: string) => `${label} ${value}`,
  total: 'Total',
  key: 'Figure',
  value: 'Value',
  sumsChart: 'Charged, repriced, saved',

  caseList: {
    title: 'Cases',
    loading: 'Loading cases',
    failed: 'We couldn’t load the cases.',
    none: 'No cases found',
    noneAdvice: 'The cases may have changed since you opened the report.',
    more: 'Load more cases',
    counted: (shown: number, all: number) =>
      shown < all
        ? `Showing ${number(shown)} of ${number(all)} cases, newest activity first`
        : all === 1
          ? '1 case'
          : `${number(all)} cases`,
    kinds: { '': 'All activity', ...caseEventLabels },
    sum: (kind: string, count: number) => `${kind}: ${number(count)}`,
    patient: 'Patient',
    description: 'Description',
    entered: 'Entered',
    lastDay: 'Last activity',
  },
  authorizationList: {
    title: 'Pending authorizations',
    loading: 'Loading authorizations',
    failed: 'We couldn’t load the authorizations.',
    none: 'No pending authorizations found',
    noneAdvice: 'They may have been decided since you opened the report.',
    more: 'Load more authorizations',
    counted: (shown: number, all: number) =>
      shown < all
        ? `Showing ${number(shown)} of ${number(all)} authorizations, longest waiting first`
        : all === 1
          ? '1 authorization'
          : `${number(all)} authorizations`,
    received: 'Received',
    days: 'Days waiting',
    total: 'Total charge',
  },

  billList: {
    title: 'Bills',
    loading: 'Loading bills',
    failed: 'We couldn’t load the bills.',
    none: 'No bills found',
    noneAdvice: 'The bills may have changed since you opened the report.',
    counted: (shown: number, all: number) =>
      shown < all
        ? `Showing ${number(shown)} of ${number(all)} bills, most recently processed first`
        : all === 1
          ? '1 bill'
          : `${number(all)} bills`,
    sums: (chargesShown: string, savedShown: string) => `${chargesShown} charged, ${savedShown} saved`,
    more: 'Load more bills',
    client: 'Client',
    provider: 'Provider',
    itn: 'ITN',
    incident: 'Incident #',
    serviceDate: 'Service date',
    charges,
    repriced,
    saved,
    savedPercent,
    processed: 'Processed',
    status: 'Payment status',
    outOfNetwork: 'Out of network',
    groups: {
      none: {
        provider: 'provider not stated',
        status: 'payment status not stated',
        network: 'network not stated',
        type: 'provider type not stated',
        place: 'place not stated',
        group: 'member group not stated',
      },
      others: {
        provider: 'all other providers',
        status: 'all other statuses',
        network: 'all other networks',
        type: 'all other provider types',
        place: 'all other places',
        group: 'all other member groups',
      },
    },
    states: {
      any: '',
      unpriced: 'not repriced yet',
      settled: 'settled',
      'in review': 'still in review',
      denied: 'denied or void',
    },
  },
} as const
