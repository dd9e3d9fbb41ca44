import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { z } from 'zod'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { type FieldErrors, useAppForm, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { logMemberIn } from '../contract.ts'
import { messages } from '../messages.ts'
import { memberStore } from './member-store.ts'

/** Logs a member in and opens their page. */
export function useLogin() {
  const navigate = useNavigate()
  const form = useAppForm({
    schema: loginForm,
    defaultValues: { UserName: '', Password: '' },
    idPrefix: 'member',
  })
  const login = useMutation({
    mutationFn: (values: Login) => call(logMemberIn, values),
    onMutate: dismissError,
    onSuccess: (record) => {
      memberStore.set(record)
      void navigate({ to: '/client-member-page', replace: true })
    },
    onError: (error) => {
      if (loginErrorMessage(error) === undefined) showError(messages.loginFailed)
      if (error instanceof ApiError && error.status === 401) form.setFocus('Password')
    },
  })
  return {
    form,
    submit: (values: Login) => login.mutate(values),
    onInvalid: login.reset,
    /** Browser autofill may not fire events, so the values come from the inputs. */
    readInputs: ({ currentTarget }: FormEvent<HTMLFormElement>) =>
      form.change(loginValues.parse(Object.fromEntries(new FormData(currentTarget)))),
    rejection: login.isError ? loginErrorMessage(login.error) : undefined,
    hasFailed: login.isError && loginErrorMessage(login.error) === undefined,
    isRunning: login.isPending,
  }
}

const loginValues = z.object({ UserName: z.string(), Password: z.string() })
type Login = z.infer<typeof loginValues>

/** Returns the error message of each missing field. */
export const findMissingFields = ({ UserName, Password }: Login): FieldErrors<Login> => ({
  ...(UserName.trim() === '' && { UserName: messages.login.noUsername }),
  ...(Password === '' && { Password: messages.login.noPassword }),
})

const loginForm = withFieldErrors(loginValues, findMissingFields)

/** The message for a rejected login; undefined if the request failed for another reason. */
export function loginErrorMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status, problem, retryAfter } = error
  if (status === 429 || (status === 503 && retryAfter !== undefined))
    return retryAfter === undefined ? messages.tooManyLogins : messages.login.tooMany(retryAfter)
  return status === 401 || status === 422 ? (problem?.detail ?? messages.wrong) : undefined
}
