import { Alert, Button, TextInput, Title } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { ErrorSummary } from '#platform/web/error-summary/error-summary.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import { messages } from '../messages.ts'
import { LoginHelp } from './login-help.tsx'
import { loginFields } from './login-validation.ts'
import classes from './members.module.css'
import { PasswordField } from './password-field.tsx'
import { useLogin } from './use-login.ts'

const text = messages.login

/** The member login page, with a notice for members redirected from their page. */
export function MemberLogin() {
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
