import type { Endpoint } from '#platform/contract/endpoint.ts'
import { CallFailed, type Sender } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { messages } from '../messages.ts'
import { renewOrEnd } from './session-end.ts'
import { isLive, keptToken } from './token-store.ts'

type StaffCalls = {
  /** Whether a call goes with the token; those of public searches do not. */
  isForStaff: (contract: Endpoint, input: Record<string, unknown>) => boolean
  /** What every such call says besides whose it is. */
  headers: () => Record<string, string>
  /** Sees every answer to such a call. */
  onAnswer: (answer: Response) => void
}

/** Sends the calls of staff with their token; one that is refused is tried once more with a fresh one. */
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

/** The kept token, renewed if it has expired. Who has none is signed out: nothing signs them in by the way. */
async function tokenToSend(): Promise<string> {
  const kept = keptToken()
  if (!kept) throw new CallFailed(401)
  if (isLive(kept)) return kept.token
  const renewal = await renewOrEnd()
  const token = renewal === 'renewed' ? keptToken()?.token : undefined
  if (token) return token
  if (renewal !== 'away') throw new CallFailed(401)
  showError(messages.tokenFailed)
  throw new CallFailed(0)
}

/** The token that came in place of one that was refused, renewed if nobody did that meanwhile. */
async function tokenAfter(refused: string): Promise<string | undefined> {
  const kept = keptToken()?.token
  if (kept && kept !== refused) return kept
  return (await renewOrEnd()) === 'renewed' ? keptToken()?.token : undefined
}
