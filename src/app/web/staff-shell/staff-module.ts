import {
  currentClient,
  isInternalStaff,
  refetchOnNewVersion,
  storedConfiguration,
  storePerson,
} from '#clients/web/configuration-store.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { setSender } from '#platform/web/api-client.ts'
import { requestTabValues, shareTabValues } from '#platform/web/shared-tab-storage.ts'
import { createStaffSender } from '#sign-in/web/authenticated-fetch.ts'
import { renewOrEnd } from '#sign-in/web/session-end-events.ts'
import { shareSessionEnd } from '#sign-in/web/session-end-time.ts'
import { onRenewed } from '#sign-in/web/token-renewal.ts'
import { isLive, removeToken, storedToken } from '#sign-in/web/token-store.ts'
import {
  findSecureSearch,
  prepareSearch,
  redirectFromStart,
  requireSearchAccess,
  requireStaff,
} from './route-guards.ts'
import { SessionWatcher } from './session-watcher.tsx'
import { StaffNav } from './staff-nav.tsx'
/** The staff shell, loaded only when a token is stored. */
export const staffModule = {
  ...{
    initStaffModule,
    requireStaff,
    requireSearchAccess,
    redirectFromStart,
    prepareSearch,
    requestTabValues,
  },
  ...{ SessionWatcher, StaffNav },
}

let hasBegun = false

/**
 * Makes staff requests carry their token; has an effect only once per page. Removes an unreadable token and
 * renews any other, expired or not: opening a page counts as activity, and the renewal returns the session
 * end.
 */
export function initStaffModule() {
  if (hasBegun) return
  hasBegun = true
  shareSessionEnd()
  shareTabValues()
  onRenewed(storePerson)
  setSender(createStaffSender({ isForStaff, headers, onResponse }))
  if (storedToken()) void renewOrEnd()
  else removeToken()
}

/**
 * This endpoint is also open to visitors; requests from staff carry the token. Importing its contract would
 * add a chunk.
 */
const emailPath: Endpoint['path'] = '/api/emailProviders'

function isForStaff({ access, path }: Endpoint, input: Record<string, unknown>): boolean {
  if (access === 'staff' || access === 'internal') return true
  const isSecure = findSecureSearch(storedConfiguration(), input) !== undefined
  return access === 'by-definition' && (isSecure || (path === emailPath && hasLiveToken()))
}

const hasLiveToken = () => {
  const kept = storedToken()
  return kept !== undefined && isLive(kept)
}

function headers(): Record<string, string> {
  const viewed = isInternalStaff() ? currentClient() : undefined
  return viewed ? { 'client-id': viewed.id } : {}
}

function onResponse(response: Response) {
  refetchOnNewVersion(response.headers.get('configuration-version'))
}
