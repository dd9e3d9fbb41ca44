import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf } from './process-command.ts'

/** PostgreSQL's first process, as its `postmaster.pid` tells and the system confirms. */
export type Postmaster = { processId: number; state: string; command: string }

/** The living PostgreSQL of a data folder. A process that only happens to have its old number is none. */
export function postmasterOf(data: string): Postmaster | undefined {
  const processId = processIdIn(data)
  const command = processId === undefined ? undefined : commandOf(processId)
  if (processId === undefined || !command?.includes(`-D ${data} `)) return undefined
  return { processId, state: linesOf(data)[7]?.trim() ?? '', command }
}

/** The process id that `postmaster.pid` names, alive or not. */
export function processIdIn(data: string): number | undefined {
  const processId = Number(linesOf(data)[0])
  return processId > 0 ? processId : undefined
}

function linesOf(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}
