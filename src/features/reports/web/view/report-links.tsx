import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { z } from 'zod'
import type { CaseSelection } from '../../case-list-contract.ts'
import type { BillSelection } from '../../view-contract.ts'
import { viewMessages as text } from '../../view-messages.ts'

const text20 = z.string().catch('')

/** The report in the address: nothing personal. Without clients, it covers all of the person's clients. */
export const reportParams = z.object({ report: text20, clients: text20, start: text20, end: text20 })
export type ReportParams = z.infer<typeof reportParams>

/** Removes empty params, which the address leaves out. */
export const toSearch = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))

type Links = {
  params: ReportParams
  /** Whether the client has bills that can be listed. */
  hasBills: boolean
  /** Returns the path of the case with a row key. */
  casePath: (row: string) => string
}

/** How the figures of a report link to bills and cases; undefined outside of a report. */
export const ReportLinks = createContext<Links | undefined>(undefined)

type BillsLinkProps = {
  bills: BillSelection | null
  /** The cases or authorizations that the figure counts, if it counts no bills. */
  cases?: CaseSelection | null | undefined
  /** What the figure is, for its accessible name. */
  name: string
  className?: string | undefined
  children: string
}

/** A figure as a link to the bills, cases or authorizations that it counts, if there are any. */
export function BillsLink({ bills, cases, name, className, children }: BillsLinkProps) {
  const links = useContext(ReportLinks)
  const fullName = children === name ? name : `${name} ${children}`
  if (cases && links)
    return (
      <Link
        to="/reports/cases"
        search={toSearch({ ...links.params, ...cases })}
        className={className}
        aria-label={(cases.list === 'cases' ? text.showCases : text.showAuthorizations)(fullName)}
      >
        {children}
      </Link>
    )
  if (!bills || !links?.hasBills) return <span className={className}>{children}</span>
  const { billState, billMatch, ...rest } = bills
  const selection = toSearch({
    ...links.params,
    ...rest,
    billState: billState === 'any' ? '' : billState,
    billMatch: billMatch === 'value' ? '' : billMatch,
  })
  return (
    <Link to="/reports/bills" search={selection} className={className} aria-label={text.showBills(fullName)}>
      {children}
    </Link>
  )
}

/** A label as a link to a case. */
export function CaseLink({ row, children }: { row: string; children: ReactNode }) {
  const links = useContext(ReportLinks)
  return links ? <Link to={links.casePath(row)}>{children}</Link> : children
}
