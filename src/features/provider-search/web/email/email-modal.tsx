import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { isAddress } from '#platform/contract/mail-address.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useAppForm } from '#platform/web/form/use-app-form.ts'
import { messages } from '#provider-search/mail-form-messages.ts'
import { isSenderName, maxLengths, maxSenderLength } from '#provider-search/mail-form-validation.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { emailProviders } from '../../mail-contract.ts'
import { requiredText } from '../../mail-form-validation.ts'
import { messages as searchMessages } from '../../messages.ts'
import { useSingleFlight } from '../use-single-flight.ts'

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

const emailValues = z.object({
  user: requiredText(words.user, maxSenderLength).refine((text) => isSenderName(text.trim()), words.notName),
  toEmail: requiredText(words.toEmail, maxLengths.email).refine(
    (text) => isAddress(text.trim()),
    words.notEmail,
  ),
})
type EmailValues = z.infer<typeof emailValues>

type EmailFormProps = {
  count: number
  isSending: boolean
  /** The reason why the last attempt was rejected. */
  refusal: string | undefined
  onSend: (values: EmailValues) => void
}

/**
 * The form for an email with the selected providers: the sender and the recipient. For signed-in staff, the
 * sender defaults to their name.
 */
function EmailForm({ count, isSending, refusal, onSend }: EmailFormProps) {
  const form = useAppForm({
    schema: emailValues,
    defaultValues: { user: tokenStore.get()?.name ?? '', toEmail: '' },
    idPrefix: 'email',
  })
  return (
    <Form form={form} onSubmit={onSend}>
      <Stack gap="sm">
        <Text>{words.selected(count)}</Text>
        <TextInput label={words.user} required data-autofocus autoComplete="name" {...form.field('user')} />
        <TextInput
          label={words.toEmail}
          required
          type="email"
          autoComplete="off"
          {...form.field('toEmail')}
        />
        {refusal && (
          <Alert role="alert" color="red" variant="outline">
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isSending}>
            {words.send}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
