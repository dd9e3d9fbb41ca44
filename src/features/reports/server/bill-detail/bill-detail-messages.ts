/** Text of the Bill Detail report. */
export const messages = {
  result: 'Charged, repriced, saved',
  statuses: 'Bills by payment status',
  list: 'Bills, by the day they were processed',
  totalOf: (client: string) => `Total for ${client}`,
  total: 'Total',
  byClient: 'By client',
  client: 'Client',
  bills: (bills: string) => (bills === '1' ? '1 bill' : `${bills} bills`),
  columns: {
    itn: 'ITN',
    incident: 'Incident #',
    patient: 'Patient',
    provider: 'Provider',
    service: 'Service',
    processed: 'Processed',
    status: 'Payment status',
    charges: 'Charges',
    repriced: 'Repriced',
    saved: 'Saved',
    savedPercent: 'Saved %',
  },
} as const
