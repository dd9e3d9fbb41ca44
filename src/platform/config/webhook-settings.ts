import { z } from 'zod'
import { isLoopback } from './host-ranges.ts'
import { messages } from './messages.ts'
import { secret, webAddress } from './setting-schemas.ts'

const faults = messages.settingFaults

/** An address that messages are posted to: encrypted, except on this machine. */
export const webhookAddress = webAddress.refine((text) => {
  if (!URL.canParse(text)) return true
  const { protocol, hostname, username, password } = new URL(text)
  return username + password === '' && (protocol === 'https:' || isLoopback(hostname))
}, faults.notWebhookAddress)
/** One or two secrets in the format of Standard Webhooks; with two, either verifies a signature. */
export const webhookSecrets = z.string().transform((text, context) => {
  const secrets = text.split(',').map((each) => {
    const [, base64 = ''] = /^\s*whsec_([A-Za-z0-9+/]+={0,2})\s*$/.exec(each) ?? []
    return Buffer.from(base64, 'base64')
  })
  if (secrets.length > 2 || secrets.some(({ length }) => length < 24 || length > 64))
    context.addIssue({ code: 'custom', message: faults.notWebhookSecret })
  return secrets
})

/** Notifications of the back office. */
export const webhookSettings = {
  BACKOFFICE_WEBHOOK_URL: secret(
    webhookAddress.optional(),
    'none',
    'Address that the portal notifies of each decision once the back office can read it',
    'https://backoffice.example.com/portal-decisions',
  ),
  BACKOFFICE_WEBHOOK_SECRET: secret(
    webhookSecrets.optional(),
    'none',
    'Secret that signs the notifications; during a rotation, two separated by a comma',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
}

type WebhookConfig = { BACKOFFICE_WEBHOOK_URL?: string | undefined; BACKOFFICE_WEBHOOK_SECRET?: unknown }

/** Returns what is wrong with the combination of settings; undefined if nothing is. */
export const webhookError = ({
  BACKOFFICE_WEBHOOK_URL: url,
  BACKOFFICE_WEBHOOK_SECRET: secrets,
}: WebhookConfig): string | undefined => (url && !secrets ? messages.webhookWithoutSecret : undefined)
