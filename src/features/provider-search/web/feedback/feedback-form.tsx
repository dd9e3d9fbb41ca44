import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isAddress } from '#platform/contract/mail-address.ts'
import { messages } from '#provider-search/mail-form-messages.ts'
import { maxLengths } from '#provider-search/mail-form-validation.ts'
import { atMost, required } from '../text-validators.ts'
import 'altcha/external'
import 'altcha/altcha.css'
import type {} from 'altcha/types/react'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { z } from 'zod'
import { getCaptchaChallenge } from '../../contract.ts'
import classes from './captcha.module.css'

const words = messages.feedback

export type FeedbackValues = { name: string; email: string; message: string }

type FeedbackFormProps = {
  form: UseFormReturn<FeedbackValues>
  providerName: string
  isSending: boolean
  onSend: (values: FeedbackValues, captchatoken: string) => void
}

/** The feedback form. The submit button appears once the captcha is solved. */
export function FeedbackForm({ form, providerName, isSending, onSend }: FeedbackFormProps) {
  const [token, setToken] = useState<string>()
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit((values) => token && onSend(values, token))}>
      <Stack gap="sm">
        <Textarea label={words.provider} value={providerName} readOnly autosize minRows={1} />
        <TextInput
          label={words.name}
          required
          data-autofocus
          autoComplete="name"
          error={errors.name?.message}
          {...register('name', {
            validate: { required: required(words.name), short: atMost(maxLengths.name) },
          })}
        />
        <TextInput
          label={words.email}
          required
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email', {
            validate: {
              required: required(words.email),
              short: atMost(maxLengths.email),
              address: (text) => isAddress(text.trim()) || words.notEmail,
            },
          })}
        />
        <Textarea
          label={words.message}
          required
          rows={5}
          error={errors.message?.message}
          {...register('message', {
            validate: { required: required(words.message), short: atMost(maxLengths.message) },
          })}
        />
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
    </form>
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
