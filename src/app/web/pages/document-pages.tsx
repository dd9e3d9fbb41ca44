import { Navigate, useParams } from '@tanstack/react-router'
import { renderIdCardError } from '#members/web/id-card-error.tsx'
import { memberStore } from '#members/web/member-store.ts'
import { usePageOfMembers } from '#members/web/use-texts.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { DocumentPage } from '#platform/web/document/document-page.tsx'
import { createDocumentRequest, withTicket } from '#platform/web/document/document-request.ts'
import { describeRefusal } from '#platform/web/document/document-window.ts'
import { useIsStored } from '#platform/web/storage.ts'
import { openReportRun } from '#reports/contract.ts'
import { requestTicket } from './document-launcher.tsx'

/** The document window of staff. */
export const StaffDocumentPage = () => <DocumentPage />

/** The ID card window of a member. Shows nothing after logout in any tab. */
export function MemberDocumentPage() {
  usePageOfMembers()
  const isLoggedIn = useIsStored(memberStore)
  if (!isLoggedIn) return <Navigate to="/client-member-page/login" replace />
  return <DocumentPage explain={renderIdCardError} />
}

/** A finished large report. Its URL contains the report's id, so the window can be reloaded. */
export function ReportDocumentPage() {
  const { id } = useParams({ from: '/report/$id/document' })
  const getRequest = async () => {
    try {
      const request = await withTicket(createDocumentRequest(openReportRun, { Run: id }), requestTicket)
      return { state: 'made', request } as const
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return describeRefusal(error)
    }
  }
  return <DocumentPage key={id} id={id} getRequest={getRequest} />
}
