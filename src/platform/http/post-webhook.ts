import { createHmac } from 'node:crypto'
import { now } from '../contract/clock.ts'

/** Where to post, and the secrets that sign, each of which verifies a message. */
export type Webhook = { url: string; secrets: readonly Buffer[] }

/** `id` is the same whenever the message is sent again. */
type Message = { id: string; content: object }

/** The receiver responded with an error or a redirect. */
class WebhookResponseError extends Error {
  override name = 'WebhookResponseError'
  readonly code: string

  constructor(status: number) {
    super(`The webhook responded with ${status}.`)
    this.code = `HTTP ${status}`
  }
}

const responseTimeoutMs = 10_000

/**
 * Posts a JSON message, signed as Standard Webhooks specifies, or throws. Follows no redirects, ignores the body of the
 * response, and waits ten seconds for it.
 */
export async function postWebhook(
  { url, secrets }: Webhook,
  { id, content }: Message,
  timeoutMs = responseTimeoutMs,
) {
  const body = JSON.stringify(content)
  const timestamp = String(Math.floor(now().getTime() / 1000))
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
    },
    body,
  })
  await response.body?.cancel()
  if (!response.ok) throw new WebhookResponseError(response.status)
}

const sign = (secret: Buffer, content: string) =>
  `v1,${createHmac('sha256', secret).update(content).digest('base64')}`

/** Returns why a delivery failed: a status or an error code, without the address or any text from the receiver. */
export function describeFailure(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'timeout'
  const found = cause?.code ?? code
  return typeof found === 'string' ? found : 'connection failed'
}
