import { useQuery } from '@tanstack/react-query'
import type { CaseDetails } from '#cases/case-contract.ts'
import type { Incident } from '#cases/rules.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { messages } from '#vob/messages.ts'
import { CaseVobs, CreateVobButton, caseVobsQuery } from '#vob/web/records/case-vobs.tsx'
import { Vobs } from '#vob/web/records/vobs.tsx'
import { StaffDocuments, useOpenDocument } from '../document-launcher.tsx'
import { NotFoundPage } from '../error-page.tsx'
import { useSearchClients } from './use-search-clients.ts'

const findVobSearch = (configuration: ClientConfiguration | undefined) =>
  configuration?.providerSearches.find(({ isVOB }) => isVOB)

/** The heights of the heading, the filters and the first rows, in pixels. */
const pageHeights = [40, 72, 36, ...Array<number>(5).fill(24)]

/** The letters issued for the current client, if it issues any. */
export function VobsPage() {
  const { configuration, owner, offer } = useSearchClients()
  if (offer.isFailed) return <ErrorState message={clientSearchMessages.clientsFailed} onRetry={offer.retry} />
  if (!configuration) return <Skeleton label={messages.records.loading} heights={pageHeights} />
  const search = findVobSearch(configuration)
  if (!search) return <NotFoundPage />
  return (
    <TabOwnerProvider key={owner} value={owner}>
      <StaffDocuments>
        <OpenableVobs owner={owner} searchPath={search.url} />
      </StaffDocuments>
    </TabOwnerProvider>
  )
}

const OpenableVobs = (props: { owner: string; searchPath: string }) => (
  <Vobs {...props} onOpen={useOpenDocument()} />
)

/**
 * The query for the letters for the policy of a case. It does not run if the client issues none, nor for a case outside
 * the person’s codes, which an emergency opened.
 */
export function useCaseLetters(incident: Incident) {
  const { configuration } = useSearchClients()
  const { clientCodes = {} } = configuration ?? {}
  const enabled = findVobSearch(configuration) !== undefined && Object.hasOwn(clientCodes, incident.client)
  return useQuery({ ...caseVobsQuery(incident), enabled })
}

type CaseVobSectionProps = { incident: Incident; details: CaseDetails | undefined }

/** The letters for the policy of a case, if its client issues any. */
export function CaseVobSection({ incident, details }: CaseVobSectionProps) {
  const { configuration, owner } = useSearchClients()
  const onOpen = useOpenDocument()
  const search = findVobSearch(configuration)
  if (!search) return null
  return (
    <CaseVobs
      incident={incident}
      owner={owner}
      onOpen={onOpen}
      patientName={details?.case}
      searchPath={search.url}
    />
  )
}

/** Starts a letter for the patient and policy of a case, if its client issues any. */
export function CaseVobButton({ incident, details }: CaseVobSectionProps) {
  const { configuration, owner } = useSearchClients()
  const search = findVobSearch(configuration)
  if (!search) return null
  return (
    <CreateVobButton
      incident={incident}
      owner={owner}
      patientName={details?.case}
      searchPath={search.url}
      size="sm"
    />
  )
}
