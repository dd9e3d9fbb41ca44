/** Two values, the first with seven times the weight. */
const weighted = (often: string, seldom: string): string[] => [...Array<string>(7).fill(often), seldom]

/** Plausible values by request key, so that random requests get past the first validation. */
export const requestSamples = (): Record<string, string[]> => ({
  key: ['domestic-provider-search', 'domestic-local-provider-search', 'domestic-secure-provider-search'],
  providerCode: weighted('publicDomestic', 'secureDomestic'),
  providerSearchCode: weighted('publicDomestic', 'publicInternational'),
  networkCode: weighted('publicDomestic', 'core'),
  providerType: ['publicDomestic', '0000000000', '282N00000X'],
  taxId: [''],
  countryId: ['US', 'JM'],
  stateId: ['FL', '0'],
  country: ['US', 'JM'],
  state: ['FL'],
  latitude: ['25.77'],
  longitude: ['-80.19'],
  rangeInKM: ['50'],
  address: ['Miami, FL 33131', 'Kingston, Jamaica'],
  path: ['/api/casedocument'],
  noteId: ['3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a9b'],
  commentId: ['3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a9b'],
  viewId: ['3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a9b'],
  startDate: ['2026-03-01', '2/1/2026'],
  endDate: ['2026-03-31', '7/1/2026'],
  StartDate: ['2026-03-01'],
  EndDate: ['2026-03-31', '3/1/2026'],
  ReportCode: ['SAVINGS'],
  firstDay: ['2026-01-01'],
  lastDay: ['2026-12-31'],
  billCurrency: ['USD'],
  afterDay: ['2026-06-30'],
  afterItn: ['ITN0000001'],
  ...Object.fromEntries(
    ['PageStart', 'PageEnd', 'PageStartNumber', 'PageEndNumber'].map((key) => [key, ['1']]),
  ),
})
