import { readdirSync, readFileSync } from 'node:fs'

type Process = {
  id: number
  parent: number
  milliseconds: number
  /** The time of its children that have ended. */
  ended: number
  command: string
}

const millisecondsPerTick = 10

/** The CPU time that each process has used so far, in milliseconds (Linux only). */
export type CpuUsage = { server: number; database: number; load: number }

/** Reads the CPU time of the server, of the database in a folder, and of this process. */
export function readUsage(server: number, dataDir: string): CpuUsage {
  const all = processes()
  const postmaster = all.find(({ command }) => command.includes('postgres') && command.includes(dataDir))
  const sumTimes = (mine: (each: Process) => boolean) =>
    all.filter(mine).reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return {
    server: sumTimes(({ id }) => id === server),
    // Connections end, too.
    database:
      sumTimes(({ id, parent }) => postmaster !== undefined && [id, parent].includes(postmaster.id)) +
      (postmaster?.ended ?? 0),
    load: sumTimes(({ id }) => id === process.pid),
  }
}

/** The CPU time per request: "server 0.91, database 1.32, load generator 0.15". */
export function formatPerRequest(before: CpuUsage, after: CpuUsage, calls: number): string {
  const each = (key: keyof CpuUsage) => (Math.max(0, after[key] - before[key]) / calls).toFixed(2)
  return `server ${each('server')}, database ${each('database')}, load generator ${each('load')}`
}

/**
 * The CPU time of each process and of all its descendants so far, including those that have ended, in milliseconds.
 */
export function readTimes(ids: readonly number[]): { own: number; descendants: number } {
  const all = processes()
  const listChildren = (parent: number): Process[] =>
    all.filter((each) => each.parent === parent).flatMap((child) => [child, ...listChildren(child.id)])
  const roots = all.filter(({ id }) => ids.includes(id))
  const sum = (list: readonly Process[], read: (each: Process) => number) =>
    list.reduce((total, each) => total + read(each), 0)
  const children = roots.flatMap(({ id }) => listChildren(id))
  return {
    own: sum(roots, ({ milliseconds }) => milliseconds),
    descendants:
      sum(children, ({ milliseconds }) => milliseconds) + sum([...roots, ...children], ({ ended }) => ended),
  }
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readProcess(name)]
      } catch {
        return []
      }
    })
}

function readProcess(id: string): Process {
  const [, fields = ''] = readFileSync(`/proc/${id}/stat`, 'utf8').split(/\) /)
  const [, parent, , , , , , , , , , user, kernel, endedUser, endedKernel] = fields.split(' ')
  return {
    id: Number(id),
    parent: Number(parent),
    milliseconds: (Number(user) + Number(kernel)) * millisecondsPerTick,
    ended: (Number(endedUser) + Number(endedKernel)) * millisecondsPerTick,
    command: readFileSync(`/proc/${id}/cmdline`, 'utf8'),
  }
}
