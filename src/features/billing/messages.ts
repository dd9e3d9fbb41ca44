/** Every sentence of billing that a person can meet, word for word as specified. */
export const messages = {
  titles: {
    image: (itn: string) => `Bill ${itn}`,
    invoice: (itn: string) => `Repricing invoice of bill ${itn}`,
    invoiceOfAll: (incident: string) => `Repricing invoice of incident ${incident}`,
  },

  billsFailed: 'An error occurred retrieving patient billing information.',
  noBills: 'No bills found',
  noBillsAdvice: 'No bill for this incident has come in yet.',
  noBillsInRange: 'No bills found in selected date range.',
  noBillsInRangeAdvice: 'Please choose other dates, or clear them to see all bills.',
  loading: 'Loading Billing',

  serviceDates: 'Service dates',
  from: 'From',
  to: 'To',
  clearDates: 'Clear dates',
  datesPrinted: (from: string, to: string) => `Service dates ${from} to ${to}`,
  noSuchDay: 'Please enter a date, as M/D/YYYY. Until then all bills are shown.',
  datesReversed: 'Please ensure end date is not before start date. Until then all bills are shown.',
  summary: 'Summary',
  currency: 'Currency',
  totalBills: 'Total Bills',
  totalCharges: 'Total Charges',
  totalRepricings: 'Total Repricings',
  savings: 'Savings',
  picture: (currency: string) => `Charges, repricings and savings in ${currency}`,
  bars: { charges: 'Charges', repriced: 'Repriced', savings: 'Saved', unpriced: 'Not repriced' },
  unpriced: (bills: number, amount: string) =>
    bills === 1
      ? `1 bill of ${amount} is not repriced yet. It counts among the charges, but not among the savings.`
      : `${bills} bills of together ${amount} are not repriced yet. They count among the charges, but not among the savings.`,

  bills: 'Bills',
  itn: 'ITN',
  policyNumber: 'Policy #',
  providerName: 'Provider',
  serviceDate: 'Service Date',
  repricedAmount: 'Repriced Amount',
  savingsAmount: 'Savings',
  savingsPercent: 'Savings %',
  processedDate: 'Processed Date',
  paymentStatus: 'Payment Status',
  billImage: 'Bill Image',
  invoice: 'Repricing Invoice',
  invoiceOfAll: 'Repricing Invoice of all bills',
  withImages: 'Invoices with bill images',
  documentOf: (document: string, itn: string) => `${document}: ITN ${itn}`,

  invoiceDocument: {
    title: 'Repricing Invoice',
    incident: 'Incident #',
    patient: 'Patient',
    client: 'Client',
    policy: 'Policy #',
    dateOfIncident: 'Date of incident',
    columns: ['ITN', 'Provider', 'Service', 'Charges', 'Repriced', 'Savings', '%'],
    totals: 'Totals',
    totalColumns: ['Currency', 'Bills', 'Charges', 'Repriced', 'Savings'],
    unpriced: 'Not repriced yet, and not part of this invoice',
    page: (title: string, page: number, pages: number) => `${title}, page ${page} of ${pages}`,
    image: (itn: string, providerName: string, page: number, pages: number) =>
      `Image of bill ${itn}${pages > 1 ? `, ${page} of ${pages}` : ''}: ${providerName}`,
  },
} as const
