import { useParams } from '@tanstack/react-router'
import { ReportRunPage } from '#reports/web/report-run-page.tsx'
import { openInPlace } from '../open-document.ts'
import { isAwake } from '../signed-in/is-awake.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { ReportsLink } from './reports-link.tsx'

/** The large report that the address names, for who ordered it. */
export function ReportPage() {
  const { id } = useParams({ from: '/report/$id' })
  return (
    <ReportRunPage
      key={id}
      id={id}
      onOpen={openInPlace}
      isAwake={isAwake}
      missing={<NotFoundPage />}
      wayBack={<ReportsLink />}
    />
  )
}
