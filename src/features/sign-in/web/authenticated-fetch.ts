import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ApiError, type Sender } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { messages } from '../messages.ts'
import { renewOrEnd } from './session-end.ts'
import { isLive, keptToken } from './token-store.ts'

type StaffCalls = {
  /** Whether a request carries the token; public searches do not. */
  isForStaff: (contract: Endpoint, input: Record<string, unknown>) => boolean
  /** Additional headers of these requests. */
  headers: () => Record<string, string>
  /** Called with every response to these requests. */
  onAnswer: (answer: Response) => void
}

/** Sends staff requests with their token; retries a rejected one once with a fresh token. */
export function staffSender({ isForStaff, headers, onAnswer }: StaffCalls): Sender {
  return async (contract, input, { url, init }) => {
    if (!isForStaff(contract, input)) return fetch(url, init)
    const sendWith = async (token: string) => {
      const authorization = `Bearer ${token}`
      const answer = await fetch(url, { ...init, headers: { ...init.headers, ...headers(), authorization } })
      onAnswer(answer)
      return answer
    }
    const token = await tokenToSend()
    const answer = await sendWith(token)
    const fresh = answer.status === 401 ? await tokenAfter(token) : undefined
    return fresh ? sendWith(fresh) : answer
  }
}

/** The stored token, renewed if expired. Never signs anyone in on its own. */
async function tokenToSend(): Promise<string> {
  const kept = keptToken()
  if (!kept) throw new ApiError(401)
  if (isLive(kept)) return kept.token
  const renewal = await renewOrEnd()
  const token = renewal === 'renewed' ? keptToken()?.token : undefined
  if (token) return token
  if (renewal !== 'away') throw new ApiError(401)
  showError(messages.tokenFailed)
  throw new ApiError(0)
}

/** The token that replaced a rejected one, renewed unless that already happened. */
async function tokenAfter(refused: string): Promise<string | undefined> {
  const kept = keptToken()?.token
  if (kept && kept !== refused) return kept
  return (await renewOrEnd()) === 'renewed' ? keptToken()?.token : undefined
}
