import type { CaseRow, SearchType } from '#cases/contract.ts'
import { sectionPath } from '#cases/rules.ts'
import type { ClientConfiguration, ClientOption } from '#clients/contract.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { plain } from '#platform/web/combo-box/option-search.ts'
import type { Found, FoundAuthorization, FoundCase } from '../contract.ts'
import { messages } from '../messages.ts'
import { chooseSearchType, parseTypedText } from '../rules.ts'

/** An entry of the menu. */
export type PageEntry = { label: string; href: string; isNewTab: boolean }

/** Where a row leads: a page or an authorization on it, a client to view, or the patient search with its form filled. */
export type Target =
  | { href: string; isNewTab?: boolean; openItn?: string }
  | { client: ClientOption }
  | { patientSearch: { searchType: SearchType; searchTerm: string } }

export type ResultRow = {
  id: string
  kind: 'case' | 'authorization' | 'page' | 'client' | 'search'
  title: string
  detail?: string
  aside?: readonly string[]
  /** Whether to mark the typed letters. */
  isMarked?: boolean
  target: Target
  /** The button in the preview that opens the row. */
  openLabel?: string
  case?: CaseRow & Partial<FoundCase>
  authorization?: FoundAuthorization
}

export type ResultGroup = { label: string; rows: readonly ResultRow[]; hasMore?: boolean }

type CaseFeatures = Pick<ClientConfiguration, 'patientSearch'>

/** The path of a case, below the search that the client has. */
const casePath = (hash: string, { patientSearch }: CaseFeatures) =>
  sectionPath(patientSearch ? '/patient-search' : '/current-activity', 'overview', hash)

export const hasCases = (configuration: ClientConfiguration | undefined) =>
  configuration !== undefined && (configuration.patientSearch || configuration.currentActivity)

/** Whether the person is internal staff who has not chosen a client, so that there are no cases to search. */
export const isClientMissing = ({ configuration, clients }: Pick<Sources, 'configuration' | 'clients'>) =>
  clients !== undefined && configuration === undefined

type Sources = {
  text: string
  configuration: ClientConfiguration | undefined
  pages: readonly PageEntry[]
  /** The clients of internal staff; undefined for others. */
  clients: readonly ClientOption[] | undefined
  recent: readonly CaseRow[]
  found: Found | undefined
}

/** The groups of rows in their fixed order, without empty ones. */
export function buildGroups({ text, configuration, pages, clients, recent, found }: Sources): ResultGroup[] {
  const groups: ResultGroup[] = text
    ? [
        ...(configuration && found ? foundGroups(found, configuration) : []),
        {
          label: messages.groups.pages,
          rows: pages.filter(({ label }) => isNamed(label, text)).map(toPageRow),
        },
        {
          label: messages.groups.clients,
          ...clientRows((clients ?? []).filter(({ label }) => isNamed(label, text))),
        },
        {
          label: messages.groups.searches,
          rows: isClientMissing({ configuration, clients }) ? [selectorRow] : searchRows(text, configuration),
        },
      ]
    : [
        {
          label: messages.groups.recent,
          rows: configuration ? recent.map((row) => toCaseRow(row, configuration)) : [],
        },
        { label: messages.groups.pages, rows: pages.map(toPageRow) },
      ]
  return groups.filter(({ rows }) => rows.length > 0)
}

const foundGroups = ({ cases, authorizations, hasMore }: Found, configuration: ClientConfiguration) => [
  {
    label: messages.groups.cases,
    rows: cases.map((row) => toCaseRow(row, configuration)),
    hasMore: hasMore.cases,
  },
  {
    label: messages.groups.authorizations,
    rows: authorizations.map((row) => toAuthorizationRow(row, configuration)),
    hasMore: hasMore.authorizations,
  },
]

function toCaseRow(row: NonNullable<ResultRow['case']>, features: CaseFeatures): ResultRow {
  const { incidentNumber, incidentDescription, dateOfBirth, dateOfIncident, itn } = row
  return {
    id: `case-${row.hash}`,
    kind: 'case',
    title: row.patientName,
    detail: incidentNumber
      ? [incidentNumber, ...(itn ? [itn] : []), incidentDescription].join(' · ')
      : [messages.noIncident, ...(row.policyNumber ? [row.policyNumber] : [])].join(' · '),
    aside: [
      messages.born(formatDay(dateOfBirth)),
      ...(dateOfIncident ? [messages.incidentOn(formatDay(dateOfIncident))] : []),
    ],
    isMarked: true,
    ...(incidentNumber
      ? { target: { href: casePath(row.hash, features) }, openLabel: messages.openCase }
      : patientTarget(row, features)),
    case: row,
  }
}

/** A patient without incidents has no case to open, so the row leads to the search that lists patients by name. */
const patientTarget = (
  { patientName }: CaseRow,
  { patientSearch }: CaseFeatures,
): Pick<ResultRow, 'target' | 'openLabel'> =>
  patientSearch
    ? {
        target: { patientSearch: { searchType: 'NAMEL', searchTerm: patientName } },
        openLabel: messages.openPatientSearch,
      }
    : { target: { href: '/current-activity' } }

/** An authorization without a known case leads to the list, which has only pending ones. */
function toAuthorizationRow(row: FoundAuthorization, configuration: ClientConfiguration): ResultRow {
  const { itnNumber, patientName, providerName, caseHash } = row
  const hasCase = caseHash !== null && hasCases(configuration)
  return {
    id: `authorization-${itnNumber}`,
    kind: 'authorization',
    title: itnNumber,
    detail: `${patientName} · ${providerName}`,
    aside: [row.totalChargeFormatted, describeState(row)],
    isMarked: true,
    ...(hasCase
      ? { target: { href: casePath(caseHash, configuration) }, openLabel: messages.openCase }
      : row.isPending
        ? { target: { href: '/authorization', openItn: itnNumber }, openLabel: messages.openAuthorization }
        : { target: { href: '/authorization' } }),
    authorization: row,
  }
}

export const describeState = ({ isPending, action }: FoundAuthorization): string =>
  isPending ? messages.states.pending : messages.states[action ?? 'none']

const toPageRow = ({ label, href, isNewTab }: PageEntry): ResultRow => ({
  id: `page-${href}`,
  kind: 'page',
  title: label,
  isMarked: true,
  target: { href, isNewTab },
})

const maxClients = 8

/** The first clients as rows, and whether there are more. */
function clientRows(clients: readonly ClientOption[]): Pick<ResultGroup, 'rows' | 'hasMore'> {
  const rows = clients.slice(0, maxClients).map(
    (client): ResultRow => ({
      id: `client-${client.id}`,
      kind: 'client',
      title: client.label,
      isMarked: true,
      target: { client },
    }),
  )
  return { rows, hasMore: clients.length > maxClients }
}

const selectorRow: ResultRow = {
  id: 'select-client',
  kind: 'search',
  title: messages.selectClient,
  target: { href: '/client-selector' },
}

/** The searches that can be opened with the text filled in. */
function searchRows(text: string, configuration: ClientConfiguration | undefined): ResultRow[] {
  const typed = parseTypedText(text)
  if (!typed || !configuration) return []
  const searchType = chooseSearchType(typed)
  const rows: ResultRow[] = []
  if (configuration.patientSearch)
    rows.push({
      id: 'search-patients',
      kind: 'search',
      title: messages.patientSearch(messages.searchTypes[searchType], text),
      target: {
        patientSearch: {
          searchType,
          searchTerm: searchType === 'DOB' ? formatDay(typed.dateOfBirth ?? '') : text,
        },
      },
    })
  const search = configuration.providerSearches.find(({ isSecure, url }) => isSecure && url.startsWith('/'))
  if (search && searchType === 'NAMEL')
    rows.push({
      id: 'search-providers',
      kind: 'search',
      title: messages.providers(text),
      target: { href: `${search.url}?${new URLSearchParams({ name: text })}` },
    })
  return rows
}

/** Whether each typed word begins a word of the name. */
function isNamed(name: string, text: string): boolean {
  const words = plain(name).split(/[^\p{L}\p{N}]+/u)
  const wanted = plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return wanted.length > 0 && wanted.every((each) => words.some((word) => word.startsWith(each)))
}
