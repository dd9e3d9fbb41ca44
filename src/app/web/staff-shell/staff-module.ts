import { caseQueryKey } from '#cases/case-contract.ts'
import { watchEmergencyAccess } from '#cases/web/emergency/access-watch.ts'
import {
  cachedConfiguration,
  currentClient,
  followConfiguration,
  isInternalStaff,
  personId,
  refetchOnNewVersion,
  storePerson,
  tabOwner,
} from '#clients/web/configuration-store.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { ApiRequest, Middleware } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { removeDraftsOfOthers } from '#platform/web/drafts/draft-storage.ts'
import { shareTabValues } from '#platform/web/shared-tab-storage.ts'
import { authenticate } from '#sign-in/web/authentication-middleware.ts'
import { watchReadingLimit } from '#sign-in/web/reading-limit-store.ts'
import {
  clockOffset,
  hasLiveToken,
  renewedSession,
  serverNow,
  shareSessionEnd,
  storedToken,
  updateSession,
} from '#sign-in/web/session-store.ts'
import { renewOrEnd } from '#sign-in/web/token-renewal.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { todayQueryKey } from '#today/contract.ts'
import { queryClient } from '../query-client.ts'
import {
  findSecureSearch,
  prepareSearch,
  redirectFromStart,
  requireSearchAccess,
  requireStaff,
} from './route-guards.ts'
import { SessionWatcher } from './session-watcher.tsx'
import { StaffBar } from './staff-bar.tsx'
import { StaffFooter } from './staff-footer.tsx'

/** The staff shell, loaded only when a token is stored. */
export const staffModule = {
  initStaffModule,
  requireStaff,
  requireSearchAccess,
  redirectFromStart,
  prepareSearch,
  searchOwner,
  SessionWatcher,
  StaffBar,
  StaffFooter,
  middleware: {
    authenticate: forStaff(authenticate),
    addClientId: forStaff(addClientId),
    checkConfigurationVersion: forStaff(checkConfigurationVersion),
    watchReadingLimit: forStaff(watchReadingLimit),
  },
}

/**
 * Removes an unreadable token and renews any other, expired or not: opening a page counts as activity, and the
 * renewal returns the session end.
 */
function initStaffModule() {
  const { serverTime } = getBootstrapData()
  if (serverTime !== undefined)
    updateSession({ clockOffset: clockOffset(serverTime, performance.timeOrigin / 1000) })
  queryClient.setQueryDefaults([caseQueryKey], { staleTime: 0 })
  shareSessionEnd()
  followConfiguration(queryClient)
  shareTabValues(findSource)
  watchEmergencyAccess(queryClient, serverNow)
  renewedSession.subscribe((session) => {
    if (!session) return
    storePerson(session)
    removeDraftsOfOthers(personId())
  })
  if (storedToken()) void renewOrEnd()
  else tokenStore.remove()
}

/** Returns how this tab knows a case, by the key of its row, or a secure search, by the key in its path. */
function findSource(row: string) {
  const isIn = (name: string) =>
    queryClient
      .getQueriesData({ queryKey: [name] })
      .some(([, data]) => data !== undefined && JSON.stringify(data).includes(JSON.stringify(row)))
  if (isIn('search')) return 'results'
  const isElsewhere = isIn(caseQueryKey) || isIn(todayQueryKey) || searchOwner(row) !== undefined
  return isElsewhere ? 'elsewhere' : undefined
}

/** The person and client that the draft of a secure search belongs to; undefined for other searches. */
function searchOwner(key: string): string | undefined {
  return findSecureSearch(cachedConfiguration(queryClient), { key }) && tabOwner()
}

/** Limits middleware to requests that carry the staff token; public searches do not. */
function forStaff(handle: Middleware): Middleware {
  return (request, next) => (isForStaff(request) ? handle(request, next) : next(request))
}

/**
 * The endpoints below this path are also open to visitors; requests from staff carry the token. Importing their
 * contract would add a chunk.
 */
const emailPath: Endpoint['path'] = '/api/emailProviders'

function isForStaff({ contract: { access, path }, input }: ApiRequest): boolean {
  if (access === 'staff' || access === 'internal') return true
  const isSecure = findSecureSearch(cachedConfiguration(queryClient), input) !== undefined
  return access === 'by-definition' && (isSecure || (path.startsWith(emailPath) && hasLiveToken()))
}

/** Adds the current client to requests of internal staff. */
function addClientId(...[request, next]: Parameters<Middleware>) {
  const client = isInternalStaff() ? currentClient() : undefined
  if (!client) return next(request)
  const headers = { ...request.init.headers, 'client-id': client.id }
  return next({ ...request, init: { ...request.init, headers } })
}

/** Refetches the client configuration when a response carries a new version. */
async function checkConfigurationVersion(...[request, next]: Parameters<Middleware>) {
  const response = await next(request)
  refetchOnNewVersion(queryClient, response.headers.get('configuration-version'))
  return response
}
