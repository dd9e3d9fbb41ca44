import { once } from 'node:events'
import { type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'

const answerMs = 2_000

/** The certificate of an authority, and a certificate and key of one of its hosts. */
export type Credentials = { ca: string; cert: string; key: string }

/** Sends a request to a server of this machine over TLS; rejects if either does not accept the other's certificate. */
export async function ask(port: number, path: string, options: RequestOptions) {
  const sent = request({ host: '127.0.0.1', port, path, agent: false, ...options })
  sent.setTimeout(answerMs, () => sent.destroy(new Error('no answer')))
  sent.end()
  const [answer] = await once(sent, 'response')
  return { status: Number(answer.statusCode), text: await text(answer) }
}
