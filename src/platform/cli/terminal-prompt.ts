import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Asks a yes-or-no question; undefined without a terminal. */
export type Ask = (question: string) => Promise<boolean | undefined>

/** Asks on the terminal. Any answer other than yes means no. */
export const askOnTerminal: Ask = async (question) => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} (yes/no) `).finally(() => terminal.close())
  return /^y(es)?$/i.test(answer.trim())
}

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
