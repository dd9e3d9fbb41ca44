import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Reads a secret from the terminal, or from standard input without one. */
export type AskSecret = (question: string) => Promise<{ secret: string; isTyped: boolean }>

/** Asks on the terminal without echo; without a terminal it reads standard input. */
export const askSecret: AskSecret = async (question) => {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    return { secret: (await text(process.stdin)).replace(/\r?\n$/, ''), isTyped: false }
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true })
  terminal.on('SIGINT', () => process.exit(1))
  process.stderr.write(question)
  const secret = await terminal.question('').finally(() => terminal.close())
  process.stderr.write('\n')
  return { secret, isTyped: true }
}
