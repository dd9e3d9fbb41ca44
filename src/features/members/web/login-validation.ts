import { CallFailed } from '#platform/web/api-client.ts'
import { messages } from '../messages.ts'

export type Login = { UserName: string; Password: string }

/** The ids of the fields, by which a sentence leads to its field. */
export const loginFields = { UserName: 'member-username', Password: 'member-password' } as const

/** What is missing for a login, in the order of its fields. */
export function missingIn({ UserName, Password }: Login): { field: keyof Login; sentence: string }[] {
  return [
    ...(UserName.trim() === '' ? [{ field: 'UserName' as const, sentence: messages.login.noUsername }] : []),
    ...(Password === '' ? [{ field: 'Password' as const, sentence: messages.login.noPassword }] : []),
  ]
}

/** Why the server refused a login, and what to do; undefined where it did not answer or failed itself. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof CallFailed)) return undefined
  const { status, problem, retryAfter } = error
  if (status === 429 || (status === 503 && retryAfter !== undefined))
    return retryAfter === undefined ? messages.tooManyLogins : messages.login.tooMany(retryAfter)
  return status === 401 || status === 422 ? (problem?.detail ?? messages.wrong) : undefined
}
