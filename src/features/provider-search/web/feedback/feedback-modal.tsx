import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { useAppForm } from '#platform/web/form/use-app-form.ts'
import { messages } from '#provider-search/mail-form-messages.ts'
import { feedbackItem } from '#provider-search/mail-form-validation.ts'
import { sendFeedback } from '../../contract.ts'
import { messages as searchMessages } from '../../messages.ts'
import { useSingleFlight } from '../use-single-flight.ts'
import { FeedbackForm, type FeedbackValues, feedbackValues } from './feedback-form.tsx'

const words = messages.feedback

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
        showError(isOverLimit(error) ? words.tooMuch : searchMessages.feedback.failed)
    },
  })
  const send = useSingleFlight(sending)
  const isRefused = isValidationError(sending.error) || sending.data?.success === false
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.title}
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      {sending.data?.success && (
        <FeedbackResult role="status" message={words.thanks} button={words.close} onContinue={onClose} />
      )}
      {isRefused && (
        <FeedbackResult role="alert" message={words.refused} button={words.back} onContinue={sending.reset} />
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
const isOverLimit = (error: unknown) => error instanceof ApiError && error.problem?.detail === words.tooMuch

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
