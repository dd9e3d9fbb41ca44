import type { CaseRow, SearchType } from '#cases/contract.ts'
import type { CaseFeatures } from '#cases/rules.ts'
import type { ClientConfiguration, ClientOption } from '#clients/contract.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { plain } from '#platform/web/combo-box/option-search.ts'
import type { Found, FoundInAllClients } from '../contract.ts'
import { messages } from '../messages.ts'
import { chooseSearchType, parseTypedText } from '../rules.ts'
import { type FoundRow, inClient, type ResultRow, toAuthorizationRow, toCaseRow } from './found-rows.ts'
import { correctName, isNamed } from './mark-text.ts'

/** An entry of the menu. */
export type PageEntry = { label: string; href: string; isNewTab: boolean }

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
  const { text, configuration, pages, recent } = sources
  const clientGroup = findClients(sources)
  const isClientFirst = isClientMeant(sources)
  const groups: ResultGroup[] = text
    ? [
        ...(isClientFirst ? [clientGroup] : []),
        ...foundGroups(sources),
        {
          label: messages.groups.pages,
          rows: [...letterRows(sources), ...pages.filter(({ label }) => isNamed(label, text)).map(toPageRow)],
        },
        ...(isClientFirst ? [] : [clientGroup]),
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
function foundGroups({ text, found, configuration, isAllClients }: Sources): ResultGroup[] {
  if (!found) return []
  const owners = 'clients' in found ? found.clients : undefined
  if (isAllClients !== (owners !== undefined)) return []
  const place = ({ client }: { client: string }, toRow: (features: CaseFeatures) => FoundRow) => {
    const owner = owners?.find(({ codes }) => codes.includes(client))
    if (owner) return inClient(toRow(owner), owner)
    return configuration && !owners ? toRow(configuration) : []
  }
  const groups = [
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
  return found.authorizations.some((row) => row.isPending && isItn(text, row)) ? groups.reverse() : groups
}

/** Whether a text is the whole ITN, in any form: digits alone follow the usual letters. */
function isItn(text: string, { itnNumber }: { itnNumber: string }): boolean {
  const [typed, itn] = [text, itnNumber].map((each) => plain(each).replaceAll(/[^a-z0-9]/g, ''))
  return itn === typed || itn === `itn${typed}`
}

const toPageRow = ({ label, href, isNewTab }: PageEntry): ResultRow => ({
  id: `page-${href}`,
  kind: 'page',
  title: label,
  isMarked: true,
  target: { href, isNewTab },
})

const letterNumber = /^vob-\d{4}-\d{1,6}$/i

/** Leads those who may see letters from the number of one to the list. */
const letterRows = ({ text, pages }: Sources): ResultRow[] =>
  letterNumber.test(text) && pages.some(({ href }) => href === '/vobs')
    ? [{ id: 'letters', kind: 'page', title: messages.letters(text), target: { letters: text } }]
    : []

const maxClients = 8

/** Whether the name of a client begins with the text, and that of no patient has it. */
const isClientMeant = ({ text, clients = [], found }: Sources): boolean =>
  clients.some(({ label }) => plain(label).startsWith(plain(text))) &&
  ![...(found?.cases ?? []), ...(found?.authorizations ?? [])].some(({ patientName }) =>
    isNamed(patientName, text),
  )

/** The first clients with the text in their names as rows, and whether there are more. */
function findClients({ text, clients = [] }: Sources): ResultGroup {
  const named = clients.filter(({ label }) => isNamed(label, text))
  const rows = named.slice(0, maxClients).map(
    (client): ResultRow => ({
      id: `client-${client.id}`,
      kind: 'client',
      title: client.label,
      isMarked: true,
      target: { client },
    }),
  )
  return { label: messages.groups.clients, rows, hasMore: named.length > maxClients }
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
