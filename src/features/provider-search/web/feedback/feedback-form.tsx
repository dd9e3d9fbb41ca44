import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isAddress } from '#platform/contract/mail-address.ts'
import { Form } from '#platform/web/form/form.tsx'
import type { AppForm } from '#platform/web/form/use-app-form.ts'
import { messages } from '#provider-search/mail-form-messages.ts'
import { maxLengths } from '#provider-search/mail-form-validation.ts'
import { requiredText } from '../required-text-schema.ts'
import 'altcha/external'
import 'altcha/altcha.css'
import type {} from 'altcha/types/react'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { z } from 'zod'
import { getCaptchaChallenge } from '../../contract.ts'
import classes from './captcha.module.css'

const words = messages.feedback

export const feedbackValues = z.object({
  name: requiredText(words.name, maxLengths.name),
  email: requiredText(words.email, maxLengths.email).refine((text) => isAddress(text.trim()), words.notEmail),
  message: requiredText(words.message, maxLengths.message),
})
export type FeedbackValues = z.infer<typeof feedbackValues>

type FeedbackFormProps = {
  form: AppForm<FeedbackValues>
  providerName: string
  isSending: boolean
  onSend: (values: FeedbackValues, captchatoken: string) => void
}

/** The feedback form. The submit button appears once the captcha is solved. */
export function FeedbackForm({ form, providerName, isSending, onSend }: FeedbackFormProps) {
  const [token, setToken] = useState<string>()
  return (
    <Form form={form} onSubmit={(values) => token && onSend(values, token)}>
      <Stack gap="sm">
        <Textarea label={words.provider} value={providerName} readOnly autosize minRows={1} />
        <TextInput label={words.name} required data-autofocus autoComplete="name" {...form.field('name')} />
        <TextInput label={words.email} required type="email" autoComplete="email" {...form.field('email')} />
        <Textarea label={words.message} required rows={5} {...form.field('message')} />
        <Captcha onToken={setToken} />
        <Group justify="flex-end">
          {token ? (
            <Button type="submit" loading={isSending}>
              {words.submit}
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              {words.checkToSubmit}
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
