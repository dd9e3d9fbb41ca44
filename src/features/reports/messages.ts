/** Every sentence of the reports that a person can meet, word for word as specified; what stands in one report alone is in its folder. */
export const messages = {
  clientsMissing: 'Clients must be selected.',
  clientMissing: 'A Client must be selected.',
  reportMissing: 'Report type must be selected.',
  datesReversed: 'Start Date cannot be greater than End Date.',
  datesMissing: 'Start and end dates are required fields.',
  datesUnknown: (first: number, last: number) =>
    `Dates must be days between 1/1/${first} and 12/31/${last}, like 6/30/2026.`,

  tooManyRows: (rows: number, most: number) =>
    `This report would have ${rows.toLocaleString('en-US')} rows, and one has at most ${most.toLocaleString('en-US')}. Please choose a shorter period or fewer clients.`,
  tooManyRuns: (most: number) =>
    `${most} of your large reports are waiting or being made. Please wait until one of them is ready, or cancel one.`,
  tooManyOpened:
    'Too many large reports are being opened. Please wait until one of them is there, and try again.',
  runNotReady: 'This report is not ready. Please look at its progress.',

  document: {
    page: (page: number) => `Page ${page} of `,
    foot: (report: string, client: string, period: string) => `${report} · ${period} · ${client}`,
    client: 'Client',
    clients: 'Clients',
    clientOf: (name: string, code: string) => `${name} (${code})`,
    more: (count: number) => `and ${count.toLocaleString('en-US')} more`,
    period: 'Period',
    counted: 'What counts',
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
    byProcessedDate: 'Bills, by the date on which they were processed',
    unpricedNote: (bills: number, amounts: string) =>
      `${bills === 1 ? '1 bill' : `${bills.toLocaleString('en-US')} bills`} of ${amounts} ${bills === 1 ? 'is' : 'are'} not repriced yet: among the charges, but not among the savings. Saved % is of the charges that were repriced.`,
    partNote: '* Only the days within the period count.',
    savedNote: 'Saved is what was charged less what was repriced, and Saved % its share of those charges.',
  },

  page: {
    title: 'Reports',
    criteria: 'Criteria',
    report: 'Report',
    chooseReport: '--Select a report--',
    chooseClient: '--Select a client--',
    startDate: 'Start Date',
    endDate: 'End Date',
    submit: 'Submit',
    usual: 'Usual periods',
    periods: {
      thisMonth: 'This month',
      lastMonth: 'Last month',
      thisQuarter: 'This quarter',
      lastQuarter: 'Last quarter',
      lastSixMonths: 'Last six months',
      thisYear: 'This year',
    },
    proves: {
      SAVINGS:
        'What was charged, what it was repriced to and what was saved: in all, over time, by client and by provider.',
      BILLDETAIL:
        'Every bill that was processed in the period, so that each saving can be traced to its bill.',
      ACTIVITY:
        'What happened in the cases: new ones, records, documents, bills and notes, over time and case by case.',
      AUTHAGING:
        'Which authorizations that came in during the period still wait for a decision, how long they have waited, and how much they come to.',
    },
    how: 'A report opens as a PDF in a new window. A large one is made while you wait there, or go on with something else.',
    largeOnes: 'Your large reports',
    largeOnesFailed: 'An error occurred retrieving your large reports.',
  },

  run: {
    title: 'Report',
    titles: {
      waiting: (name: string) => `${name}: waiting`,
      running: (name: string) => `${name}: being made`,
      done: (name: string) => `${name}: ready`,
      failed: (name: string) => `${name}: could not be made`,
      cancelled: (name: string) => `${name}: cancelled`,
    },
    state: 'Progress',
    bar: 'Rows done',
    loading: 'Loading the progress of the report',
    failedToAsk: 'An error occurred retrieving the progress of the report.',
    cancelFailed: 'The report could not be cancelled. Please try again.',
    waiting: 'The report waits for its turn.',
    running: 'The report is being made.',
    rows: (done: number, rows: number) =>
      `${done.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows`,
    percent: (percent: number, rows: number) =>
      `${percent} percent of ${rows.toLocaleString('en-US')} rows done`,
    away: 'The portal does not answer at this moment. It is asked again by itself.',
    stay: 'You can leave this page: its address brings you back. The report goes on being made.',
    cancel: 'Cancel',
    done: (rows: number) =>
      rows === 1
        ? 'The report is ready: 1 row.'
        : `The report is ready: ${rows.toLocaleString('en-US')} rows.`,
    keptUntil: (instant: string) => `It can be opened until ${instant}.`,
    open: 'Open report',
    openOf: (name: string, period: string) => `Open report: ${name}, ${period}`,
    failed: [
      'The report could not be made.',
      'Please order it again. If that does not help, a shorter period may, and customer service will.',
    ],
    cancelled: ['The report was cancelled.', 'You can order it again whenever you like.'],
  },
} as const
