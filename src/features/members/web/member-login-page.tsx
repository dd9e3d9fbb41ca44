import { ActionIcon, Alert, Button, TextInput, Title } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { ErrorSummary } from '#platform/web/error-summary/error-summary.tsx'
import { PhoneLink } from '#platform/web/phone-link.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import classes from './members.module.css'
import { loginFields, useLogin } from './use-login.ts'

const text = messages.login

/** The member login page, with a notice for members redirected from their page. */
export function MemberLoginPage() {
  const { faults, refusals, refusal, hasFailed, hasTried, isRunning, handleInput, submit } = useLogin()
  return (
    <article className={classes.login}>
      <PageTitle>{text.title}</PageTitle>
      <Title order={1}>{text.title}</Title>
      {!hasTried && <RedirectNotice />}
      <p className={classes.lead}>{text.lead}</p>
      <form
        noValidate
        aria-label={text.title}
        className={classes.loginForm}
        onInput={handleInput}
        onSubmit={submit}
      >
        <ErrorSummary
          title={messages.errorSummaryTitle}
          rejection={refusals}
          errors={faults.map(({ field, sentence }) => ({ id: loginFields[field], message: sentence }))}
        />
        {refusal && (
          <Alert role="alert" color="red" variant="outline">
            {refusal}
          </Alert>
        )}
        {hasFailed && (
          <Alert role="status" color="red" variant="outline">
            {text.failedAdvice}
          </Alert>
        )}
        <TextInput
          id={loginFields.UserName}
          name="UserName"
          label={text.username}
          size="lg"
          required
          withAsterisk={false}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          error={faults.find(({ field }) => field === 'UserName')?.sentence}
        />
        <PasswordField
          id={loginFields.Password}
          error={faults.find(({ field }) => field === 'Password')?.sentence}
        />
        <Button type="submit" size="lg" loading={isRunning}>
          {text.submit}
        </Button>
        <p role="status" className={classes.patience}>
          {isRunning && text.patience}
        </p>
      </form>
      <LoginHelp />
    </article>
  )
}

/** Explains why the member was redirected to the login page. */
function RedirectNotice() {
  const reason = useRouterState({ select: ({ location }) => location.state.memberLeft })
  if (!reason) return null
  return (
    <Alert color="amber" role="status" className={classes.why}>
      {reason === 'ended' ? messages.sessionEnded : messages.loggedOut}
    </Alert>
  )
}

/** Contacts for members who cannot log in. */
function LoginHelp() {
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
function PasswordField({ id, error }: { id: string; error: string | undefined }) {
  const [isShown, show] = useState(false)
  const [isCapsOn, setCapsOn] = useState(false)
  const updateCapsLock = (event: KeyboardEvent) => setCapsOn(event.getModifierState('CapsLock'))
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <div>
      <TextInput
        id={id}
        name="Password"
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
        error={error}
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        onBlur={() => setCapsOn(false)}
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
