import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { logMemberIn } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Login, loginFields, missingIn, refusalOf } from './login-validation.ts'
import { keepMember } from './member-store.ts'

/** Logs a member in and opens their page; shows missing fields after the first submit, and login errors. */
export function useLogin() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Login>({ UserName: '', Password: '' })
  const [refusals, setRefusals] = useState(0)
  const [hasTried, setTried] = useState(false)
  const login = useMutation({
    mutationFn: (values: Login) => call(logMemberIn, values),
    onMutate: dismissError,
    onSuccess: (record) => {
      keepMember(record)
      void navigate({ to: '/client-member-page', replace: true })
    },
    onError: (error) => {
      if (refusalOf(error) === undefined) showError(messages.loginFailed)
      if (error instanceof ApiError && error.status === 401)
        document.getElementById(loginFields.Password)?.focus()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = loginIn(event.currentTarget)
    setTyped(values)
    setTried(true)
    if (login.isPending) return
    login.reset()
    if (missingIn(values).length > 0) return setRefusals(refusals + 1)
    setRefusals(0)
    login.mutate(values)
  }
  return {
    ...{ refusals, hasTried, submit },
    faults: refusals > 0 ? missingIn(typed) : [],
    refusal: login.isError ? refusalOf(login.error) : undefined,
    hasFailed: login.isError && refusalOf(login.error) === undefined,
    isRunning: login.isPending,
    look: (event: FormEvent<HTMLFormElement>) => setTyped(loginIn(event.currentTarget)),
  }
}

/** Reads the field values from the DOM, because browser autofill may not fire events. */
function loginIn(form: HTMLFormElement): Login {
  const fields = new FormData(form)
  return { UserName: String(fields.get('UserName') ?? ''), Password: String(fields.get('Password') ?? '') }
}
