import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { commandLine, count, setting } from '#platform/config/setting-schemas.ts'
import { messages } from './messages.ts'

/**
 * The maximum of `DOCUMENT_MEGABYTES`. A worker holds its result in memory, and a larger one would exceed its
 * memory and time limits.
 */
const mostMegabytes = 400

/** Document size limits and the scan command. */
export const documentSettings = {
  DOCUMENT_MEGABYTES: setting(
    count(mostMegabytes).default(mostMegabytes),
    String(mostMegabytes),
    'Size, in MB, of the largest PDF that can be imported or opened',
    '100',
  ),
  DOCUMENT_SCAN_COMMAND: setting(
    commandLine.optional(),
    'none',
    'Virus scanner for imported PDFs. If the last word is -, it receives the PDF on standard input; otherwise its path is the last argument',
    'clamdscan --no-summary -',
  ),
}

type Settings = { DOCUMENT_MEGABYTES: number; DOCUMENT_SCAN_COMMAND?: readonly string[] | undefined }

/** Maps the settings to options of the document store. */
export const documentOptions = ({ DOCUMENT_MEGABYTES, DOCUMENT_SCAN_COMMAND }: Settings) => ({
  limits: { fileBytes: DOCUMENT_MEGABYTES * (1 << 20) },
  scanCommand: DOCUMENT_SCAN_COMMAND,
})

/** The verdict of a scanner, with its output for the operator. */
type Scan = { infected: boolean; said: string }

const timeoutMs = 120_000
const mostSaid = 4096

/**
 * Scans a file with the configured virus scanner, if any: on standard input if its last word is `-`,
 * otherwise with the path as the last argument. No shell parses the command. Throws a readable error if there
 * is no verdict.
 */
export async function scanFile(
  command: readonly string[] | undefined,
  path: string,
  ms = timeoutMs,
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
  // A scanner may finish before it has read everything.
  child.stdin.on('error', () => {})
  if (isPiped)
    createReadStream(path)
      .on('error', () => child.kill('SIGKILL'))
      .pipe(child.stdin)
  else child.stdin.end()
  const outcome = await ended
  if (outcome === 0 || outcome === 1) return { infected: outcome === 1, said: lastLine(said, path) }
  throw new Error(messages.notScanned(program, String(outcome)))
}

/** The printable part of the scanner's last line, without the temporary file name. */
const lastLine = (said: string, path: string) =>
  (said.trim().split('\n').at(-1) ?? '')
    .replace(path, '')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replace(/^[\s:]+/, '')
    .slice(0, 120)
