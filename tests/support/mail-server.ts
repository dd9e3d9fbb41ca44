import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** The server's behavior for the next emails. */
export type Behavior = 'takes' | 'hangs' | 'drops' | { refuses: 451 | 550; at: 'recipient' | 'message' }

type Arrived = { from: string; to: string[]; message: string }

/** A real mail server for tests. It stores mail, and can reject it, hang, drop connections or shut down. */
export async function openMailServer(behavior: Behavior = 'takes') {
  const arrived: Arrived[] = []
  const server = {
    arrived,
    behavior,
    port: 0,
    url: '',
    open: async () => {
      running = smtpServer(server)
      const listening = running.listen(server.port, '127.0.0.1')
      await once(listening, 'listening')
      server.port = (listening.address() as AddressInfo).port
      server.url = `smtp://127.0.0.1:${server.port}`
    },
    close: () => new Promise<void>((resolve) => running.close(() => resolve())),
  }
  let running: SMTPServer
  await server.open()
  return server
}

function smtpServer(server: { arrived: Arrived[]; behavior: Behavior }): SMTPServer {
  const refusal = (place: 'recipient' | 'message') => {
    const { behavior } = server
    if (typeof behavior === 'string' || behavior.at !== place) return undefined
    return Object.assign(new Error('No, for nobody@example.com'), { responseCode: behavior.refuses })
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 1,
    onRcptTo: (_address, _session, response) => response(refusal('recipient')),
    onData: async (stream, { envelope, id }, response) => {
      const message = await text(stream).catch(() => undefined)
      if (message === undefined) return
      const [from, to] = [envelope.mailFrom, envelope.rcptTo]
      if (server.behavior === 'hangs') return
      if (server.behavior === 'drops') return [...smtp.connections].find((each) => each.id === id)?.close()
      const refused = refusal('message')
      if (!refused)
        server.arrived.push({ from: from ? from.address : '', to: to.map(({ address }) => address), message })
      response(refused)
    },
  })
  smtp.on('error', () => {})
  return smtp
}
