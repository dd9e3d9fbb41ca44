import { readdirSync, readFileSync } from 'node:fs'

type Process = { id: number; parent: number; milliseconds: number; command: string }

const millisecondsPerTick = 10

/** What the processes that matter used of the processors until now, in milliseconds; Linux only. */
export type Used = { server: number; database: number; load: number }

/** Asks the system how long the server, the database beneath a folder, and this process were on a processor. */
export function readUsage(server: number, dataDir: string): Used {
  const all = processes()
  const postmaster = all.find(({ command }) => command.includes('postgres') && command.includes(dataDir))
  const timeOf = (mine: (each: Process) => boolean) =>
    all.filter(mine).reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return {
    server: timeOf(({ id }) => id === server),
    database: timeOf(({ id, parent }) => postmaster !== undefined && [id, parent].includes(postmaster.id)),
    load: timeOf(({ id }) => id === process.pid),
  }
}

/** What a call cost: "server 0.91, database 1.32, load generator 0.15". */
export function perCall(before: Used, after: Used, calls: number): string {
  const each = (key: keyof Used) => (Math.max(0, after[key] - before[key]) / calls).toFixed(2)
  return `server ${each('server')}, database ${each('database')}, load generator ${each('load')}`
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [processOf(name)]
      } catch {
        return []
      }
    })
}

function processOf(id: string): Process {
  const [, fields = ''] = readFileSync(`/proc/${id}/stat`, 'utf8').split(/\) /)
  const [, parent, , , , , , , , , , user, kernel] = fields.split(' ')
  return {
    id: Number(id),
    parent: Number(parent),
    milliseconds: (Number(user) + Number(kernel)) * millisecondsPerTick,
    command: readFileSync(`/proc/${id}/cmdline`, 'utf8'),
  }
}
