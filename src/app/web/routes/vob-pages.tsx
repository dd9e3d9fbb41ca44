import type { Incident } from '#cases/rules.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ErrorState } from '#platform/web/error-state.tsx'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { CaseVobs } from '#vob/web/records/case-vobs.tsx'
import { Vobs } from '#vob/web/records/vobs.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { StaffDocuments, useOpenDocument } from './document-launcher.tsx'
import { useSearchClients } from './use-search-clients.ts'

const findVobSearch = (configuration: ClientConfiguration | undefined) =>
  configuration?.providerSearches.find(({ isVOB }) => isVOB)

/** The letters issued for the current client, if it issues any. */
export function VobsPage() {
  const { configuration, owner, offer } = useSearchClients()
  if (offer.isFailed) return <ErrorState message={clientSearchMessages.clientsFailed} onRetry={offer.retry} />
  if (!configuration) return null
  if (!findVobSearch(configuration)) return <NotFoundPage />
  return (
    <TabOwnerProvider key={owner} value={owner}>
      <StaffDocuments>
        <OpenableVobs owner={owner} />
      </StaffDocuments>
    </TabOwnerProvider>
  )
}

const OpenableVobs = ({ owner }: { owner: string }) => <Vobs owner={owner} onOpen={useOpenDocument()} />

/** The letters for the policy of a case, if its client issues any. */
export function CaseVobSection({ incident }: { incident: Incident }) {
  const { configuration, owner } = useSearchClients()
  const onOpen = useOpenDocument()
  const search = findVobSearch(configuration)
  return search && <CaseVobs incident={incident} searchPath={search.url} owner={owner} onOpen={onOpen} />
}
