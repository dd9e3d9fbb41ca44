import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Reads what nobody else is to see: the answer to a question, or what is sent instead where nobody can be asked. */
export type AskSecret = (question: string) => Promise<{ secret: string; isTyped: boolean }>

/** Asks on the terminal without showing what is typed; without one it is the text of the standard input. */
export const askSecret: AskSecret = async (question) => {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    return { secret: (await text(process.stdin)).replace(/\r?\n$/, ''), isTyped: false }
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const desk = createInterface({ input: process.stdin, output: silence, terminal: true })
  desk.on('SIGINT', () => process.exit(1))
  process.stderr.write(question)
  const secret = await desk.question('').finally(() => desk.close())
  process.stderr.write('\n')
  return { secret, isTyped: true }
}
