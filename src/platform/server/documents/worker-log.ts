import type { ChildProcess } from 'node:child_process'
import type { Log } from '../log.ts'

/** Takes what a process that makes documents complained of; its words may quote a document. */
export type Hear = (complaint: Error) => void

/** Brings complaints to a log: their kind and their place in the code. */
export const complaintsTo =
  (log: Pick<Log, 'warn'>): Hear =>
  (complaint) =>
    log.warn({ err: complaint }, 'pdf worker wrote to stderr')

/** What a process writes to its console is heard instead: it would stand between the lines of the log. */
export function hearConsole({ stdout, stderr }: ChildProcess, hear: Hear) {
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (said: string) => hear(complaintOf(said.trim())))
}

function complaintOf(said: string): Error {
  const [, kind = 'Complaint'] = /^([A-Z]\w*(?:Error|Warning))\b/m.exec(said) ?? []
  const [words] = said.split(/^\s+at /m)
  return Object.assign(new Error(words), { name: kind, stack: said })
}
