import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'

const notification = z.object({
  type: z.literal('decision.available'),
  data: z.object({ id: z.string(), position: z.number() }),
})

/** A notification that the receiver responded to. */
type Received = { id: string; position: number; isSigned: boolean; status: number }

/**
 * Opens a back office that takes some milliseconds for each notification. It keeps only what it responded to: if the
 * sender is gone by then, it counts the request as interrupted.
 */
export async function openNotificationReceiver(secret: string, delayMs: number) {
  const webhook = new Webhook(secret)
  const server = createServer(async (request, response) => {
    let isGone = false
    response.once('close', () => {
      isGone = !response.writableEnded
    })
    receiver.begun += 1
    const body = await text(request).catch(() => '')
    await pause(delayMs)
    if (isGone || body === '') {
      receiver.interrupted += 1
      return
    }
    const { status } = receiver
    const { data } = notification.parse(JSON.parse(body))
    const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = request.headers
    const signedAt = new Date(Number(seconds) * 1000)
    const isSigned =
      id === data.id &&
      signature === webhook.sign(data.id, signedAt, body) &&
      Math.abs(signedAt.getTime() - now().getTime()) < maxDelayMs
    receiver.received.push({ ...data, isSigned, status })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const received: Received[] = []
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/decisions`,
    received,
    /** How many requests arrived, and how many of them lost their sender before the response. */
    begun: 0,
    interrupted: 0,
    /** The status of the next responses. */
    status: 204,
    /** Waits until this many requests have arrived. Returns whether they did in time. */
    async waitForRequests(count: number): Promise<boolean> {
      const end = performance.now() + timeoutMs
      while (receiver.begun < count && performance.now() < end) await pause(1)
      return receiver.begun >= count
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
export type NotificationReceiver = Awaited<ReturnType<typeof openNotificationReceiver>>

const maxDelayMs = 10_000
const timeoutMs = 30_000
