import { labelItn } from '#cases/rules.ts'

/** User-facing text of billing. The specification fixes most of these strings. */
export const messages = {
  titles: {
    image: (itn: string) => `Bill ${itn}`,
    invoice: (itn: string) => `Repricing invoice for bill ${itn}`,
    invoiceOfAll: (incident: string) => `Repricing invoice for incident ${incident}`,
  },

  billsFailed: 'An error occurred retrieving patient billing information.',
  noBills: 'No bills found',
  noBillsAdvice: 'No bills have been received for this incident yet.',
  noBillsInRange: 'No bills found in selected date range.',
  noBillsInRangeAdvice: 'Choose other dates, or clear them to see all bills.',
  loading: 'Loading bills',

  serviceDates: 'Service dates',
  from: 'From',
  to: 'To',
  clearDates: 'Clear dates',
  datesPrinted: (from: string, to: string) => `Service dates ${from} to ${to}`,
  invalidDate: 'Enter a date as M/D/YYYY. Showing all bills until then.',
  datesReversed: 'Enter an end date on or after the start date. Showing all bills until then.',
  summary: 'Summary',
  currency: 'Currency',
  totalBills: 'Total Bills',
  totalCharges: 'Total Charges',
  totalRepricings: 'Total Repricings',
  savings: 'Savings',
  chartLabel: (currency: string) => `Charges, repricings and savings in ${currency}`,
  bars: { charges: 'Charges', repriced: 'Repriced', savings: 'Saved', unpriced: 'Not repriced' },
  unpriced: (bills: number, amount: string) =>
    bills === 1
      ? `1 bill totaling ${amount} hasn’t been repriced. It counts toward charges but not savings.`
      : `${bills} bills totaling ${amount} haven’t been repriced. They count toward charges but not savings.`,

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
  invoiceOfAll: 'Repricing Invoice: all bills',
  withImages: 'Include bill images',
  documentLabel: (document: string, itn: string) => `${document}: ${labelItn(itn)}`,

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
    unpriced: 'Not repriced yet and not included in this invoice',
    page: (title: string, page: number, pages: number) => `${title}, page ${page} of ${pages}`,
    image: (itn: string, providerName: string, page: number, pages: number) =>
      `Image of bill ${itn}${pages > 1 ? `, ${page} of ${pages}` : ''}: ${providerName}`,
  },
} as const
