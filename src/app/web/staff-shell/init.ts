import { keptConfiguration, noteVersion } from '#clients/web/configuration-store.ts'
import { isInternalStaff, keepPerson, viewedClient } from '#clients/web/current-client-store.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { setSender } from '#platform/web/api-client.ts'
import { lendKept } from '#platform/web/share-tab-storage.ts'
import { staffSender } from '#sign-in/web/authenticated-fetch.ts'
import { renewOrEnd } from '#sign-in/web/session-end.ts'
import { shareSessionEnd } from '#sign-in/web/session-times.ts'
import { whenRenewed } from '#sign-in/web/token-renewal.ts'
import { blankToken, isLive, keptToken } from '#sign-in/web/token-store.ts'
import { secureSearchOf } from './secure-search.ts'

let hasBegun = false

/**
 * Lets calls of staff go out with their token, once in the life of a page. A token that cannot be read is blanked; any
 * other is renewed, expired or not: to open a page is an activity, and the session's end becomes known.
 */
export function begin() {
  if (hasBegun) return
  hasBegun = true
  shareSessionEnd()
  lendKept()
  whenRenewed(keepPerson)
  setSender(staffSender({ isForStaff, headers, onAnswer }))
  if (keptToken()) void renewOrEnd()
  else blankToken()
}

/** Open to visitors as well; staff send under their own name. The contract itself would be a chunk of its own. */
const emailPath: Endpoint['path'] = '/api/emailProviders'

function isForStaff({ access, path }: Endpoint, input: Record<string, unknown>): boolean {
  if (access === 'staff' || access === 'internal') return true
  const isSecure = secureSearchOf(keptConfiguration(), input) !== undefined
  return access === 'by-definition' && (isSecure || (path === emailPath && hasLiveToken()))
}

const hasLiveToken = () => {
  const kept = keptToken()
  return kept !== undefined && isLive(kept)
}

function headers(): Record<string, string> {
  const viewed = isInternalStaff() ? viewedClient() : undefined
  return viewed ? { 'client-id': viewed.id } : {}
}

function onAnswer(answer: Response) {
  noteVersion(answer.headers.get('configuration-version'))
}
