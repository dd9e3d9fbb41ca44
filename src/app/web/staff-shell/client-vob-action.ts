import { storedConfiguration } from '#clients/web/configuration-store.ts'
import type { SearchInfo } from '#provider-search/contract.ts'
import { vobAction } from '#vob/web/vob-action.tsx'

/** The Create VOB action in search results for the current client. */
export const clientVobAction = (search: SearchInfo) => vobAction(search, viewedClient)

function viewedClient() {
  const { clientName = '', clientCodes = {} } = storedConfiguration() ?? {}
  return { name: clientName, codes: Object.keys(clientCodes).join(',') }
}
