/** Text of the Savings Summary report. */
export const messages = {
  explanation:
    'Saved is charges minus repriced amounts of the same bills, and Saved % is Saved as a share of those charges; bills not yet repriced count only toward charges.',
  overTime: { month: 'Saved by month', quarter: 'Saved by quarter', year: 'Saved by year' },
  units: { month: 'Month', quarter: 'Quarter', year: 'Year' },
  groups: {
    provider: { title: 'Providers with the largest savings', heading: 'Provider' },
    status: { title: 'By payment status', heading: 'Payment status' },
    network: { title: 'Network use', heading: 'Network' },
    type: { title: 'By provider type', heading: 'Provider type' },
    place: { title: 'By provider location', heading: 'Location' },
    group: { title: 'By member group', heading: 'Member group' },
  },
  others: {
    provider: 'All other providers',
    status: 'All other statuses',
    network: 'All other networks',
    type: 'All other provider types',
    place: 'All other places',
    group: 'All other member groups',
  },
  clients: 'By client',
  client: 'Client',
  notStated: 'Not stated',
  outOfNetwork: 'Out of network',
  networkNote: (percent: string) =>
    `${percent}% of the charges with a stated network are from in-network providers.`,
  total: 'Total',
  turnaround: {
    title: 'Turnaround',
    heading: 'What was measured',
    columns: (goal: number) => ['Number', 'Median', '90% within', `Within ${goal} days`],
    bills: 'Bills, from receipt to processing',
    decisions: 'Authorizations, from receipt to decision',
  },
} as const
