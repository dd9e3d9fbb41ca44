import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The command of a living process; undefined if it is gone or a zombie. */
export function processCommand(processId: number): string | undefined {
  return process.platform === 'linux' ? commandFromProc(processId) : commandFromPs(processId)
}

function commandFromProc(processId: number): string | undefined {
  try {
    const words = readFileSync(`/proc/${processId}/cmdline`, 'utf8')
    return words === '' ? undefined : words.replace(/\0$/, '').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}

function commandFromPs(processId: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(processId)], {
      encoding: 'utf8',
    }).trim()
    return line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '')
  } catch {
    return undefined
  }
}
