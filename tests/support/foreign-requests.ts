import { noFilter } from '#authorizations/web/list/pending-filter.ts'
import { now } from '#platform/contract/clock.ts'
import { dayInTimeZone } from '#platform/contract/date-format.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { memberPassword } from './member-fixture.ts'
import { findCaseRow, type MarkedClient, reportCodes } from './multi-tenant-fixture.ts'
import { makeVobForm } from './vob-fixture.ts'

type ForeignValues = Readonly<Record<string, (other: MarkedClient) => unknown>>

/** An ID that nothing has. */
export const noId = '00000000-0000-4000-8000-000000000000'
/** A letter that is valid for the client's own staff. Its group exists only for that client. */
const vobFields = Object.entries(makeVobForm()).map(([field, value]) => [field, () => value])
const emptyKeys = 'billCurrency billGroup billValue kind span afterDay afterItn afterIncident'.split(' ')
const billKeys =
  'hmo patientName providerName serviceFrom serviceTo totalCharge currency receivedAt pdf'.split(' ')

/** Values of SCIM requests that refer to another client. SCIM refuses sessions; its own tests check its tokens. */
const foreignScimValues: ForeignValues = {
  filter: ({ id }) => `displayName eq "${id}: all codes"`,
  startIndex: () => '1',
  count: () => '10',
  attributes: () => undefined,
  excludedAttributes: () => undefined,
  ifMatch: () => undefined,
  userName: ({ mark }) => mark,
  externalId: ({ mark }) => mark,
  displayName: ({ mark }) => mark,
  emails: () => [],
  active: () => true,
  members: () => [],
  Operations: () => [{ op: 'remove', path: 'members' }],
}

/** Sample values for each request key that refer to another client. */
const foreignValues: ForeignValues = {
  ...Object.fromEntries([...billKeys.map((key) => [key, () => 'x']), ...vobFields]),
  ...Object.fromEntries(emptyKeys.map((key) => [key, () => ''])),
  groupId: ({ mark }) => mark,
  ClientCode: ({ codes: [code] }) => code,
  sincerely: ({ mark }) => mark,
  patientLastName: ({ mark }) => mark,
  patientPolicyNumber: ({ mark }) => mark,
  Token: () => '',
  ticket: ({ mark }) => mark,
  Number: () => `VOB-${dayInTimeZone('America/New_York', now()).slice(0, 4)}-000001`,
  client: ({ codes }) => codes.join(','),
  providerSearchType: () => 'secureDomestic',
  clientId: ({ id }) => id,
  id: ({ managerId }) => managerId,
  accountId: ({ accountId }) => accountId,
  currentPassword: () => memberPassword,
  newPassword: () => 'seven quiet otters swim upstream',
  path: () => '/api/casedocument',
  fields: ({ id, codes: [code] }) => ({ client: code, clientId: id }),
  key: () => 'domestic-secure-provider-search',
  providerCode: () => 'secureDomestic',
  providerSearchCode: () => 'secureDomestic',
  countryId: () => 'US',
  country: () => 'US',
  stateId: () => 'FL',
  typeId: () => '261QE0002X',
  newestFirst: () => true,
  since: () => '',
  city: () => 'Miami',
  zipCode: () => '33131',
  name: ({ mark }) => mark,
  address: () => '',
  user: ({ mark }) => mark,
  subject: () => '',
  caseNumber: () => '',
  note: () => '',
  providers: ({ mark }) => [mark],
  distances: ({ mark }) => ({ [mark]: 1 }),
  centers: ({ mark }) => ({ [mark]: 'Dallas, TX' }),
  toEmail: () => 'bob@example.com',
  email: () => 'ann@example.com',
  replyTo: () => 'ann@example.com',
  message: ({ mark }) => mark,
  captchatoken: () => '',
  itemId: () => 'provider-experience',
  searchTerm: ({ mark }) => mark,
  startDate: () => '2026-03-01',
  endDate: () => '2026-03-31',
  searchType: () => 'NAMEL',
  clients: ({ codes }) => codes,
  activityList: () => ['ALL'],
  row: findCaseRow,
  noteId: () => noId,
  viewId: () => noId,
  commentId: () => noId,
  noteText: ({ mark }) => mark,
  commentText: ({ mark }) => mark,
  incidentNumber: ({ incidentNumber }) => incidentNumber,
  patientCode: ({ mark }) => mark,
  IncidentNumber: ({ incidentNumber }) => incidentNumber,
  ITN: ({ mark }) => mark,
  itn: ({ mark }) => mark,
  isOpen: () => true,
  isReload: () => false,
  assignee: () => null,
  seenAssignee: () => undefined,
  viewName: () => 'Mine',
  filters: () => noFilter,
  isOn: () => false,
  patientResponsibility: () => '0',
  patientResponsibilityCurrency: () => 'USD',
  maximumCovered: () => '0',
  maximumCoveredCurrency: () => 'USD',
  denialCode: () => undefined,
  additionalInfo: () => undefined,
  otherSpecialHandling: () => undefined,
  round: () => undefined,
  decisionId: () => undefined,
  DecisionId: ({ decisionId }) => decisionId,
  after: () => undefined,
  from: () => '',
  to: () => '',
  limit: () => undefined,
  list: () => 'bills',
  format: () => 'csv',
  rows: () => 1,
  criteria: ({ mark }) => mark,
  ...foreignScimValues,
  language: () => 'de',
  idempotencyKey: ({ mark }) => mark,
  PageStart: () => 1,
  PageEnd: () => 1,
  PageStartNumber: () => 1,
  PageEndNumber: () => 1,
  ShowImages: () => 'true',
  BillImage: () => 'true',
  clientName: ({ id }) => id,
  policy: ({ mark }) => mark,
  firstName: () => 'Ada',
  lastName: ({ mark }) => mark,
  dateOfBirth: () => '1980-05-06',
  Clients: ({ codes: [code] }) => code,
  StartDate: () => '2026-03-01',
  EndDate: () => '2026-03-31',
  ReportCode: () => 'SAVINGS',
  firstDay: () => '2026-01-01',
  lastDay: () => '2026-12-31',
  billState: () => 'any',
  billMatch: () => 'value',
  run: ({ runId }) => runId,
  Run: ({ runId }) => runId,
  number: () => `VOB-${dayInTimeZone('America/New_York', now()).slice(0, 4)}-000001`,
  reason: ({ mark }) => mark,
  search: ({ mark }) => mark,
  period: () => 'any',
  outcome: () => 'any',
  timing: () => 'any',
  status: () => 'any',
  issuedBy: () => 'anyone',
  decidedBy: () => 'anyone',
  action: () => '',
  beforeEntry: () => null,
  state: () => 'standing',
  decidedByName: () => '',
  afterTime: () => '',
  person: () => '',
  patient: ({ codes: [code], mark }) => `${code} ${mark}`,
}
/** Keys without client data: filters of the provider search, and the key for prefetching a PDF. */
const excludedKeys = ['taxId', 'latitude', 'longitude', 'providerType', 'networkCode', 'rangeInKM', 'ahead']

/** The request keys for which a sample is known or not needed. */
export const knownKeys = [...Object.keys(foreignValues), ...excludedKeys]

export type Input = Record<string, unknown>

/** A sample request of an endpoint that refers to another client. */
export function inputFor(contract: Endpoint, other: MarkedClient): Input {
  const keys = Object.keys(contract.request.shape).filter((key) => !excludedKeys.includes(key))
  return Object.fromEntries(keys.map((key) => [key, foreignValues[key]?.(other)]))
}

/** All sample requests of an endpoint; for reports, one per report. */
export function inputsFor(contract: Endpoint, other: MarkedClient): Input[] {
  const input = inputFor(contract, other)
  if (!('ReportCode' in input)) return [input]
  return reportCodes.map((ReportCode) => ({ ...input, ReportCode }))
}
