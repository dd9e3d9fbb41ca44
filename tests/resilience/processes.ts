import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export type RunningProcess = { processId: number; command: string }

/** Lists running processes whose command or environment contains the folder (Linux only). */
export function listProcesses(folder: string): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = readIfExists(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim()
      const isRelated =
        command !== '' && `${command} ${readIfExists(`/proc/${name}/environ`)}`.includes(folder)
      return isRelated ? [{ processId: Number(name), command }] : []
    })
}

/** Lists the children of a process, and theirs (Linux only). */
export function listDescendants(processId: number): RunningProcess[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const [, parent] = / [A-Za-z] (\d+) /.exec(readIfExists(`/proc/${name}/stat`).replace(/.*\)/s, '')) ?? []
    parents.set(Number(name), Number(parent))
  }
  const childrenOf = (parent: number): RunningProcess[] =>
    [...parents].flatMap(([child, of]) => {
      if (of !== parent) return []
      const command = readIfExists(`/proc/${child}/cmdline`).replaceAll('\0', ' ').trim()
      return [{ processId: child, command }, ...childrenOf(child)]
    })
  return childrenOf(processId)
}

/** Finds the ID of the portal process that uses the folder. */
export function findPortalProcess(folder: string): number | undefined {
  return listProcesses(folder).find(({ command }) => /^\S*node src\/app\/main\.ts/.test(command))?.processId
}

/** Waits up to a second for the processes that use the folder to exit, then describes those that remain. */
export async function describeRemaining(folder: string): Promise<string> {
  for (let looks = 0; looks < 20 && listProcesses(folder).length > 0; looks += 1) await pause(50)
  return listProcesses(folder)
    .map(({ processId, command }) => `${processId} ${command.slice(0, 60)}`)
    .join('; ')
}

/** Kills the processes that a failed scenario left running on the folder. */
export function killRemaining(folder: string): void {
  for (const { processId } of listProcesses(folder)) process.kill(processId, 'SIGKILL')
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
