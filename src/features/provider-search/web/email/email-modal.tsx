import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { messages } from '#provider-search/mail-form-messages.ts'
import { emailProviders } from '../../contract.ts'
import { messages as searchMessages } from '../../messages.ts'
import { useSingleFlight } from '../use-single-flight.ts'
import { EmailForm, type EmailValues } from './email-form.tsx'

const words = messages.providerEmail

type EmailModalProps = {
  /** The search's code and the selected providers' hashes. */
  about: { code: string; hashes: string[] }
  opened: boolean
  onClose: () => void
}

/** The dialog that emails the selected providers: the form, then the server's confirmation. */
export function EmailModal({ about, opened, onClose }: EmailModalProps) {
  const sending = useMutation({
    mutationFn: (values: EmailValues) =>
      call(emailProviders, { ...values, providerCode: about.code, providers: about.hashes }),
    onError: () => showError(searchMessages.providerEmail.failed),
  })
  const send = useSingleFlight(sending)
  return (
    <Modal opened={opened} onClose={onClose} title={words.title} centered closeOnClickOutside={false}>
      {sending.data ? (
        <>
          <Text role="status">{sending.data.message}</Text>
          <Group justify="flex-end" mt="lg">
            <Button ref={(element) => element?.focus()} onClick={onClose}>
              {words.close}
            </Button>
          </Group>
        </>
      ) : (
        <EmailForm
          count={about.hashes.length}
          isSending={sending.isPending}
          refusal={findRefusal(sending.error)}
          onSend={send}
        />
      )}
    </Modal>
  )
}

/** The server's message for an invalid request or a reached limit. */
const findRefusal = (error: unknown) =>
  error instanceof ApiError && (error.status === 422 || error.status === 429)
    ? error.problem?.detail
    : undefined
