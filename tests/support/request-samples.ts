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
  afterIncident: ['26000000001'],
  afterTime: ['2026-06-30T12:00:00Z'],
  ...{ from: ['2026-03-01'], to: ['2026-03-31'], beforeEntry: ['1'] },
  span: ['1'],
  startIndex: ['1'],
  count: ['10'],
  filter: ['userName eq "ada"', 'displayName eq "ada"'],
  attributes: ['userName'],
  excludedAttributes: ['members'],
  ...Object.fromEntries(
    ['PageStart', 'PageEnd', 'PageStartNumber', 'PageEndNumber'].map((key) => [key, ['1']]),
  ),
})

/** Endpoints that need a captcha, a ticket, an existing row or a client with ID cards, which random input rarely has. Other tests cover them. */
export const unguessable = [
  '/api/VOBPreview',
  '/api/backoffice/decisions',
  '/api/backoffice/itns',
  '/api/clientMember/idCard.pdf',
  '/api/clientmember/login',
  '/api/createVOB',
  '/api/eligibility-contact/{clientId}',
  '/api/dev/mail/{id}',
  '/api/emailProviders',
  '/api/emailProviders/sender',
  ...['/api/emergency-access/{id}/end', '/api/emergency-accesses/{id}/review'],
  ...['/api/itn/process', '/api/itn/undo', '/api/itn/withdraw', '/api/itn/letter'],
  '/api/member-accounts/{accountId}/password',
  '/api/openVOB',
  '/api/providers/list.pdf',
  '/api/reading-limit/confirm',
  '/scim/v2/Users/{id}',
  '/api/reports/report.pdf',
  ...['/api/reports/run.pdf', '/api/reports/runs/{run}', '/api/reports/runs/{run}/cancel'],
  '/api/sendfeedback',
  ...['/api/sign-ins/{id}/end', '/api/sign-ins/end-others'],
  '/api/undelivered-mail/{id}',
  '/api/undelivered-notifications/{id}',
  '/api/withdrawVOB',
]

type Foreign = { id: string; mark: string }

/** Values of SCIM requests that refer to another client. SCIM refuses sessions; its own tests check its tokens. */
export const foreignScimValues: Readonly<Record<string, (other: Foreign) => unknown>> = {
  filter: ({ id }) => `displayName eq "${id}: all codes"`,
  ...{ startIndex: () => '1', count: () => '10' },
  ...{ attributes: () => undefined, excludedAttributes: () => undefined, ifMatch: () => undefined },
  ...{ userName: ({ mark }: Foreign) => mark, externalId: ({ mark }: Foreign) => mark },
  ...{ displayName: ({ mark }: Foreign) => mark, emails: () => [], active: () => true },
  ...{ members: () => [], Operations: () => [{ op: 'remove', path: 'members' }] },
}
