import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { isAddress } from '#platform/contract/mail-address.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { type FieldInputProps, useAppForm } from '#platform/web/form/use-app-form.ts'
import { toSelection } from '#provider-search/mail-contract.ts'
import {
  emailLengths,
  isNote,
  isSenderName,
  isSubjectText,
  maxLengths,
  maxSenderLength,
  optionalText,
  requiredText,
} from '#provider-search/mail-form-validation.ts'
import { messages } from '#provider-search/on-demand-messages.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { emailProviders, getEmailSender } from '../../mail-contract.ts'
import { messages as searchMessages } from '../../result-messages.ts'
import footer from '../dialog-footer.module.css'
import type { Shortlisted } from '../results/use-results-view.ts'
import { useSingleFlight } from '../use-single-flight.ts'

const emailText = messages.providerEmail

type EmailModalProps = {
  /** The search's code and the selected providers. */
  about: { code: string; providers: readonly Shortlisted[] }
  opened: boolean
  onClose: () => void
}

/** The dialog that emails the selected providers: the form, then the server's confirmation. */
export function EmailModal({ about, opened, onClose }: EmailModalProps) {
  const sending = useMutation({
    mutationFn: (values: EmailValues) =>
      call(emailProviders, { ...values, providerCode: about.code, ...toSelection(about.providers) }),
    onError: () => showError(searchMessages.providerEmail.failed),
  })
  const send = useSingleFlight(sending)
  return (
    <Modal opened={opened} onClose={onClose} title={emailText.title} centered closeOnClickOutside={false}>
      {sending.data ? (
        <>
          <Text role="status">{sending.data.message}</Text>
          <Group justify="flex-end" mt="lg">
            <Button ref={(element) => element?.focus()} onClick={onClose}>
              {emailText.close}
            </Button>
          </Group>
        </>
      ) : (
        <EmailForm
          code={about.code}
          count={about.providers.length}
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

/** Whether someone is signed in; the server checks again. */
const isSignedIn = () => tokenStore.get() !== undefined

const emailValues = z.object({
  user: requiredText(emailText.user, maxSenderLength).refine(
    (text) => isSenderName(text.trim()),
    emailText.notName,
  ),
  toEmail: requiredText(emailText.toEmail, maxLengths.email).refine(
    (text) => isAddress(text.trim()),
    emailText.notEmail,
  ),
  replyTo: optionalText(maxLengths.email, (text) => text === '' || isAddress(text), emailText.notEmail),
  subject: optionalText(emailLengths.subject, isSubjectText, emailText.notSubject),
  caseNumber: optionalText(emailLengths.caseNumber, isSubjectText, emailText.notSubject),
  note: optionalText(
    emailLengths.note,
    (text) => isNote(text, isSignedIn()),
    () => (isSignedIn() ? emailText.notNoteOfStaff : emailText.notNote),
  ),
})
type EmailValues = z.infer<typeof emailValues>

type EmailFormProps = {
  /** The code of the search. */
  code: string
  count: number
  isSending: boolean
  /** The reason why the last attempt was rejected. */
  refusal: string | undefined
  onSend: (values: EmailValues) => void
}

/**
 * The form for an email with the selected providers. For signed-in staff, the sender defaults to their name, and
 * replies go to their own address.
 */
function EmailForm({ code, count, isSending, refusal, onSend }: EmailFormProps) {
  const form = useAppForm({
    schema: emailValues,
    defaultValues: {
      user: tokenStore.get()?.name ?? '',
      toEmail: '',
      replyTo: '',
      subject: '',
      caseNumber: '',
      note: '',
    },
    idPrefix: 'email',
  })
  return (
    <Form form={form} onSubmit={onSend}>
      <Stack gap="sm">
        <Text>{emailText.selected(count)}</Text>
        <TextInput
          label={emailText.user}
          required
          data-autofocus
          autoComplete="name"
          {...form.field('user')}
        />
        <ReplyField code={code} field={form.field('replyTo')} />
        <TextInput
          label={emailText.toEmail}
          required
          type="email"
          autoComplete="off"
          {...form.field('toEmail')}
        />
        <TextInput
          label={emailText.subject}
          description={emailText.subjectHint}
          autoComplete="off"
          {...form.field('subject')}
        />
        <TextInput label={emailText.caseNumber} autoComplete="off" {...form.field('caseNumber')} />
        <Textarea
          label={emailText.note}
          description={emailText.noteHint}
          autosize
          minRows={3}
          maxRows={8}
          {...form.field('note')}
        />
        {refusal && (
          <Alert role="alert" color="red" variant="outline">
            {refusal}
          </Alert>
        )}
        <div className={footer.footer}>
          <BusyButton type="submit" isBusy={isSending}>
            {emailText.send}
          </BusyButton>
        </div>
      </Stack>
    </Form>
  )
}

type ReplyFieldProps = { code: string; field: FieldInputProps }

/** The address for replies: that of the signed-in person, as the server knows it, or one that is typed. */
function ReplyField({ code, field }: ReplyFieldProps) {
  const { data, isLoading } = useQuery({
    queryKey: ['email sender', code],
    queryFn: ({ signal }) => call(getEmailSender, { providerCode: code }, signal),
    enabled: isSignedIn(),
    gcTime: 0,
  })
  const label = { label: emailText.replyTo, description: emailText.repliesGoHere }
  if (isLoading || data?.email)
    return <TextInput {...label} id={field.id} value={data?.email ?? ''} readOnly />
  return <TextInput {...label} type="email" autoComplete="email" {...field} />
}
