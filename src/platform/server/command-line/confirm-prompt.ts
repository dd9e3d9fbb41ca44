import { createInterface } from 'node:readline/promises'

/** Asks a question that yes or no answers; undefined where nobody is there to answer. */
export type Ask = (question: string) => Promise<boolean | undefined>

/** Asks on the terminal. Whatever is not yes is no. */
export const askOnTerminal: Ask = async (question) => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const desk = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await desk.question(`${question} (yes/no) `).finally(() => desk.close())
  return /^y(es)?$/i.test(answer.trim())
}
