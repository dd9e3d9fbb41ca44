/** Text of the Savings Summary report. */
export const messages = {
  result: 'Charged, repriced, saved',
  overTime: { month: 'Saved by month', quarter: 'Saved by quarter', year: 'Saved by year' },
  byProvider: 'Providers with the largest savings',
  tables: {
    periods: { month: 'By month', quarter: 'By quarter', year: 'By year' },
    clients: 'By client',
    statuses: 'By payment status',
    providers: 'By provider',
  },
  keys: {
    periods: { month: 'Month', quarter: 'Quarter', year: 'Year' },
    clients: 'Client',
    statuses: 'Payment status',
    providers: 'Provider',
  },
  otherProviders: 'All other providers',
  total: 'Total',
} as const
