import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { logMemberIn } from '../contract.ts'
import { messages } from '../messages.ts'
import { memberStore } from './member-store.ts'

/** Logs a member in and opens their page. Missing fields are shown after the first failed submit. */
export function useLogin() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Login>({ UserName: '', Password: '' })
  const [refusals, setRefusals] = useState(0)
  const [hasTried, setTried] = useState(false)
  const login = useMutation({
    mutationFn: (values: Login) => call(logMemberIn, values),
    onMutate: dismissError,
    onSuccess: (record) => {
      memberStore.set(record)
      void navigate({ to: '/client-member-page', replace: true })
    },
    onError: (error) => {
      if (loginErrorMessage(error) === undefined) showError(messages.loginFailed)
      if (error instanceof ApiError && error.status === 401)
        document.getElementById(loginFields.Password)?.focus()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = readForm(event.currentTarget)
    setTyped(values)
    setTried(true)
    if (login.isPending) return
    login.reset()
    if (findMissingFields(values).length > 0) return setRefusals(refusals + 1)
    setRefusals(0)
    login.mutate(values)
  }
  return {
    ...{ refusals, hasTried, submit },
    faults: refusals > 0 ? findMissingFields(typed) : [],
    refusal: login.isError ? loginErrorMessage(login.error) : undefined,
    hasFailed: login.isError && loginErrorMessage(login.error) === undefined,
    isRunning: login.isPending,
    handleInput: (event: FormEvent<HTMLFormElement>) => setTyped(readForm(event.currentTarget)),
  }
}

/** Reads the field values from the DOM, because browser autofill may not fire events. */
function readForm(form: HTMLFormElement): Login {
  const fields = new FormData(form)
  return { UserName: String(fields.get('UserName') ?? ''), Password: String(fields.get('Password') ?? '') }
}

type Login = { UserName: string; Password: string }

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
