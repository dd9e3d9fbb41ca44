import { cachedConfiguration, tabOwner } from '#clients/web/configuration-store.ts'
import type { SearchInfo } from '#provider-search/contract.ts'
import { VobPatientNotice, vobAction } from '#vob/web/vob-action.tsx'
import { requestTicket } from '../pages/document-launcher.tsx'
import { queryClient } from '../query-client.ts'

/** The Create VOB action in search results for the current client. */
export const clientVobAction = (search: SearchInfo) => vobAction(search, viewedIssuer, requestTicket)

/** The patient for whom the current client's next letter is. */
export const ClientVobNotice = () => <VobPatientNotice owner={viewedIssuer().owner} />

function viewedIssuer() {
  const { clientName = '', clientCodes = {} } = cachedConfiguration(queryClient) ?? {}
  const client = { name: clientName, codes: Object.keys(clientCodes).join(',') }
  return { client, owner: tabOwner() }
}
