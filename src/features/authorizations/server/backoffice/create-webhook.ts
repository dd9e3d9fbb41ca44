import { createHmac } from 'node:crypto'
import { now } from '#platform/contract/clock.ts'

/** A notification that a decision can be read in the feed. */
export type DecisionNotification = { id: string; position: number; createdAt: Date }

/** Delivers a notification, or throws. */
export type SendNotification = (notification: DecisionNotification) => Promise<void>

type Webhook = { url: string; secrets: readonly Buffer[] }

/** The receiver answered with an error or a redirect. */
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
 * Sends notifications to an address, signed as Standard Webhooks specifies. A notification has only the id and the
 * position of a decision. Follows no redirects, ignores what the receiver responds with, and waits ten seconds for it.
 */
export const createWebhook =
  ({ url, secrets }: Webhook, timeoutMs = responseTimeoutMs): SendNotification =>
  async ({ id, position, createdAt }) => {
    const body = JSON.stringify({
      type: 'decision.available',
      timestamp: createdAt.toISOString(),
      data: { id, position },
    })
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

/** Returns why a delivery failed: a status or an error code, without the address or any text of the receiver. */
export function describeFailure(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'timeout'
  const found = cause?.code ?? code
  return typeof found === 'string' ? found : 'connection failed'
}
