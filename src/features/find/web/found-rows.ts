import type { CaseRow, SearchType } from '#cases/contract.ts'
import { buildCasePath, type CaseFeatures, hasCases } from '#cases/rules.ts'
import type { ClientOption } from '#clients/contract.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import type { FoundAuthorization, FoundCase, OwningClient } from '../contract.ts'
import { messages } from '../messages.ts'

/** A page or an authorization on it, the patient search with its form filled, or the letters with a number. */
export type PageTarget =
  | { href: string; isNewTab?: boolean; openItn?: string }
  | { patientSearch: { searchType: SearchType; searchTerm: string } }
  | { letters: string }

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
export type FoundRow = ResultRow & { target: PageTarget }

/** A row of any client, with the client's name, which opens the client, too. */
export const inClient = (row: FoundRow, { id, label }: OwningClient): ResultRow => ({
  ...row,
  detail: [label, row.detail].join(' · '),
  target: { client: { id, label }, page: row.target },
})

export function toCaseRow(row: NonNullable<ResultRow['case']>, features: CaseFeatures): FoundRow {
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

/**
 * A pending authorization opens for review, as everywhere; the review has a link to its case. Another one opens its case
 * or, if that is unknown, its history.
 */
export function toAuthorizationRow(row: FoundAuthorization, features: CaseFeatures): FoundRow {
  const { itnNumber, patientName, providerName, caseHash } = row
  const hasCase = caseHash !== null && hasCases(features)
  return {
    id: `authorization-${itnNumber}`,
    kind: 'authorization',
    title: itnNumber,
    detail: `${patientName} · ${providerName}`,
    aside: [row.totalChargeFormatted, describeState(row)],
    isMarked: true,
    ...(row.isPending
      ? { target: { href: '/authorization', openItn: itnNumber }, openLabel: messages.openAuthorization }
      : hasCase
        ? { target: { href: buildCasePath(features, caseHash) }, openLabel: messages.openCase }
        : {
            target: { href: '/authorization/decided', openItn: itnNumber },
            openLabel: messages.openHistory,
          }),
    authorization: row,
  }
}

export const describeState = ({ isPending, action }: FoundAuthorization): string =>
  isPending ? messages.states.pending : messages.states[action ?? 'none']
