import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { messages } from './messages.ts'

/** What a scanner found; what it said of it is for the operator. */
export type Scan = { infected: boolean; said: string }

const longestMs = 120_000
const mostSaid = 4096

/**
 * Shows a file to the virus scanner, where there is one: on its standard input where its last word is `-`, otherwise as
 * its last argument. No shell reads the command. Throws a sentence where the scanner gives no verdict.
 */
export async function scanned(
  command: readonly string[] | undefined,
  path: string,
  ms = longestMs,
): Promise<Scan> {
  const [program, ...words] = command ?? []
  if (!program) return { infected: false, said: '' }
  const isPiped = words.at(-1) === '-'
  const child = spawn(program, isPiped ? words : [...words, path], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: ms,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | string | null>((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    said = (said + more).slice(-mostSaid)
  })
  // A scanner may know its answer before it has read everything.
  child.stdin.on('error', () => {})
  if (isPiped)
    createReadStream(path)
      .on('error', () => child.kill('SIGKILL'))
      .pipe(child.stdin)
  else child.stdin.end()
  const outcome = await ended
  if (outcome === 0 || outcome === 1) return { infected: outcome === 1, said: lastLineOf(said, path) }
  throw new Error(messages.notScanned(program, String(outcome)))
}

/** The scanner's last line, as far as it can be shown, without the name of a file that nobody knows. */
const lastLineOf = (said: string, path: string) =>
  (said.trim().split('\n').at(-1) ?? '')
    .replace(path, '')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replace(/^[\s:]+/, '')
    .slice(0, 120)
