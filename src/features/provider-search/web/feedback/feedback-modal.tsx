import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { sendFeedback } from '../../contract.ts'
import { feedbackItem } from '../../email-validation.ts'
import { messages } from '../../mail-messages.ts'
import { messages as searchMessages } from '../../messages.ts'
import { useOneAtATime } from '../use-single-flight.ts'
import { FeedbackForm, type FeedbackValues } from './feedback-form.tsx'

const words = messages.feedback

type FeedbackModalProps = {
  /** The search's code and the provider's name. */
  about: { code: string; name: string }
  opened: boolean
  onClose: () => void
}

/** Feedback on a provider: the form, then thanks, or that something in it was not right. */
export function FeedbackModal({ about, opened, onClose }: FeedbackModalProps) {
  const form = useForm<FeedbackValues>({ defaultValues: { name: '', email: '', message: '' } })
  const sending = useMutation({
    mutationFn: (given: FeedbackValues & { captchatoken: string }) =>
      call(sendFeedback, {
        ...given,
        providerCode: about.code,
        providerName: about.name,
        itemId: feedbackItem,
      }),
    onError: (error) => {
      if (!isRefusal(error)) showError(isTooMuch(error) ? words.tooMuch : searchMessages.feedback.failed)
    },
  })
  const send = useOneAtATime(sending)
  const isRefused = isRefusal(sending.error) || sending.data?.success === false
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
        <Outcome role="status" sentence={words.thanks} button={words.close} onGoOn={onClose} />
      )}
      {isRefused && (
        <Outcome role="alert" sentence={words.refused} button={words.back} onGoOn={sending.reset} />
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

const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 422
/** The portal takes no more of this visitor today; more calls in a minute than anybody makes are another matter. */
const isTooMuch = (error: unknown) => error instanceof ApiError && error.problem?.detail === words.tooMuch

type OutcomeProps = { role: 'status' | 'alert'; sentence: string; button: string; onGoOn: () => void }

function Outcome({ role, sentence, button, onGoOn }: OutcomeProps) {
  return (
    <>
      <Text role={role}>{sentence}</Text>
      <Group justify="flex-end" mt="lg">
        <Button ref={(element) => element?.focus()} onClick={onGoOn}>
          {button}
        </Button>
      </Group>
    </>
  )
}
