import { ActionIcon, Alert, TextInput, Title } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { z } from 'zod'
import { ApiError, call } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import {
  type FieldErrors,
  type FieldInputProps,
  useAppForm,
  withFieldErrors,
} from '#platform/web/form/use-app-form.ts'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { logMemberIn } from '../contract.ts'
import type { MemberTexts } from '../messages.ts'
import { TextsSwitch } from './language-switch.tsx'
import { memberStore } from './member-store.ts'
import classes from './members.module.css'
import { usePageOfMembers, useTexts } from './use-texts.ts'

/** The member login page, with a notice for members redirected from their page. */
export function MemberLoginPage() {
  const { language, text: areaText } = usePageOfMembers()
  const { form, rejection, hasFailed, isRunning, readInputs, submit, onInvalid } = useLogin()
  const text = areaText.login
  return (
    <article className={classes.login} lang={language}>
      <PageTitle>{text.title}</PageTitle>
      <Title order={1}>{text.title}</Title>
      {!form.formState.isSubmitted && <RedirectNotice />}
      <p className={classes.lead}>{text.lead}</p>
      <Form
        form={form}
        summary={{ title: areaText.errorSummaryTitle }}
        aria-label={text.title}
        className={classes.loginForm}
        isBusy={isRunning}
        onSubmitCapture={readInputs}
        onSubmit={submit}
        onInvalid={onInvalid}
      >
        {rejection && (
          <Alert role="alert" color="red" variant="outline">
            {rejection}
          </Alert>
        )}
        {hasFailed && (
          <Alert role="status" color="red" variant="outline">
            {text.failedAdvice}
          </Alert>
        )}
        <TextInput
          label={text.username}
          size="lg"
          required
          withAsterisk={false}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          {...form.field('UserName')}
        />
        <PasswordField field={form.field('Password')} />
        <BusyButton type="submit" size="lg" isBusy={isRunning}>
          {text.submit}
        </BusyButton>
        <p role="status" className={classes.patience}>
          {isRunning && text.patience}
        </p>
      </Form>
      <div className={classes.language}>
        <TextsSwitch />
      </div>
      <LoginHelp />
    </article>
  )
}

/** Explains why the member was redirected to the login page. */
function RedirectNotice() {
  const { text } = useTexts()
  const reason = useRouterState({ select: ({ location }) => location.state.memberLeft })
  if (!reason) return null
  return (
    <Alert color="amber" role="status" className={classes.why}>
      {reason === 'ended' ? text.sessionEnded : text.loggedOut}
    </Alert>
  )
}

/** Contacts for members who cannot log in. */
function LoginHelp() {
  const text = useTexts().text.login
  const { servicePhone, serviceEmail } = getBootstrapData()
  if (!servicePhone && !serviceEmail) return null
  return (
    <section className={classes.help}>
      <h2>{text.helpTitle}</h2>
      <p>{text.help}</p>
      <ul>
        {servicePhone && (
          <li>
            <PhoneLink phone={servicePhone} />
          </li>
        )}
        {serviceEmail && (
          <li>
            <a href={`mailto:${serviceEmail}`}>{serviceEmail}</a>
          </li>
        )}
      </ul>
    </section>
  )
}

/** A password field with a show button and a Caps Lock hint. */
function PasswordField({ field }: { field: FieldInputProps }) {
  const text = useTexts().text.login
  const [isShown, show] = useState(false)
  const [isCapsOn, setCapsOn] = useState(false)
  const updateCapsLock = (event: KeyboardEvent) => setCapsOn(event.getModifierState('CapsLock'))
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <div>
      <TextInput
        {...field}
        label={text.password}
        type={isShown ? 'text' : 'password'}
        size="lg"
        required
        withAsterisk={false}
        autoComplete="current-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={1000}
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        onBlur={(event) => {
          setCapsOn(false)
          void field.onBlur(event)
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={text.showTyped}
            aria-pressed={isShown}
            onClick={() => show(!isShown)}
          >
            <Eye size={24} stroke={1.75} aria-hidden />
          </ActionIcon>
        }
      />
      <p role="status" className={classes.caps}>
        {isCapsOn && text.capsLock}
      </p>
    </div>
  )
}

/** Logs a member in and opens their page. */
function useLogin() {
  const text = useTexts().text.login
  const navigate = useNavigate()
  const form = useAppForm({
    schema: withFieldErrors(loginValues, (values) => findMissingFields(values, text)),
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
      if (loginErrorMessage(error, text) === undefined) showError(text.failed)
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
    rejection: login.isError ? loginErrorMessage(login.error, text) : undefined,
    hasFailed: login.isError && loginErrorMessage(login.error, text) === undefined,
    isRunning: login.isPending,
  }
}

const loginValues = z.object({ UserName: z.string(), Password: z.string() })
type Login = z.infer<typeof loginValues>

type LoginTexts = MemberTexts['login']

/** Returns the error message of each missing field. */
export const findMissingFields = ({ UserName, Password }: Login, text: LoginTexts): FieldErrors<Login> => ({
  ...(UserName.trim() === '' && { UserName: text.noUsername }),
  ...(Password === '' && { Password: text.noPassword }),
})

/** The message for a rejected login; undefined if the request failed for another reason. */
export function loginErrorMessage(error: unknown, text: LoginTexts): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status, retryAfter } = error
  if (status === 429 || (status === 503 && retryAfter !== undefined))
    return retryAfter === undefined ? text.tooManyLogins : text.tooMany(retryAfter)
  if (status === 422) return text.bothRequired
  return status === 401 ? text.wrong : undefined
}
