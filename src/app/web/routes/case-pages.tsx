import { formatTotals } from '#billing/rules.ts'
import { Billing } from '#billing/web/billing.tsx'
import { SavingsChart } from '#billing/web/billing-summary.tsx'
import { CaseDocuments, MedicalRecords } from '#cases/web/case/case-documents.tsx'
import { CaseOverview } from '#cases/web/case/case-overview.tsx'
import { CasePage } from '#cases/web/case/case-page.tsx'
import { Notes } from '#cases/web/case/notes.tsx'
import { Timeline } from '#cases/web/case/timeline/timeline.tsx'
import { useOpenDocument } from './document-launcher.tsx'
import { CaseVobSection } from './vob-pages.tsx'

/** The overview of the case in the URL, with the savings chart of billing. */
export function OverviewPage() {
  const onOpen = useOpenDocument()
  return (
    <CasePage page="overview">
      {(incident, details) => (
        <CaseOverview
          incident={incident}
          details={details}
          onOpen={onOpen}
          renderSavings={(sums) =>
            sums.map((each) => (
              <SavingsChart key={each.currency} total={formatTotals(each)} isOneOfSeveral={sums.length > 1} />
            ))
          }
        />
      )}
    </CasePage>
  )
}

/** The medical records of the case in the URL. */
export function MedicalRecordsPage() {
  const onOpen = useOpenDocument()
  return (
    <CasePage page="medical-records">
      {(incident) => <MedicalRecords incident={incident} onOpen={onOpen} />}
    </CasePage>
  )
}

/** The case documents of the case in the URL. */
export function CaseDocumentsPage() {
  const onOpen = useOpenDocument()
  return (
    <CasePage page="case-documents">
      {(incident, details) => (
        <>
          <CaseDocuments incident={incident} onOpen={onOpen} />
          <CaseVobSection incident={incident} details={details} />
        </>
      )}
    </CasePage>
  )
}

/** Its bills. */
export function BillingPage() {
  const onOpen = useOpenDocument()
  return <CasePage page="billing">{(incident) => <Billing incident={incident} onOpen={onOpen} />}</CasePage>
}

/** Its notes. */
export const NotesPage = () => <CasePage page="notes">{(incident) => <Notes incident={incident} />}</CasePage>

/** The timeline of the case in the URL. */
export const TimelinePage = () => (
  <CasePage page="timeline">{(incident) => <Timeline incident={incident} />}</CasePage>
)
