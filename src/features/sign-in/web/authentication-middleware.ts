import { ApiError, type Middleware } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { messages } from '../messages.ts'
import { isLive, storedToken } from './session-store.ts'
import { renewOrEnd } from './token-renewal.ts'

/** Sends requests with the token of the session; repeats a rejected one once with a fresh token. */
export const authenticate: Middleware = async (request, next) => {
  const sendWith = (token: string) =>
    next({
      ...request,
      init: { ...request.init, headers: { ...request.init.headers, authorization: `Bearer ${token}` } },
    })
  const token = await getValidToken()
  const response = await sendWith(token)
  const fresh = response.status === 401 ? await getReplacementToken(token) : undefined
  return fresh ? sendWith(fresh) : response
}

/** Returns the stored token, after renewing it if it has expired. Never signs anyone in on its own. */
async function getValidToken(): Promise<string> {
  const stored = storedToken()
  if (!stored) throw new ApiError(401)
  if (isLive(stored)) return stored.token
  const renewal = await renewOrEnd()
  const token = renewal === 'renewed' ? storedToken()?.token : undefined
  if (token) return token
  if (renewal !== 'away') throw new ApiError(401)
  showError(messages.tokenFailed)
  throw new ApiError(0)
}

/**
 * Returns a token to replace a rejected one: the stored token if it is already another one, otherwise a
 * renewed one.
 */
async function getReplacementToken(rejected: string): Promise<string | undefined> {
  const stored = storedToken()?.token
  if (stored && stored !== rejected) return stored
  return (await renewOrEnd()) === 'renewed' ? storedToken()?.token : undefined
}
