import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { processCommand } from './process-command.ts'

/** PostgreSQL's main process, as named by `postmaster.pid` and confirmed by the system. */
export type Postmaster = { processId: number; state: string; command: string }

/** The living PostgreSQL of a data folder. A process that merely reuses its old id does not count. */
export function findPostmaster(data: string): Postmaster | undefined {
  const processId = readPostmasterPid(data)
  const command = processId === undefined ? undefined : processCommand(processId)
  if (processId === undefined || !command?.includes(`-D ${data} `)) return undefined
  return { processId, state: readLines(data)[7]?.trim() ?? '', command }
}

/** The process id in `postmaster.pid`, alive or not. */
export function readPostmasterPid(data: string): number | undefined {
  const processId = Number(readLines(data)[0])
  return processId > 0 ? processId : undefined
}

function readLines(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}
