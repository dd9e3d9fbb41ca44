import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import type { Inspection } from '../extract-pages/extract-pages.ts'
import { UnreadablePdfError } from '../extract-pages/pdf-errors.ts'
import type { DocumentService } from './document-service.ts'
import { messages } from './messages.ts'
import { PdfLimitError } from './pdf-worker-pool.ts'

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

type NewPdf = { inspection: Inspection } | { infected: string } | { unreadable: string }

/**
 * Scans a PDF before inspecting it, so that none of our code opens an infected file. Returns the inspection, what the
 * scanner said, or why the file cannot be read as a PDF.
 */
export async function scanAndInspect(
  { scanCommand, workers }: Pick<DocumentService, 'scanCommand' | 'workers'>,
  path: string,
): Promise<NewPdf> {
  const scan = await scanFile(scanCommand, path)
  if (scan.infected) return { infected: scan.said }
  try {
    return { inspection: await workers.inspect(path) }
  } catch (error) {
    if (error instanceof UnreadablePdfError || error instanceof PdfLimitError)
      return { unreadable: error.message }
    throw error
  }
}
