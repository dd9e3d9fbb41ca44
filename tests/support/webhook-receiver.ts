import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What the receiver does with the next requests: respond with a status, never respond, or drop the connection. */
type Behavior = number | 'hangs' | 'drops'

type Received = { path: string; headers: Record<string, string>; body: string }

/** A real receiver of webhooks for tests, which keeps what it gets. */
export async function openWebhookReceiver(behavior: Behavior = 204) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body })
    if (receiver.behavior === 'hangs') return
    if (receiver.behavior === 'drops') return void request.socket.destroy()
    response.writeHead(receiver.behavior, { location: '/elsewhere' }).end('Thank you, Ada Sampleton')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver = {
    behavior,
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/decisions`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
