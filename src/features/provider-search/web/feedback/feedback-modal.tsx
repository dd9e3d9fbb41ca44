import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isAddress } from '#platform/contract/mail-address.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { type AppForm, useAppForm } from '#platform/web/form/use-app-form.ts'
import { feedbackItem, maxLengths } from '#provider-search/mail-form-validation.ts'
import { messages } from '#provider-search/on-demand-messages.ts'
import { getCaptchaChallenge, sendFeedback } from '../../mail-contract.ts'
import { requiredText } from '../../mail-form-validation.ts'
import { messages as searchMessages } from '../../result-messages.ts'
import { useSingleFlight } from '../use-single-flight.ts'
import 'altcha/external'
import 'altcha/altcha.css'
import type {} from 'altcha/types/react'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { z } from 'zod'
import classes from './feedback-modal.module.css'

const text = messages.feedback

type FeedbackModalProps = {
  /** The search's code and the provider's name. */
  about: { code: string; name: string }
  opened: boolean
  onClose: () => void
}

/** The feedback dialog: the form, then thanks or a validation error. */
export function FeedbackModal({ about, opened, onClose }: FeedbackModalProps) {
  const form = useAppForm({
    schema: feedbackValues,
    defaultValues: { name: '', email: '', message: '' },
    idPrefix: 'feedback',
  })
  const sending = useMutation({
    mutationFn: (given: FeedbackValues & { captchatoken: string }) =>
      call(sendFeedback, {
        ...given,
        providerCode: about.code,
        providerName: about.name,
        itemId: feedbackItem,
      }),
    onError: (error) => {
      if (!isValidationError(error))
        showError(isOverLimit(error) ? text.tooMuch : searchMessages.feedback.failed)
    },
  })
  const send = useSingleFlight(sending)
  const isRefused = isValidationError(sending.error) || sending.data?.success === false
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={text.title}
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      {sending.data?.success && (
        <FeedbackResult role="status" message={text.thanks} button={text.close} onContinue={onClose} />
      )}
      {isRefused && (
        <FeedbackResult role="alert" message={text.refused} button={text.back} onContinue={sending.reset} />
      )}
      {!sending.data && !isRefused && (
        <FeedbackForm
          form={form}
          providerName={about.name}
          isSending={sending.isPending}
          onSend={(values, captchatoken) => send({ ...values, captchatoken })}
        />
      )}
    </Modal>
  )
}

const isValidationError = (error: unknown) => error instanceof ApiError && error.status === 422
/** Whether the visitor's daily limit has been reached; the general rate limit also responds with 429. */
const isOverLimit = (error: unknown) => error instanceof ApiError && error.problem?.detail === text.tooMuch

type FeedbackResultProps = {
  role: 'status' | 'alert'
  message: string
  button: string
  onContinue: () => void
}

function FeedbackResult({ role, message, button, onContinue }: FeedbackResultProps) {
  return (
    <>
      <Text role={role}>{message}</Text>
      <Group justify="flex-end" mt="lg">
        <Button ref={(element) => element?.focus()} onClick={onContinue}>
          {button}
        </Button>
      </Group>
    </>
  )
}

const feedbackValues = z.object({
  name: requiredText(text.name, maxLengths.name),
  email: requiredText(text.email, maxLengths.email).refine(
    (address) => isAddress(address.trim()),
    text.notEmail,
  ),
  message: requiredText(text.message, maxLengths.message),
})
type FeedbackValues = z.infer<typeof feedbackValues>

type FeedbackFormProps = {
  form: AppForm<FeedbackValues>
  providerName: string
  isSending: boolean
  onSend: (values: FeedbackValues, captchatoken: string) => void
}

/** The feedback form. The submit button appears once the captcha is solved. */
function FeedbackForm({ form, providerName, isSending, onSend }: FeedbackFormProps) {
  const [token, setToken] = useState<string>()
  return (
    <Form form={form} onSubmit={(values) => token && onSend(values, token)}>
      <Stack gap="sm">
        <Textarea label={text.provider} value={providerName} readOnly autosize minRows={1} />
        <TextInput label={text.name} required data-autofocus autoComplete="name" {...form.field('name')} />
        <TextInput label={text.email} required type="email" autoComplete="email" {...form.field('email')} />
        <Textarea label={text.message} required rows={5} {...form.field('message')} />
        <Captcha onToken={setToken} />
        <Group justify="flex-end">
          {token ? (
            <BusyButton type="submit" isBusy={isSending}>
              {text.submit}
            </BusyButton>
          ) : (
            <Text size="sm" c="dimmed">
              {text.checkToSubmit}
            </Text>
          )}
        </Group>
      </Stack>
    </Form>
  )
}

$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())

/** Hides the widget's links and logo, and does not record pointer movements. */
const configuration = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false })

const change = z.object({ detail: z.object({ state: z.string(), payload: z.string().nullish() }) })

/** ALTCHA's widget: passes a token when the proof of work is done, and undefined when it expires. */
function Captcha({ onToken }: { onToken: (token: string | undefined) => void }) {
  const widget = useRef<HTMLElement>(null)
  useEffect(() => {
    const listen = (event: Event) => {
      const { data } = change.safeParse(event)
      const isVerified = data?.detail.state === 'verified'
      onToken((isVerified && data.detail.payload) || undefined)
    }
    const element = widget.current
    element?.addEventListener('statechange', listen)
    return () => element?.removeEventListener('statechange', listen)
  }, [onToken])
  return (
    <div className={classes.captcha}>
      <altcha-widget
        ref={widget}
        challenge={getCaptchaChallenge.path}
        configuration={configuration}
        language="en"
        name="captchatoken"
      />
    </div>
  )
}
