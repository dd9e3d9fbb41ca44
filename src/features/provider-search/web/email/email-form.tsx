import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { isAddress } from '#platform/contract/mail-address.ts'
import { localStore } from '#platform/web/storage.ts'
import { messages } from '#provider-search/mail-form-messages.ts'
import { isSenderName, maxLengths, maxSenderLength } from '#provider-search/mail-form-validation.ts'
import { atMost, required } from '../text-validators.ts'

const words = messages.providerEmail

/** The only field that the form needs from the token of signed-in staff. */
const nameStore = localStore('userToken', z.object({ name: z.string() }))

export type EmailValues = { user: string; toEmail: string }

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
  const { register, handleSubmit, formState } = useForm<EmailValues>({
    defaultValues: { user: nameStore.get()?.name ?? '', toEmail: '' },
  })
  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit(onSend)}>
      <Stack gap="sm">
        <Text>{words.selected(count)}</Text>
        <TextInput
          label={words.user}
          required
          data-autofocus
          autoComplete="name"
          error={errors.user?.message}
          {...register('user', {
            validate: {
              required: required(words.user),
              short: atMost(maxSenderLength),
              name: (text) => isSenderName(text.trim()) || words.notName,
            },
          })}
        />
        <TextInput
          label={words.toEmail}
          required
          type="email"
          autoComplete="off"
          error={errors.toEmail?.message}
          {...register('toEmail', {
            validate: {
              required: required(words.toEmail),
              short: atMost(maxLengths.email),
              address: (text) => isAddress(text.trim()) || words.notEmail,
            },
          })}
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
    </form>
  )
}
