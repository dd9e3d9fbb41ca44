/**
 * User-facing text of reports. Uses the specification's wording where it exists. Each report's own text is in
 * its folder.
 */
export const messages = {
  clientsMissing: 'Clients must be selected.',
  clientMissing: 'A Client must be selected.',
  reportMissing: 'Report type must be selected.',
  datesReversed: 'Start Date cannot be greater than End Date.',
  datesMissing: 'Start and end dates are required fields.',
  datesUnknown: (first: number, last: number) =>
    `Enter dates between 1/1/${first} and 12/31/${last}, such as 6/30/2026.`,

  tooManyRows: (rows: number, most: number) =>
    `This report would have ${rows.toLocaleString('en-US')} rows; the limit is ${most.toLocaleString('en-US')}. Choose a shorter period or fewer clients.`,
  tooManyRuns: (most: number) =>
    `You already have ${most} large reports in progress. Wait until one is ready, or cancel one.`,
  tooManyOpened: 'Too many large reports are being opened right now. Please try again in a moment.',
  runNotReady: 'This report isn’t ready yet. Check its progress.',

  document: {
    page: (page: number) => `Page ${page} of `,
    foot: (report: string, client: string, period: string) => `${report} · ${period} · ${client}`,
    client: 'Client',
    clients: 'Clients',
    describeClient: (name: string, code: string) => `${name} (${code})`,
    more: (count: number) => `and ${count.toLocaleString('en-US')} more`,
    period: 'Period',
    counted: 'Based on',
    generated: 'Generated',
    generatedAt: (instant: string, zone: string) => `${instant} (${zone.replaceAll('_', ' ')})`,
    currency: 'Currency',
    inCurrency: (what: string, currency: string) => `${what} (${currency})`,
    bills: 'Bills',
    allBills: 'Bills, all currencies',
    charges: 'Charges',
    repriced: 'Repriced',
    saved: 'Saved',
    savedPercent: 'Saved %',
    unpriced: 'Not repriced',
    keyFigures: 'Key figures',
    byProcessedDate: 'Bills, by the date they were processed',
    unpricedNote: (bills: number, amounts: string) =>
      `${bills === 1 ? '1 bill' : `${bills.toLocaleString('en-US')} bills`} totaling ${amounts} ${bills === 1 ? 'has not been repriced; it is' : 'have not been repriced; they are'} included in charges but not in savings. Saved % is based on repriced charges only.`,
    inReviewNote: (amounts: string) =>
      `Saved includes ${amounts} for bills still in review, which can change. Settled bills have the status Paid, Approved, Closed or Settled.`,
    deniedNote: (amounts: string) =>
      `Saved includes ${amounts} for bills that were denied, voided or withdrawn, or are duplicates. They are neither settled nor in review.`,
    partNote: '* Includes only the days within the period.',
    savedNote:
      'For repriced bills, Saved is charges minus repriced amounts; Saved % is Saved as a percentage of those charges.',
  },

  page: {
    title: 'Reports',
    criteria: 'Criteria',
    report: 'Report',
    chooseReport: '--Select a report--',
    chooseClient: '--Select a client--',
    startDate: 'Start Date',
    endDate: 'End Date',
    show: 'Show report',
    submit: 'Submit',
    quickRanges: 'Quick ranges',
    periods: {
      thisMonth: 'This month',
      lastMonth: 'Last month',
      thisQuarter: 'This quarter',
      lastQuarter: 'Last quarter',
      lastSixMonths: 'Last 6 months',
      thisYear: 'Year to date',
      lastYear: 'Last year',
    },
    descriptions: {
      SAVINGS:
        'Charges, repriced amounts and savings: in total, over time, and by client, provider, network and more.',
      BILLDETAIL: 'Every bill processed in this period, so that you can trace each saving to its bill.',
      ACTIVITY: 'New cases, records, documents, bills and notes, over time and case by case.',
      AUTHAGING:
        'Authorizations received in this period that are still pending, with waiting time and totals.',
    },
    how: 'Show report opens the report on the page. Submit opens it as a PDF in a new window; large PDFs are created in the background, so you can keep working.',
    largeReports: 'Your large reports',
    largeReportsFailed: 'We couldn’t load your large reports.',
  },

  run: {
    title: 'Report',
    titles: {
      waiting: (name: string) => `${name}: queued`,
      running: (name: string) => `${name}: in progress`,
      done: (name: string) => `${name}: ready`,
      failed: (name: string) => `${name}: failed`,
      cancelled: (name: string) => `${name}: canceled`,
    },
    state: 'Progress',
    bar: 'Rows done',
    loading: 'Loading report progress',
    loadFailed: 'We couldn’t load the report’s progress.',
    cancelFailed: 'We couldn’t cancel the report. Please try again.',
    waiting: 'Your report is queued.',
    running: 'Creating your report…',
    rows: (done: number, rows: number) =>
      `${done.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows`,
    percent: (percent: number, rows: number) =>
      `${percent} percent of ${rows.toLocaleString('en-US')} rows done`,
    away: 'We can’t reach the portal. Retrying…',
    stay: 'You can leave this page. We’ll keep working, and you can return here any time.',
    cancel: 'Cancel',
    done: (rows: number) =>
      rows === 1
        ? 'The report is ready: 1 row.'
        : `The report is ready: ${rows.toLocaleString('en-US')} rows.`,
    keptUntil: (instant: string) => `Available until ${instant}.`,
    open: 'Open report',
    openLabel: (name: string, period: string) => `Open report: ${name}, ${period}`,
    failed: [
      'We couldn’t create the report.',
      'Run it again. If it still fails, try a shorter period or contact customer service.',
    ],
    cancelled: ['The report was canceled.', 'You can run it again at any time.'],
  },
} as const
