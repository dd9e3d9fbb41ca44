import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { type ClientConfiguration, clientOption } from '#clients/contract.ts'
import { messages } from '#clients/messages.ts'
import {
  adoptLastClient,
  cachedConfiguration,
  configurationQuery,
  currentClient,
  isInternalStaff,
  loadCurrentConfiguration,
  personId,
  removeClientQueries,
  removeClosedClient,
  storeChosenClient,
  storeTabClient,
} from '#clients/web/configuration-store.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { draftStore } from '#platform/web/drafts/draft-storage.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { requestTabValues } from '#platform/web/shared-tab-storage.ts'
import { staffPrefix, tabStore } from '#platform/web/storage.ts'
import { messages as signInMessages } from '#sign-in/messages.ts'
import { returnPathStore } from '#sign-in/web/return-path-storage.ts'
import { hasLiveToken, type Renewal } from '#sign-in/web/session-store.ts'
import { renewOrEnd } from '#sign-in/web/token-renewal.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { queryClient } from '../query-client.ts'

/**
 * The route guard of staff pages. Sends visitors to the start page, from which they return after sign-in.
 * Sends internal staff to the client selector first, unless the page needs no client. Loads the menu before
 * the page.
 */
export async function requireStaff(place: Place, signal: AbortSignal) {
  await requireSearchAccess(place, signal)
  if (currentClient()) await readyConfiguration()
}

/** The client of this tab when the session of internal staff ended. */
export const returnClientStore = (person: string) => draftStore(person, 'client', clientOption)

/** Gives a tab of internal staff the client that it had when the session ended, or else the one chosen last. */
function adoptClient() {
  const store = returnClientStore(personId())
  const client = store.get()
  store.remove()
  if (client && isInternalStaff() && !currentClient()) storeChosenClient(client)
  adoptLastClient()
}

const selector = '/client-selector'
/** Pages for internal staff that do not depend on a client. */
const aboutNoClient = [
  selector,
  '/audit',
  '/sign-ins',
  '/dev/mail',
  '/undelivered-mail',
  '/undelivered-notifications',
]

type Place = Pick<ParsedLocation<{ row?: unknown }>, 'href' | 'pathname' | 'search' | 'state'>

/** The route guard of pages that show their own loading state for the configuration. */
export async function requireSearchAccess(
  { href, pathname, search: { row }, state: { __TSR_key: entry } }: Place,
  signal: AbortSignal,
) {
  const state = await signInState()
  if (state === 'away') throw new Error(signInMessages.tokenFailed)
  if (state !== 'renewed') {
    returnPathStore.set(withItnInFragment(href))
    throw redirect({ to: '/', state: { isExpired: state === 'session_expired' } })
  }
  if (isInternalStaff() === undefined) await renewOrEnd()
  const path = pathname.replace(/(?<=.)\/$/, '').toLowerCase()
  const isSelector = path === selector
  // A case that opens in a new tab belongs to the client of the tab that opened it, which also has its search.
  if (typeof row === 'string') await requestTabValues(row)
  adoptClient()
  if (isInternalStaff() && entry && !aboutNoClient.includes(path)) await followEntry(entry, signal)
  if (isInternalStaff() && !aboutNoClient.includes(path) && !currentClient())
    throw redirect({ to: '/client-selector' })
  if (!isInternalStaff() && isSelector) throw redirect({ to: '/home' })
}

/**
 * Moves the query of the pending authorizations, where older links have the ITN, to the fragment, which a sign-in keeps
 * in this tab. A fragment takes precedence, as it does on the page.
 */
const withItnInFragment = (href: string) =>
  href.replace(
    /^(\/authorization\/?)\?([^#]*)#?(.*)/i,
    (_href, path: string, query: string, fragment: string) => `${path}#${fragment || query}`,
  )

/** The clients of the latest entries of this tab's history. */
const entryClientsStore = (owner: string) =>
  tabStore(`${staffPrefix}entryClients`, z.array(z.object({ entry: z.string(), client: clientOption })), {
    owner,
  })
const maxEntries = 50

/** Gives this tab the client that it had at an entry of its history. A new entry has the client of the tab. */
async function followEntry(entry: string, signal: AbortSignal) {
  const client = currentClient()
  if (!client) return
  const store = entryClientsStore(personId())
  const known = store.get() ?? []
  const former = known.find((each) => each.entry === entry)?.client
  if (!former) store.set([...known, { entry, client }].slice(-maxEntries))
  else if (former.id !== client.id) {
    // The page that is left keeps its client until then.
    await queryClient.prefetchQuery(configurationQuery(former.id))
    if (signal.aborted || currentClient()?.id !== client.id) return
    storeTabClient(former)
    removeClientQueries(queryClient, 'all')
  }
}

/** Redirects staff from the start page to their home page; shows the expiry notice there. */
export async function redirectFromStart() {
  const state = await signInState()
  if (state === 'renewed') throw redirect({ to: '/home' })
  if (state === 'session_expired') throw redirect({ to: '/', state: { isExpired: true } })
}

/**
 * Returns `renewed` if the stored token is valid or could be renewed; otherwise why not. Removes the token
 * unless the server could not be asked.
 */
async function signInState(): Promise<Renewal> {
  if (hasLiveToken()) return 'renewed'
  const renewal = await renewOrEnd()
  if (renewal !== 'renewed' && renewal !== 'away') tokenStore.remove()
  return renewal
}

/** Loads the client's configuration and returns whether this search is one of its secure searches. */
export async function prepareSearch(key: string): Promise<boolean> {
  // A secure search that opens in a new tab belongs to the client of the tab that opened it.
  if (isInternalStaff() && getBootstrapData().opened?.kind === 'secure search') await requestTabValues(key)
  adoptClient()
  if (!currentClient() || (await signInState()) !== 'renewed') return false
  await readyConfiguration()
  return findSecureSearch(cachedConfiguration(queryClient), { key }) !== undefined
}

async function readyConfiguration() {
  const viewed = currentClient()
  if (!viewed) return
  try {
    await loadCurrentConfiguration(queryClient, viewed)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404 && isInternalStaff()) return await chooseAgain()
    if (error.status === 404 && (await isNowAnother(viewed.id))) return readyConfiguration()
    if (error.status !== 401) showError(messages.configurationFailed)
  }
}

/** Whether the server reports a different client than the stored one. */
async function isNowAnother(id: string): Promise<boolean> {
  await renewOrEnd()
  return currentClient() !== undefined && currentClient()?.id !== id
}

/** Sends internal staff to the client selector, because their current client no longer exists. */
async function chooseAgain(): Promise<never> {
  removeClosedClient()
  await renewOrEnd()
  throw redirect({ to: '/client-selector' })
}

/** The secure search of the client that a request is about, by key or code; undefined for other requests. */
export function findSecureSearch(
  configuration: Pick<ClientConfiguration, 'providerSearches'> | undefined,
  { key, providerCode, providerSearchCode }: Record<string, unknown>,
) {
  return configuration?.providerSearches.find(
    ({ isSecure, url, code }) =>
      isSecure && (url === `/${key}` || code === providerCode || code === providerSearchCode),
  )
}
