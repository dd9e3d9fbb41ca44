import { cachedConfiguration } from '#clients/web/configuration-store.ts'
import type { SearchInfo } from '#provider-search/contract.ts'
import { vobAction } from '#vob/web/vob-action.tsx'
import { queryClient } from '../query-client.ts'
import { requestTicket } from '../routes/document-launcher.ts'

/** The Create VOB action in search results for the current client. */
export const clientVobAction = (search: SearchInfo) => vobAction(search, viewedClient, requestTicket)

function viewedClient() {
  const { clientName = '', clientCodes = {} } = cachedConfiguration(queryClient) ?? {}
  return { name: clientName, codes: Object.keys(clientCodes).join(',') }
}
