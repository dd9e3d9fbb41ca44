import type { ChildProcess } from 'node:child_process'
import type { Log } from '../log.ts'

/** Receives console output of a render process; its text may quote a document. */
export type Hear = (complaint: Error) => void

/** Logs worker output by kind and code location. */
export const complaintsTo =
  (log: Pick<Log, 'warn'>): Hear =>
  (complaint) =>
    log.warn({ err: complaint }, 'pdf worker wrote to stderr')

/** Captures the console output of a process, which would otherwise mix with the log lines. */
export function hearConsole({ stdout, stderr }: ChildProcess, hear: Hear) {
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (said: string) => hear(complaintOf(said.trim())))
}

function complaintOf(said: string): Error {
  const [, kind = 'Complaint'] = /^([A-Z]\w*(?:Error|Warning))\b/m.exec(said) ?? []
  const [words] = said.split(/^\s+at /m)
  return Object.assign(new Error(words), { name: kind, stack: said })
}
