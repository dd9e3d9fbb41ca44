import { createInterface } from 'node:readline/promises'

/** Asks a yes-or-no question; undefined without a terminal. */
export type Ask = (question: string) => Promise<boolean | undefined>

/** Asks on the terminal. Any answer other than yes means no. */
export const askOnTerminal: Ask = async (question) => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} (yes/no) `).finally(() => terminal.close())
  return /^y(es)?$/i.test(answer.trim())
}
