import type { UseQueryResult } from '@tanstack/react-query'
import type { CaseRow } from '#cases/contract.ts'
import { messages } from '../messages.ts'
import { Card, CardLink, ColumnHeads, EmptyCard } from './card.tsx'
import rowsClasses from './rows.module.css'

const text = messages.recent
const shownCases = 5

type RecentCasesCardProps = {
  query: UseQueryResult<CaseRow[]>
  casePath: (row: string) => string
  searchPath: string
}

/** The cases that the person opened last. */
export function RecentCasesCard({ query, casePath, searchPath }: RecentCasesCardProps) {
  return (
    <Card title={text.title} query={query} failed={text.failed}>
      {(cases) =>
        cases.length === 0 ? (
          <EmptyCard message={text.empty}>
            <CardLink href={searchPath}>{text.find}</CardLink>
          </EmptyCard>
        ) : (
          <div className={rowsClasses.recentRows}>
            <ColumnHeads columns={text.columns} />
            <ul>
              {cases.slice(0, shownCases).map((row) => (
                <li key={row.hash}>
                  <CardLink href={casePath(row.hash)} className={rowsClasses.recentRow}>
                    <span data-cell="patient">{row.patientName}</span>{' '}
                    <span data-cell="incident">{row.incidentNumber}</span>{' '}
                    <span data-cell="description">{row.incidentDescription}</span>{' '}
                    <span data-cell="client">{row.carrier}</span>
                  </CardLink>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Card>
  )
}
