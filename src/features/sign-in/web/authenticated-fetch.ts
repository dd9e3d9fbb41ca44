import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ApiError, type Sender } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { messages } from '../messages.ts'
import { renewOrEnd } from './session-end-events.ts'
import { isLive, storedToken } from './token-store.ts'

type StaffCalls = {
  /** Whether a request carries the token; public searches do not. */
  isForStaff: (contract: Endpoint, input: Record<string, unknown>) => boolean
  /** Additional headers for these requests. */
  headers: () => Record<string, string>
  /** Called with every response to these requests. */
  onResponse: (response: Response) => void
}

/** Sends staff requests with their token; retries a rejected one once with a fresh token. */
export function createStaffSender({ isForStaff, headers, onResponse }: StaffCalls): Sender {
  return async (contract, input, { url, init }) => {
    if (!isForStaff(contract, input)) return fetch(url, init)
    const sendWith = async (token: string) => {
      const authorization = `Bearer ${token}`
      const response = await fetch(url, {
        ...init,
        headers: { ...init.headers, ...headers(), authorization },
      })
      onResponse(response)
      return response
    }
    const token = await getValidToken()
    const response = await sendWith(token)
    const fresh = response.status === 401 ? await getReplacementToken(token) : undefined
    return fresh ? sendWith(fresh) : response
  }
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
