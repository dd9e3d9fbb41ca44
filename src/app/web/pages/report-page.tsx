import { useNavigate, useParams } from '@tanstack/react-router'
import { ReportRunPage } from '#reports/web/report-run-page.tsx'
import { hasLiveToken } from '#sign-in/web/session-store.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { ReportsLink } from './reports-link.tsx'

/** The large report in the URL, for the person who requested it. */
export function ReportPage() {
  const { id } = useParams({ from: '/report/$id' })
  const navigate = useNavigate()
  return (
    <ReportRunPage
      key={id}
      id={id}
      onOpen={() => void navigate({ to: '/report/$id/document', params: { id } })}
      isSessionActive={hasLiveToken}
      missing={<NotFoundPage />}
      backLink={<ReportsLink />}
    />
  )
}
