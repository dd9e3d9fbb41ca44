import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export type Running = { processId: number; command: string }

/** The living processes that name the folder in their command or environment (Linux). */
export function processesOf(folder: string): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = textOf(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim()
      const isOfIt = command !== '' && `${command} ${textOf(`/proc/${name}/environ`)}`.includes(folder)
      return isOfIt ? [{ processId: Number(name), command }] : []
    })
}

/** The portal process among those that name the folder. */
export function portalOf(folder: string): number | undefined {
  return processesOf(folder).find(({ command }) => /^\S*node src\/app\/main\.ts/.test(command))?.processId
}

/** The remaining processes of the folder; one that is ending gets a second. */
export async function leftOf(folder: string): Promise<string> {
  for (let looks = 0; looks < 20 && processesOf(folder).length > 0; looks += 1) await pause(50)
  return processesOf(folder)
    .map(({ processId, command }) => `${processId} ${command.slice(0, 60)}`)
    .join('; ')
}

/** Ends the processes that a failed scenario left running on the folder. */
export function endAll(folder: string): void {
  for (const { processId } of processesOf(folder)) process.kill(processId, 'SIGKILL')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
