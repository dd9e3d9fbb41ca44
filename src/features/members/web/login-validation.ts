import { ApiError } from '#platform/web/api-client.ts'
import { messages } from '../messages.ts'

export type Login = { UserName: string; Password: string }

/** The field IDs that error messages link to. */
export const loginFields = { UserName: 'member-username', Password: 'member-password' } as const

/** The missing login fields, in form order. */
export function findMissingFields({ UserName, Password }: Login): { field: keyof Login; sentence: string }[] {
  return [
    ...(UserName.trim() === '' ? [{ field: 'UserName' as const, sentence: messages.login.noUsername }] : []),
    ...(Password === '' ? [{ field: 'Password' as const, sentence: messages.login.noPassword }] : []),
  ]
}

/** The message for a rejected login; undefined if the request failed for another reason. */
export function loginErrorMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status, problem, retryAfter } = error
  if (status === 429 || (status === 503 && retryAfter !== undefined))
    return retryAfter === undefined ? messages.tooManyLogins : messages.login.tooMany(retryAfter)
  return status === 401 || status === 422 ? (problem?.detail ?? messages.wrong) : undefined
}
