import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { isAddress } from '#platform/contract/mail-address.ts'
import { Form } from '#platform/web/form/form.tsx'
import { useAppForm } from '#platform/web/form/use-app-form.ts'
import { messages } from '#provider-search/mail-form-messages.ts'
import { isSenderName, maxLengths, maxSenderLength } from '#provider-search/mail-form-validation.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { requiredText } from '../required-text-schema.ts'

const words = messages.providerEmail

const emailValues = z.object({
  user: requiredText(words.user, maxSenderLength).refine((text) => isSenderName(text.trim()), words.notName),
  toEmail: requiredText(words.toEmail, maxLengths.email).refine(
    (text) => isAddress(text.trim()),
    words.notEmail,
  ),
})
export type EmailValues = z.infer<typeof emailValues>

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
export function EmailForm({ count, isSending, refusal, onSend }: EmailFormProps) {
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
