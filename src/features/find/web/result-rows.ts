import type { CaseRow, SearchType } from '#cases/contract.ts'
import { buildCasePath, type CaseFeatures, hasCases } from '#cases/rules.ts'
import type { ClientConfiguration, ClientOption } from '#clients/contract.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import type { Found, FoundAuthorization, FoundCase, FoundInAllClients, OwningClient } from '../contract.ts'
import { messages } from '../messages.ts'
import { chooseSearchType, parseTypedText } from '../rules.ts'
import { correctName, isNamed } from './mark-text.ts'

/** An entry of the menu. */
export type PageEntry = { label: string; href: string; isNewTab: boolean }

/** A page or an authorization on it, or the patient search with its form filled. */
export type PageTarget =
  | { href: string; isNewTab?: boolean; openItn?: string }
  | { patientSearch: { searchType: SearchType; searchTerm: string } }

/** What a row opens: a page, or a client to view and a page of it, by default its home page. */
export type OpenTarget = PageTarget | { client: ClientOption; page?: PageTarget }

/** Where a row leads: to a page, or to the rows of all clients. */
export type Target = OpenTarget | { allClients: true }

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

/** A case or an authorization. */
type FoundRow = ResultRow & { target: PageTarget }

export type ResultGroup = { label: string; rows: readonly ResultRow[]; hasMore?: boolean }

type Sources = {
  text: string
  configuration: ClientConfiguration | undefined
  pages: readonly PageEntry[]
  /** The clients of internal staff; undefined for others. */
  clients: readonly ClientOption[] | undefined
  recent: readonly CaseRow[]
  found: Found | FoundInAllClients | undefined
  /** Whether what was found belongs to the text, and not to an earlier one. */
  isCurrent: boolean
  /** Whether the rows are those of all clients. */
  isAllClients: boolean
}

/** The groups of rows in their fixed order, without empty ones. */
export function buildGroups(sources: Sources): ResultGroup[] {
  const { text, configuration, pages, clients, recent } = sources
  const groups: ResultGroup[] = text
    ? [
        ...foundGroups(sources),
        {
          label: messages.groups.pages,
          rows: pages.filter(({ label }) => isNamed(label, text)).map(toPageRow),
        },
        {
          label: messages.groups.clients,
          ...clientRows((clients ?? []).filter(({ label }) => isNamed(label, text))),
        },
        { label: messages.groups.searches, rows: searchRows(sources) },
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

/** The found rows of the current client or, once they are loaded, of all clients. */
function foundGroups({ found, configuration, isAllClients }: Sources): ResultGroup[] {
  if (!found) return []
  const owners = 'clients' in found ? found.clients : undefined
  if (isAllClients !== (owners !== undefined)) return []
  const place = ({ client }: { client: string }, toRow: (features: CaseFeatures) => FoundRow) => {
    const owner = owners?.find(({ codes }) => codes.includes(client))
    if (owner) return inClient(toRow(owner), owner)
    return configuration && !owners ? toRow(configuration) : []
  }
  return [
    {
      label: messages.groups.cases,
      rows: found.cases.flatMap((row) => place(row, (features) => toCaseRow(row, features))),
      hasMore: found.hasMore.cases,
    },
    {
      label: messages.groups.authorizations,
      rows: found.authorizations.flatMap((row) =>
        place(row, (features) => toAuthorizationRow(row, features)),
      ),
      hasMore: found.hasMore.authorizations,
    },
  ]
}

/** A row of any client, with the client's name, which opens the client, too. */
const inClient = (row: FoundRow, { id, label }: OwningClient): ResultRow => ({
  ...row,
  detail: [label, row.detail].join(' · '),
  target: { client: { id, label }, page: row.target },
})

function toCaseRow(row: NonNullable<ResultRow['case']>, features: CaseFeatures): FoundRow {
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
      ? { target: { href: buildCasePath(features, row.hash) }, openLabel: messages.openCase }
      : patientTarget(row, features)),
    case: row,
  }
}

/** A patient without incidents has no case to open, so the row leads to the search that lists patients by name. */
const patientTarget = (
  { patientName }: CaseRow,
  { patientSearch }: CaseFeatures,
): Pick<FoundRow, 'target' | 'openLabel'> =>
  patientSearch
    ? {
        target: { patientSearch: { searchType: 'NAMEL', searchTerm: patientName } },
        openLabel: messages.openPatientSearch,
      }
    : { target: { href: '/current-activity' } }

/** An authorization without a known case opens on its own: for review, or with its history. */
function toAuthorizationRow(row: FoundAuthorization, features: CaseFeatures): FoundRow {
  const { itnNumber, patientName, providerName, caseHash } = row
  const hasCase = caseHash !== null && hasCases(features)
  return {
    id: `authorization-${itnNumber}`,
    kind: 'authorization',
    title: itnNumber,
    detail: `${patientName} · ${providerName}`,
    aside: [row.totalChargeFormatted, describeState(row)],
    isMarked: true,
    ...(hasCase
      ? { target: { href: buildCasePath(features, caseHash) }, openLabel: messages.openCase }
      : row.isPending
        ? { target: { href: '/authorization', openItn: itnNumber }, openLabel: messages.openAuthorization }
        : {
            target: { href: '/authorization/decided', openItn: itnNumber },
            openLabel: messages.openHistory,
          }),
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

/** Leads internal staff from the rows of all clients to one client, or from those of one to all. */
function otherClientRows({ text, clients, isAllClients }: Sources): ResultRow[] {
  if (isAllClients) return [selectorRow]
  if (!clients) return []
  const id = 'search-all-clients'
  return [{ id, kind: 'search', title: messages.allClients(text), target: { allClients: true } }]
}

/** Whether the patient search would find nothing, either: it has more cases only for the ITNs of authorizations. */
const isPatientSearchEmpty = (
  type: SearchType,
  found: Sources['found'],
  { clientAuth }: ClientConfiguration,
) => found?.cases.length === 0 && (type !== 'ITN' || (clientAuth && found.authorizations.length === 0))

/** The searches that can be opened with the text filled in. */
function searchRows(sources: Sources): ResultRow[] {
  const { text, configuration, isAllClients } = sources
  const typed = parseTypedText(text)
  if (isAllClients) return otherClientRows(sources)
  if (!typed || !configuration) return []
  const searchType = chooseSearchType(typed)
  const names = sources.found?.cases.map(({ patientName }) => patientName) ?? []
  const term = searchType === 'NAMEL' && sources.isCurrent ? correctName(text, names) : text
  const searchTerm = searchType === 'DOB' ? formatDay(typed.dateOfBirth ?? '') : term
  const rows: ResultRow[] = []
  if (configuration.patientSearch && !isPatientSearchEmpty(searchType, sources.found, configuration))
    rows.push({
      id: 'search-patients',
      kind: 'search',
      title: messages.patientSearch(messages.searchTypes[searchType], term),
      target: { patientSearch: { searchType, searchTerm } },
    })
  const search = configuration.providerSearches.find(({ isSecure, url }) => isSecure && url.startsWith('/'))
  if (search && searchType === 'NAMEL')
    rows.push({
      id: 'search-providers',
      kind: 'search',
      title: messages.providers(text),
      target: { href: `${search.url}?${new URLSearchParams({ name: text })}` },
    })
  return [...otherClientRows(sources), ...rows]
}
