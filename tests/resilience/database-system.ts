import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Run, run } from './portal-run.ts'
import { killRemaining } from './processes.ts'

/** A Debian system in a folder, made with debootstrap; empty for the system that runs the scenario. */
const root = process.env.RESILIENCE_SYSTEM ?? ''
const oldestMajor = 17

/** PostgreSQL and what belongs to it, as an unprivileged user, with one folder for everything they write. */
export type DatabaseSystem = {
  /** The folder as this process sees it, and as the programs see it. */
  folder: string
  innerFolder: string
  /** Where the programs of PostgreSQL are, as they see it. */
  binaries: string
  /** Creates a folder for the programs and returns its path as they see it. */
  createFolder(name: string): string
  /** Starts a program. */
  start(program: string, ...words: string[]): Run
  /** Runs a program and returns its output; throws if it fails. */
  execute(program: string, ...words: string[]): Promise<string>
  close(): void
}

/** Says what this system lacks and how to get it, or nothing if all programs are there. */
export function describeMissing(programs: readonly string[], packages: string): string | undefined {
  const missing = programs.filter((name) => findProgram(name) === undefined)
  const needsRoot = root !== '' && process.getuid?.() !== 0
  if (missing.length === 0 && !needsRoot) return undefined
  if (missing.length === 0) return `Only root can use the system in RESILIENCE_SYSTEM (${root}).`
  return [
    `${root === '' ? 'This system' : root} has no ${missing.join(', ')}.`,
    `Install the packages ${packages} (Debian 13 has them), or as root make a folder with such a system:`,
    `debootstrap --variant=minbase --include=${packages.replaceAll(' ', ',')} trixie FOLDER,`,
    'and set RESILIENCE_SYSTEM=FOLDER.',
  ].join(' ')
}

/** Prepares a folder in which the programs run as the user `postgres` if we are root. */
export function openDatabaseSystem(name: string): DatabaseSystem {
  const user = findUser()
  const folder = mkdtempSync(join(root, '/tmp', `portal-${name}-`))
  const innerFolder = folder.slice(root.length)
  if (user) chownSync(folder, user.uid, user.gid)
  const start = (program: string, ...words: string[]) => {
    const inner = [findProgram(program) ?? program, ...words]
    const path = [binaryFolder(), process.env.PATH].join(':')
    const env = { PATH: path, HOME: innerFolder, LC_ALL: 'C.UTF-8' }
    if (root === '') return run(inner, { env, cwd: folder, ...(user ? { user } : {}) })
    return run([...enter, root, `${user?.uid}:${user?.gid}`, ...inner], { env, cwd: '/' })
  }
  return {
    folder,
    innerFolder,
    binaries: binaryFolder() ?? '',
    createFolder(child) {
      const path = join(folder, child)
      mkdirSync(path, { mode: 0o700 })
      if (user) chownSync(path, user.uid, user.gid)
      return join(innerFolder, child)
    },
    start,
    async execute(program, ...words) {
      const running = start(program, ...words)
      const code = await running.ended
      if (code !== 0) throw new Error(`${program} exited with ${code}:\n${running.output()}`)
      return running.output()
    },
    close() {
      killRemaining(innerFolder)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Enters the folder of another system with a `/proc` and shared memory of its own, which go away with the program. */
const enterScript = `
  system=$0 user=$1
  shift
  mount -t proc proc "$system/proc" && mount -t tmpfs -o mode=1777 tmpfs "$system/dev/shm" &&
    exec chroot --userspec="$user" "$system" "$@"`
const enter = ['unshare', '--mount', 'sh', '-c', enterScript]

/** The path of a program, as it sees itself. Those of PostgreSQL are all of one version. */
function findProgram(name: string): string | undefined {
  const others = root === '' ? (process.env.PATH ?? '').split(':') : ['/usr/bin', '/usr/sbin', '/bin']
  const folders = /^(postgres|initdb|pg_.*)$/.test(name) ? [binaryFolder()] : others
  return folders
    .flatMap((folder) => (folder ? [join(folder, name)] : []))
    .find((path) => existsSync(join(root, path)))
}

/** Where Debian puts the programs of the newest PostgreSQL that the portal can use. */
function binaryFolder(): string | undefined {
  const parent = '/usr/lib/postgresql'
  const here = join(root, parent)
  const majors = existsSync(here) ? readdirSync(here).map(Number) : []
  const [newest] = majors.filter((major) => major >= oldestMajor).sort((one, other) => other - one)
  return newest === undefined ? undefined : join(parent, String(newest), 'bin')
}

/** PostgreSQL refuses to run as root. */
function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync(join(root, '/etc/passwd'), 'utf8').split('\n')
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${wanted}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'There is neither a user postgres nor a user nobody, and PostgreSQL refuses to run as root.',
  )
}

/** Whether a program can be run here. */
export const isInstalled = (program: string) => spawnSync(program, ['-v']).error === undefined
