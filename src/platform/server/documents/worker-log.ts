import type { ChildProcess } from 'node:child_process'
import type { Log } from '../log.ts'

/** Receives console output of a render process; its text may quote a document. */
export type OnWorkerLog = (complaint: Error) => void

/** Logs worker output by kind and code location. */
export const logWorkerOutput =
  (log: Pick<Log, 'warn'>): OnWorkerLog =>
  (complaint) =>
    log.warn({ err: complaint }, 'pdf worker wrote to stderr')

/** Captures the console output of a process, which would otherwise mix with the log lines. */
export function captureConsole({ stdout, stderr }: ChildProcess, onWorkerLog: OnWorkerLog) {
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (said: string) => onWorkerLog(toWorkerLogError(said.trim())))
}

function toWorkerLogError(said: string): Error {
  const [, kind = 'Complaint'] = /^([A-Z]\w*(?:Error|Warning))\b/m.exec(said) ?? []
  const [words] = said.split(/^\s+at /m)
  return Object.assign(new Error(words), { name: kind, stack: said })
}
