import { formatTotals } from '#billing/rules.ts'
import { Billing, SavingsChart } from '#billing/web/billing.tsx'
import { CaseDocuments, MedicalRecords } from '#cases/web/case/case-documents.tsx'
import { CaseOverview } from '#cases/web/case/case-overview.tsx'
import { CasePage } from '#cases/web/case/case-page.tsx'
import { Notes } from '#cases/web/case/notes.tsx'
import { Timeline } from '#cases/web/case/timeline/timeline.tsx'
import { openDocument } from './document-launcher.ts'
import { CaseVobSection } from './vob-pages.tsx'

/** The overview of the case in the URL, with the savings chart of billing. */
export const OverviewPage = () => (
  <CasePage page="overview">
    {(incident, details) => (
      <CaseOverview
        incident={incident}
        details={details}
        onOpen={openDocument}
        renderSavings={(sums) =>
          sums.map((each) => (
            <SavingsChart key={each.currency} total={formatTotals(each)} isOneOfSeveral={sums.length > 1} />
          ))
        }
      />
    )}
  </CasePage>
)

/** The medical records of the case in the URL. */
export const MedicalRecordsPage = () => (
  <CasePage page="medical-records">
    {(incident) => <MedicalRecords incident={incident} onOpen={openDocument} />}
  </CasePage>
)

/** The case documents of the case in the URL. */
export const CaseDocumentsPage = () => (
  <CasePage page="case-documents">
    {(incident) => (
      <>
        <CaseDocuments incident={incident} onOpen={openDocument} />
        <CaseVobSection incident={incident} />
      </>
    )}
  </CasePage>
)

/** Its bills. */
export const BillingPage = () => (
  <CasePage page="billing">{(incident) => <Billing incident={incident} onOpen={openDocument} />}</CasePage>
)

/** Its notes. */
export const NotesPage = () => <CasePage page="notes">{(incident) => <Notes incident={incident} />}</CasePage>

/** The timeline of the case in the URL. */
export const TimelinePage = () => (
  <CasePage page="timeline">{(incident) => <Timeline incident={incident} />}</CasePage>
)
