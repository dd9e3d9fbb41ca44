import { formatTotals } from '#billing/rules.ts'
import { Billing } from '#billing/web/billing.tsx'
import { SavingsChart } from '#billing/web/billing-summary.tsx'
import type { CaseDetails } from '#cases/case-contract.ts'
import { messages as emergencyMessages } from '#cases/emergency-messages.ts'
import { hasCases, type Incident } from '#cases/rules.ts'
import { CaseDocuments, MedicalRecords } from '#cases/web/case/case-documents.tsx'
import { CaseOverview } from '#cases/web/case/case-overview.tsx'
import { CasePage, type CasePageProps } from '#cases/web/case/case-page.tsx'
import { Notes } from '#cases/web/case/notes.tsx'
import { Timeline } from '#cases/web/case/timeline/timeline.tsx'
import { EmergencyPage as Emergency } from '#cases/web/emergency/emergency-page.tsx'
import { personId } from '#clients/web/configuration-store.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { createDocumentRequest } from '#platform/web/document/document-request.ts'
import { openVob } from '#vob/contract.ts'
import { useOpenDocument } from '../document-launcher.tsx'
import { NotFoundPage } from '../error-page.tsx'
import { useSearchClients } from './use-search-clients.ts'
import { CaseVobButton, CaseVobSection, useCaseLetters } from './vob-pages.tsx'

/** A section of the case in the URL, from which a letter can start. */
const Section = (props: Omit<CasePageProps, 'renderAction'>) => (
  <CasePage
    {...props}
    renderAction={(incident, details) => <CaseVobButton incident={incident} details={details} />}
  />
)

/** The overview of the case in the URL, with the savings chart of billing and the letters for its policy. */
export const OverviewPage = () => (
  <Section page="overview">
    {(incident, details, isLoading) => (
      <Overview incident={incident} details={details} isLoading={isLoading} />
    )}
  </Section>
)

type OverviewProps = { incident: Incident; details: CaseDetails | undefined; isLoading: boolean }

function Overview({ incident, details, isLoading }: OverviewProps) {
  const onOpen = useOpenDocument()
  const letters = useCaseLetters(incident)
  return (
    <CaseOverview
      incident={incident}
      details={details}
      isLoading={isLoading}
      onOpen={onOpen}
      letters={letters}
      onOpenLetter={(number) => void onOpen(createDocumentRequest(openVob, { Number: number }))}
      renderSavings={(sums) =>
        sums.map((each) => (
          <SavingsChart key={each.currency} total={formatTotals(each)} isOneOfSeveral={sums.length > 1} />
        ))
      }
    />
  )
}

/** The medical records of the case in the URL. */
export function MedicalRecordsPage() {
  const onOpen = useOpenDocument()
  return (
    <Section page="medical-records">
      {(incident) => <MedicalRecords incident={incident} onOpen={onOpen} />}
    </Section>
  )
}

/** The case documents of the case in the URL. */
export function CaseDocumentsPage() {
  const onOpen = useOpenDocument()
  return (
    <Section page="case-documents">
      {(incident, details) => (
        <>
          <CaseDocuments incident={incident} onOpen={onOpen} />
          {!details?.emergencyAccess && <CaseVobSection incident={incident} details={details} />}
        </>
      )}
    </Section>
  )
}

/** The bills of the case in the URL. */
export function BillingPage() {
  const onOpen = useOpenDocument()
  return <Section page="billing">{(incident) => <Billing incident={incident} onOpen={onOpen} />}</Section>
}

/** The notes of the case in the URL. */
export const NotesPage = () => <Section page="notes">{(incident) => <Notes incident={incident} />}</Section>

/** The timeline of the case in the URL. */
export const TimelinePage = () => (
  <Section page="timeline">{(incident) => <Timeline incident={incident} />}</Section>
)

const text = emergencyMessages.review

/** Cases that were opened in an emergency: opening one, or reviewing them. */
export function EmergencyPage() {
  const { configuration, owner, offer } = useSearchClients()
  if (!configuration && offer.isFailed) return <ErrorState message={text.failed} onRetry={offer.retry} />
  if (!configuration) return <Skeleton label={text.loading} heights={[32, 72, 200]} />
  if (!hasCases(configuration)) return <NotFoundPage />
  return <Emergency key={owner} person={personId()} configuration={configuration} />
}
